import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  advanceLineage,
  forkLineage,
  isOnLineage,
  Lineage,
  selectVisibleRows,
} from '#engine/domain/lineage.ts';

const row = (sessionId: string, index: number) => ({ scene: { sessionId, index } });

it('shows a branch what came before the fork, its own scenes, and nothing its parent did later', () => {
  const lineage = [
    { sessionId: 'main', upTo: 5 },
    { sessionId: 'branch', upTo: 8 },
  ];
  const rows = [
    row('main', 5),
    row('main', 6),
    row('branch', 6),
    row('branch', 8),
    row('branch', 9),
    row('other', 1),
  ];

  expect(selectVisibleRows(lineage, rows)).toEqual([rows[0], rows[2], rows[3]]);
});

it('forks a fork', () => {
  const branch = advanceLineage(forkLineage([{ sessionId: 'main', upTo: 9 }], 5, 'branch'), 8);

  expect(branch).toEqual([
    { sessionId: 'main', upTo: 5 },
    { sessionId: 'branch', upTo: 8 },
  ]);
  expect(forkLineage(branch, 7, 'twig')).toEqual([
    { sessionId: 'main', upTo: 5 },
    { sessionId: 'branch', upTo: 7 },
    { sessionId: 'twig', upTo: 7 },
  ]);
});

it('leaves out a session when forking from a scene before it began', () => {
  const branch = advanceLineage(forkLineage([{ sessionId: 'main', upTo: 9 }], 5, 'branch'), 8);

  expect(forkLineage(branch, 3, 'twig')).toEqual([
    { sessionId: 'main', upTo: 3 },
    { sessionId: 'twig', upTo: 3 },
  ]);
});

it.each([
  ['an empty one', []],
  [
    'a session twice',
    [
      { sessionId: 'a', upTo: 1 },
      { sessionId: 'a', upTo: 2 },
    ],
  ],
  [
    'one that runs back',
    [
      { sessionId: 'a', upTo: 4 },
      { sessionId: 'b', upTo: 3 },
    ],
  ],
])('refuses %s as a lineage', (_case, lineage) => {
  expect(Lineage.safeParse(lineage).success).toBe(false);
});

it('always makes a valid lineage, in which every scene index belongs to one session', () => {
  const forks = fc.array(fc.record({ grow: fc.nat(5), at: fc.nat(100) }), { maxLength: 8 });
  fc.assert(
    fc.property(forks, (steps) => {
      let lineage: Lineage = [{ sessionId: 's0', upTo: 3 }];
      const written = [0, 1, 2, 3].map((index) => row('s0', index));
      for (const [number, { grow, at }] of steps.entries()) {
        const last = lineage.at(-1)?.upTo ?? 0;
        const fork = at % (last + 1);
        lineage = advanceLineage(forkLineage(lineage, fork, `s${number + 1}`), fork + grow);
        for (let index = fork + 1; index <= fork + grow; index += 1)
          written.push(row(`s${number + 1}`, index));
      }
      expect(Lineage.safeParse(lineage).success).toBe(true);
      const seen = written.filter((each) => isOnLineage(lineage, each)).map(({ scene }) => scene.index);
      expect(seen.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: (lineage.at(-1)?.upTo ?? 0) + 1 }, (_, index) => index),
      );
    }),
    { numRuns: 300 },
  );
});
