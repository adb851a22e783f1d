import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deriveMemories } from '#engine/memory/memories.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import { rememberObservations } from '#engine/memory/remember.ts';
import { edit, observation, policy, reinforcement, reported } from './sample-rows.ts';

const LIFT = 'The lift stopped between two floors.';

function inScene(index: number) {
  let count = 0;
  return {
    scene: { sessionId: 'main', index },
    now: { day: index, microsecond: 0 },
    policy,
    newId: () => {
      count += 1;
      return `row-${index}-${count}`;
    },
    firstOrdinal: 0,
  };
}

it('writes what is new as an observation of this scene and moment', () => {
  const rows = rememberObservations(
    [],
    [reported(LIFT, { importance: 4, about: ['loc_lift_001'], tags: ['fear'] })],
    inScene(2),
  );

  expect(rows).toEqual([
    {
      row: 'observation',
      id: 'row-2-1',
      scene: { sessionId: 'main', index: 2 },
      ordinal: 0,
      characterId: 'npc_lena_001',
      content: LIFT,
      importance: 4,
      observedAt: { day: 2, microsecond: 0 },
      provenance: { kind: 'witnessed' },
      confidence: 1,
      about: ['loc_lift_001'],
      tags: ['fear'],
    },
  ]);
  expect(rows.every((row) => MemoryRow.safeParse(row).success)).toBe(true);
});

it('writes a reinforcement, never an update, when the same character observes the same again', () => {
  const existing = deriveMemories([observation()]);
  const told = { kind: 'told', by: 'npc_bram_001' } as const;
  const rows = rememberObservations(
    existing,
    [reported('the lift stopped: between two floors', { provenance: told })],
    inScene(4),
  );

  expect(rows).toEqual([
    {
      row: 'reinforcement',
      id: 'row-4-1',
      scene: { sessionId: 'main', index: 4 },
      ordinal: 0,
      characterId: 'npc_lena_001',
      observationId: 'obs-1',
      content: 'the lift stopped: between two floors',
      importance: 3,
      reinforcedAt: { day: 4, microsecond: 0 },
      provenance: told,
      confidence: 0.7,
    },
  ]);
  expect(MemoryRow.safeParse(rows[0]).success).toBe(true);
  expect(deriveMemories([observation(), ...rows])).toMatchObject([{ reinforcementCount: 1, content: LIFT }]);
});

it('does not let one character reinforce the memory of another', () => {
  const rows = rememberObservations(
    deriveMemories([observation()]),
    [reported(LIFT, { characterId: 'npc_bram_001' })],
    inScene(4),
  );

  expect(rows).toMatchObject([{ row: 'observation', characterId: 'npc_bram_001' }]);
});

it('keeps the same words about different people apart', () => {
  const lied = observation({ content: 'He lied about the money.', about: ['npc_bram_001'] });
  const existing = deriveMemories([lied]);
  const again = (about: string[]) =>
    rememberObservations(existing, [reported('He lied about the money.', { about })], inScene(4))[0];

  expect(again(['npc_otto_001'])).toMatchObject({ row: 'observation' });
  expect(again(['npc_bram_001'])).toMatchObject({ row: 'reinforcement' });
  expect(again(['npc_bram_001', 'item_money_001'])).toMatchObject({ row: 'reinforcement' });
  expect(again([])).toMatchObject({ row: 'reinforcement' });
});

it('counts a thing once in a scene, however many steps report it', () => {
  const first = rememberObservations([], [reported(LIFT), reported(LIFT.toUpperCase())], inScene(1));
  const fromNextStep = rememberObservations(deriveMemories(first), [reported(LIFT)], {
    ...inScene(1),
    firstOrdinal: first.length,
  });
  const later = rememberObservations(deriveMemories(first), [reported(LIFT), reported(LIFT)], inScene(2));
  const laterAgain = rememberObservations(deriveMemories([...first, ...later]), [reported(LIFT)], inScene(2));

  expect(first).toHaveLength(1);
  expect(fromNextStep).toEqual([]);
  expect(later).toMatchObject([{ row: 'reinforcement' }]);
  expect(laterAgain).toEqual([]);
});

it('does not reinforce what the game master retracted', () => {
  const existing = deriveMemories([observation(), edit({ action: 'retract', reason: 'a dream' })]);

  expect(rememberObservations(existing, [reported(LIFT)], inScene(5))).toMatchObject([
    { row: 'observation' },
  ]);
});

it('compares with the words the game master put in its place', () => {
  const existing = deriveMemories([observation(), edit({ action: 'rewrite', content: 'The stair broke.' })]);

  expect(rememberObservations(existing, [reported('The stair broke')], inScene(5))).toMatchObject([
    { row: 'reinforcement' },
  ]);
  expect(rememberObservations(existing, [reported(LIFT)], inScene(5))).toMatchObject([
    { row: 'observation' },
  ]);
});

it('reinforces the nearest, and of equals the oldest', () => {
  const long = 'The old clerk hides a ledger under the loose board in the office';
  const existing = deriveMemories([
    observation({ id: 'younger', content: long, scene: { sessionId: 'main', index: 2 } }),
    observation({ id: 'older', content: long, scene: { sessionId: 'main', index: 1 } }),
    observation({ id: 'longer', content: `${long} today`, scene: { sessionId: 'main', index: 0 } }),
  ]);

  expect(rememberObservations(existing, [reported(long)], inScene(5))).toMatchObject([
    { observationId: 'older' },
  ]);
  expect(rememberObservations(existing, [reported(`${long} today`)], inScene(5))).toMatchObject([
    { observationId: 'longer' },
  ]);
});

it('takes the threshold from the ruleset', () => {
  const existing = deriveMemories([observation({ content: 'The old clerk hides a ledger' })]);
  const from = (near_identical_from: number) => ({
    ...inScene(5),
    policy: { ...policy, near_identical_from },
  });
  const longer = [reported('The old clerk hides a heavy leather ledger')];

  expect(rememberObservations(existing, longer, from(0.6))).toMatchObject([{ row: 'reinforcement' }]);
  expect(rememberObservations(existing, longer, from(0.8))).toMatchObject([{ row: 'observation' }]);
});

it('numbers its rows after those the scene already has', () => {
  const rows = rememberObservations([], [reported('One thing.'), reported('Quite another.')], {
    ...inScene(1),
    firstOrdinal: 7,
  });

  expect(rows.map(({ ordinal }) => ordinal)).toEqual([7, 8]);
});

it('never writes more rows than were reported, and every row is valid and names the scene', () => {
  const content = fc.constantFrom(
    LIFT,
    'The stair broke.',
    'Bram paid 30 crowns.',
    'Bram paid 300 crowns.',
    'Bram never paid.',
  );
  const characterId = fc.constantFrom('npc_lena_001', 'npc_bram_001');
  const turns = fc.array(fc.array(fc.record({ content, characterId }), { maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(turns, (reports) => {
      const rows: MemoryRow[] = [];
      for (const [index, reportsOfTurn] of reports.entries()) {
        const incoming = reportsOfTurn.map((each) =>
          reported(each.content, { characterId: each.characterId }),
        );
        const added = rememberObservations(deriveMemories(rows), incoming, inScene(index));
        expect(added.length).toBeLessThanOrEqual(incoming.length);
        expect(added.every((row) => MemoryRow.safeParse(row).success && row.scene.index === index)).toBe(
          true,
        );
        rows.push(...added);
      }
      const distinct = new Set(reports.flat().map((each) => `${each.characterId}: ${each.content}`));
      const scenesOf = (key: string) =>
        reports.filter((turn) => turn.some((each) => `${each.characterId}: ${each.content}` === key)).length;
      const memories = deriveMemories(rows);
      expect(memories).toHaveLength(distinct.size);
      for (const { characterId: who, content: what, reinforcementCount } of memories) {
        expect(reinforcementCount).toBe(scenesOf(`${who}: ${what}`) - 1);
      }
    }),
    { numRuns: 200 },
  );
});

it('knows a reinforcement row of this scene even when it came from elsewhere', () => {
  const existing = deriveMemories([observation(), reinforcement({ scene: { sessionId: 'main', index: 6 } })]);

  expect(rememberObservations(existing, [reported(LIFT)], inScene(6))).toEqual([]);
});
