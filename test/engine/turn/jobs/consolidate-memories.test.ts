import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deriveMemories } from '#engine/memory/memories.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import { consolidateMemories } from '../../../../src/engine/turn/jobs/consolidate-memories.ts';

const SCENE = { sessionId: 'the session', index: 50 };
const WHO = 'npc_marit_001';

const detail = (at: number, content: string, about: readonly string[] = []) =>
  MemoryRow.parse({
    row: 'observation',
    id: `detail ${at}`,
    scene: { ...SCENE, index: at },
    ordinal: 0,
    characterId: WHO,
    content: `Detail ${at}: ${content}`,
    importance: 2,
    observedAt: { day: 1, microsecond: 0 },
    provenance: { kind: 'witnessed' },
    confidence: 1,
    about,
    tags: [],
  });

type Moment = Parameters<typeof consolidateMemories>[0];
type Desk = Parameters<typeof consolidateMemories>[1];

/** What is remembered after the details were looked through, with the rows that were written for it. */
async function remembered(details: readonly MemoryRow[]) {
  let ids = 0;
  const store = { memories: { along: async () => details } };
  // The parts of a moment and a desk that folding asks for.
  const moment = {
    job: { payload: { characterId: WHO }, scene: SCENE },
    lineage: [],
    snapshot: { time: { day: 9, microsecond: 0 } },
  } as unknown as Moment;
  const desk = { store, newId: () => `new ${++ids}` } as unknown as Desk;
  const { memories = [] } = await consolidateMemories(moment, desk);
  const rows = memories.map((row) => MemoryRow.parse(row));
  const live = deriveMemories([...details, ...rows]).filter(({ retracted }) => !retracted);
  return { rows, live, folded: live.filter(({ tags }) => tags.includes('consolidated')) };
}

const LONG =
  'the auditor put a lantern on the shelf and said that it would stay there until the tide had turned.';

it('forgets nothing of details that are too long to be told together', async () => {
  const details = Array.from({ length: 30 }, (_, at) => detail(at, LONG.repeat(2)));
  const { live, folded } = await remembered(details);
  const text = live.map(({ content }) => content).join('\n');

  expect(folded.length).toBeGreaterThan(1);
  expect(live.length).toBeLessThan(details.length);
  for (const { content } of details as { content: string }[]) expect(text).toContain(content);
});

it('forgets nothing, names everything it folded and keeps every memory within its bounds', async () => {
  const someDetail = fc.record({
    content: fc.integer({ min: 1, max: 1_900 }).map((length) => 'x'.repeat(length)),
    about: fc.array(
      fc.integer({ min: 0, max: 200 }).map((at) => `npc_${at}`),
      { maxLength: 30 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(someDetail, { minLength: 30, maxLength: 45 }), async (some) => {
      const details = some.map(({ content, about }, at) => detail(at, content, about));
      const { rows, live, folded } = await remembered(details);
      const text = live.map(({ content }) => content).join('\n');
      const known = new Set(live.flatMap(({ about }) => about));
      const named = folded.flatMap(({ provenance }) =>
        provenance.kind === 'inferred' ? provenance.from : [],
      );
      const setAside = rows.flatMap((row) => (row.row === 'edit' ? [row.observationId] : []));

      expect(details.every((row) => row.row !== 'edit' && text.includes(row.content))).toBe(true);
      expect(some.flatMap(({ about }) => about).every((id) => known.has(id))).toBe(true);
      expect(named.toSorted()).toEqual(setAside.toSorted());
      expect(rows.map(({ ordinal }) => ordinal)).toEqual(rows.map((_, at) => at));
    }),
    { numRuns: 60 },
  );
});

it('folds short details however many long ones are older', async () => {
  const long = Array.from({ length: 40 }, (_, at) => detail(at, 'x'.repeat(1_500)));
  const short = Array.from({ length: 30 }, (_, at) => detail(100 + at, 'a gull.'));
  expect((await remembered([...long, ...short])).folded.length).toBeGreaterThan(0);
});

it('leaves details alone while they are few', async () => {
  const few = Array.from({ length: 29 }, (_, at) => detail(at, 'a gull.'));
  expect((await remembered(few)).rows).toEqual([]);
});
