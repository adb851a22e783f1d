import fc from 'fast-check';
import { expect, it } from 'vitest';
import { selectVisibleRows } from '#engine/domain/lineage.ts';
import { deriveMemories } from '#engine/memory/memories.ts';
import { MemoryRow, NewObservation } from '#engine/memory/observation.ts';
import { edit, observation, reinforcement } from './sample-rows.ts';

it('counts how often a thing came up again', () => {
  const rows = [
    observation(),
    reinforcement(),
    reinforcement({ id: 'rei-2', scene: { sessionId: 'main', index: 4 } }),
  ];

  expect(deriveMemories(rows)).toMatchObject([{ id: 'obs-1', reinforcementCount: 2, edited: false }]);
});

const told = { kind: 'told', by: 'npc_bram_001' } as const;
const inferred = { kind: 'inferred', from: ['a creaking cable'] } as const;
const hearsay = observation({ importance: 1, provenance: told, confidence: 0.7 });

it('grows with what is seen later of a thing first heard of', () => {
  const seen = reinforcement({ importance: 5, provenance: { kind: 'witnessed' }, confidence: 1 });

  expect(deriveMemories([hearsay, seen])).toMatchObject([
    { importance: 5, provenance: { kind: 'witnessed' }, confidence: 1, edited: false },
  ]);
});

it('does not shrink when a thing comes up again in passing', () => {
  const guessed = reinforcement({ importance: 1, provenance: inferred, confidence: 0.2 });
  const retold = reinforcement({
    id: 'rei-2',
    provenance: { kind: 'told', by: 'npc_mira_001' },
    confidence: 0.7,
    importance: 1,
  });

  expect(deriveMemories([hearsay, guessed, retold])).toMatchObject([
    { importance: 1, provenance: told, confidence: 0.7, reinforcementCount: 2 },
  ]);
  expect(deriveMemories([observation(), guessed])).toMatchObject([
    { importance: 3, provenance: { kind: 'witnessed' }, confidence: 1 },
  ]);
});

it('stays as heavy as a game master weighed it, however often it comes up', () => {
  const light = edit({ action: 'weigh', importance: 1 });
  const again = reinforcement({ importance: 5, scene: { sessionId: 'main', index: 9 } });

  expect(deriveMemories([observation(), light, again])).toMatchObject([
    { importance: 1, reinforcementCount: 1 },
  ]);
});

it('counts along the lineage only, so a branch does not remember what its parent heard later', () => {
  const rows = [
    observation(),
    reinforcement(),
    reinforcement({ id: 'rei-2', scene: { sessionId: 'main', index: 7 } }),
    edit({ action: 'rewrite', content: 'The lift fell.' }, { scene: { sessionId: 'main', index: 8 } }),
  ];
  const branch = [
    { sessionId: 'main', upTo: 5 },
    { sessionId: 'branch', upTo: 9 },
  ];

  expect(deriveMemories(selectVisibleRows(branch, rows))).toMatchObject([
    { reinforcementCount: 1, content: 'The lift stopped between two floors.' },
  ]);
});

it('lets the latest edit stand', () => {
  const rows = [
    observation(),
    edit(
      { action: 'rewrite', content: 'second' },
      { id: 'a-written-last', scene: { sessionId: 'main', index: 4 }, ordinal: 1 },
    ),
    edit(
      { action: 'rewrite', content: 'first' },
      { id: 'b-written-first', scene: { sessionId: 'main', index: 4 }, ordinal: 0 },
    ),
    edit({ action: 'weigh', importance: 5 }, { id: 'e0' }),
  ];

  expect(deriveMemories(rows)).toMatchObject([
    { content: 'second', importance: 5, edited: true, retracted: false },
  ]);
});

it('retracts and restores', () => {
  const retract = edit({ action: 'retract', reason: 'she was asleep' });
  const restore = edit({ action: 'restore' }, { id: 'edit-2', scene: { sessionId: 'main', index: 6 } });

  expect(deriveMemories([observation(), retract])).toMatchObject([{ retracted: true }]);
  expect(deriveMemories([observation(), retract, restore])).toMatchObject([{ retracted: false }]);
});

it('does not change a row, nor care for rows about something it was not given', () => {
  const rows = Object.freeze([
    Object.freeze(observation()),
    Object.freeze(reinforcement({ observationId: 'obs-9' })),
  ]);

  expect(deriveMemories(rows)).toMatchObject([{ reinforcementCount: 0 }]);
});

it('gives the same memories whatever order the rows are read in', () => {
  const rows: MemoryRow[] = [
    observation(),
    observation({ id: 'obs-2', ordinal: 1 }),
    reinforcement(),
    edit({ action: 'weigh', importance: 1 }, { id: 'a' }),
    edit({ action: 'weigh', importance: 4 }, { id: 'b' }),
    edit({ action: 'retract', reason: '' }, { id: 'c', observationId: 'obs-2' }),
  ];
  const expected = deriveMemories(rows);
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
      expect(deriveMemories(shuffled)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

it.each([
  ['an observation', observation()],
  [
    'one told by somebody',
    observation({ provenance: { kind: 'told', by: 'npc_bram_001' }, confidence: 0.7 }),
  ],
  ['one inferred', observation({ provenance: { kind: 'inferred', from: ['obs-0'] } })],
  ['a reinforcement', reinforcement()],
  ['an edit', edit({ action: 'retract', reason: 'a dream' })],
])('keeps %s through JSON', (_case, row) => {
  expect(MemoryRow.parse(JSON.parse(JSON.stringify(row)))).toEqual(row);
});

it.each([
  ['importance 0', observation({ importance: 0 })],
  ['importance 6', observation({ importance: 6 })],
  ['half an importance', observation({ importance: 2.5 })],
  ['more than certainty', observation({ confidence: 1.1 })],
  ['no words', observation({ content: '   ' })],
  ['a count written into a row', { ...observation(), reinforcementCount: 2 }],
  ['hearsay from nobody', { ...observation(), provenance: { kind: 'told' } }],
  ['a conclusion from nothing', observation({ provenance: { kind: 'inferred', from: [] } })],
  ['an edit that changes nothing', { ...edit({ action: 'restore' }), change: { action: 'rewrite' } }],
])('refuses %s', (_case, row) => {
  expect(MemoryRow.safeParse(row).success).toBe(false);
});

it('takes a bare report as something witnessed', () => {
  const report = { characterId: 'npc_lena_001', content: 'She did not step back.', importance: 3 };

  expect(NewObservation.parse(report)).toEqual({
    ...report,
    provenance: { kind: 'witnessed' },
    about: [],
    tags: [],
  });
  expect(NewObservation.safeParse({ ...report, importance: 9 }).success).toBe(false);
});
