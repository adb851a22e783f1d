import { expect, it } from 'vitest';
import { Lineage, selectVisibleRows } from '#engine/domain/lineage.ts';

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
