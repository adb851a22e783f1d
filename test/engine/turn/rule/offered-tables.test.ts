import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { countMinutes } from '#engine/util/world-time.ts';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { writeGuidePack } from '../../../support/guide-pack.ts';
import { readSharedWords } from '../../../support/plain/shared-readings.ts';
import { meets, openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

const INES = 'pc_auditor_001';
const MARIT = 'npc_marit_001';
const PERSUADE = 'I persuade the clerk to open the ledger.';
const ROWS = [
  { from: 1, to: 20, outcome: 'Marit throws the key into the harbour' },
  { from: 21, to: 40, outcome: 'Marit asks for a day' },
  { from: 41, to: 60, outcome: 'Marit opens the ledger at one page' },
  { from: 61, to: 90, outcome: 'Marit opens the ledger' },
  { from: 91, to: 100, outcome: 'Marit gives the ledger away' },
];

function writeTables(folder: string): void {
  writeGuidePack(folder);
  const path = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
  const table = 'resolution: { kind: table_d100, roll_types: [persuasion, chaos, battle] }';
  writeFileSync(path, readFileSync(path, 'utf8').replace(/resolution: \{.*\}/, table));
  const marit = join(folder, 'lantern_quay', 'characters', 'marit.md');
  const response = '  - { trigger: greet the clerk, line: "Marit nods, once." }';
  writeFileSync(marit, readFileSync(marit, 'utf8').replace(/^responses:.*$/m, `$&\n${response}`));
}

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, writeTables);
});
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

const operations = [{ op: 'change_inventory', ownerId: INES, itemId: 'brass key', by: -1 }];
const offer = () =>
  table.say(PERSUADE, {
    prose: 'Marit lays her hand on the ledger and waits.',
    parts: { rows: ROWS },
    record: {
      rows: [
        { from: 1, minutes: 90, operations },
        { from: 21, minutes: 1_440 },
        { from: 41, minutes: 2_880, operations: [{ op: 'move_party', placeId: 'The mole' }] },
      ],
    },
  });
const roll = (face: number) => table.play({ kind: 'roll', personaId: null, faces: [face] });

it('offers the table the narrator wrote, with the choices gone', async () => {
  const { after, narrate, record } = await offer();
  expect(narrate?.tableDue).toBe('persuasion');
  expect(record?.rows).toEqual(ROWS);
  expect(after.pendingRoll).toMatchObject({ type: 'persuasion', personaId: INES });
  expect(after.pendingRoll?.rows.map(({ kind }) => kind)).toEqual([
    'catastrophic',
    'ordinary',
    'ordinary',
    'ordinary',
    'exceptional',
  ]);
});

it('applies the minutes and the operations of the row that was hit, and tells the narrator', async () => {
  await offer();
  const { turn, before, after, narrate } = await roll(7);
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
  expect(narrate?.rolled).toMatchObject({ value: 7, from: 1, to: 20, outcome: ROWS[0]?.outcome });
  expect(narrate?.callType).toBe('roll_result');
  expect(countMinutes(before.time, after.time)).toBe(90);
  expect(JSON.stringify(after.inventory[INES as never] ?? {})).not.toContain('brass_key');
  expect(after.pendingRoll).toBeNull();
});

it('counts a row’s time also past the next deadline', async () => {
  await table.change({
    op: 'set_deadline',
    deadlineId: 'the_bell',
    description: 'The chapel bell rings.',
    dueIn: { minutes: 60 },
    consequences: 'Nobody sleeps.',
    visibility: 'public',
  });
  await offer();
  const { before, after, narrate } = await roll(30);
  expect(countMinutes(before.time, after.time)).toBe(1_440);
  expect(narrate?.fallsDue.join(' ')).toContain('chapel bell');
});

it('counts a row’s time also where its way is shorter', async () => {
  await offer();
  const { before, after } = await roll(50);
  expect(after.scene.placeId).toBe('loc_mole_001');
  expect(countMinutes(before.time, after.time)).toBe(2_880);
});

it('changes nothing by rows that were not hit', async () => {
  await offer();
  const { before, after } = await roll(99);
  expect(after.inventory[INES as never]).toEqual(before.inventory[INES as never]);
  expect(countMinutes(before.time, after.time)).toBeLessThan(10);
});

/** Persuades Marit with words that also meet the trigger of a hidden fact; only the row from 61 lets it happen. */
async function offerWithSecret() {
  const when = 'ask Marit to open the ledger';
  const { facts } = await table.change({
    op: 'add_fact',
    subjectId: MARIT,
    predicate: 'keeps',
    object: 'a second ledger under the floor',
    visibility: 'hidden',
    triggers: [when],
  });
  const factId = Object.values(facts).find(({ triggers }) => triggers.includes(when))?.id ?? '';
  const offered = await table.say(PERSUADE, {
    prose: 'Marit lays her hand on the ledger and waits.',
    parts: { rows: ROWS },
    reading: (input) => ({
      ...readSharedWords(input),
      ...meets(when, 'persuade the clerk to open the ledger')(input),
    }),
    record: ({ held = [] }) => ({
      rows: [
        { from: 41, triggers: ['fact_9999.0'] },
        { from: 61, triggers: held.map(({ id }) => id) },
      ],
    }),
  });
  const isKnown = (world: Snapshot) =>
    Object.entries(world.facts).some(
      ([id, fact]) => id === factId && fact.knownTo.some((one) => one === INES),
    );
  return { offered, isKnown, when };
}

it('holds what the attempt would bring to light until the dice have decided', async () => {
  const { offered, isKnown, when } = await offerWithSecret();
  expect(offered.record?.held?.map((one) => one.when)).toEqual([when]);
  expect(offered.narrate?.revealed).toEqual([]);
  expect(isKnown(offered.after)).toBe(false);
  const { after, narrate } = await roll(70);
  expect(isKnown(after)).toBe(true);
  expect(narrate?.revealed.map(({ text }) => text).join()).toContain('second ledger');
});

it('gives an authored answer at once, though the attempt beside it is open', async () => {
  const { narrate, record } = await table.say('I greet the clerk and persuade her to open the ledger.', {
    parts: { rows: ROWS },
    reading: (input) => ({
      ...readSharedWords({ ...input, playerText: PERSUADE }),
      ...meets('greet the clerk', 'greet the clerk')(input),
    }),
  });
  expect(narrate?.tableDue).toBe('persuasion');
  expect(narrate?.responses?.map(({ text }) => text)).toEqual(['Marit nods, once.']);
  expect(record?.held).toBeUndefined();
});

it('brings nothing to light by a row that does not let it happen', async () => {
  const { isKnown } = await offerWithSecret();
  const { after, narrate } = await roll(50);
  expect(isKnown(after)).toBe(false);
  expect(narrate?.revealed).toEqual([]);
});

it('refuses story input while the roll is awaited, and a roll when none is', async () => {
  const submit = (actionId: string, input: Parameters<typeof table.play>[0]) =>
    table.engine.turns.submit({ sessionId: table.sessionId(), actionId, input });
  expect(await submit('too early', { kind: 'roll', personaId: null, faces: [7] })).toMatchObject({
    claim: 'nothing-awaited',
  });
  await offer();
  const words = { kind: 'story', personaId: null, text: 'I leave.', choiceKey: null, mode: 'STORY' } as const;
  const refused = await submit('words', words);
  const turn = 'submission' in refused ? await table.engine.turns.finished(refused.turn.id) : null;
  expect(turn?.failure?.code ?? Object(refused).claim).toMatch(/ROLL_REFUSED|roll-awaited/);
  expect(await roll(7)).toMatchObject({ turn: { status: 'committed' } });
});

it('leaves the player with choices where the table cannot be offered', async () => {
  const { after } = await table.say(PERSUADE, { parts: { rows: ROWS.slice(0, 2) } });
  expect(after.pendingRoll).toBeNull();
  expect(after.planning.choices.length).toBeGreaterThan(1);
});

it('offers no table where nothing is uncertain', async () => {
  const { after, narrate } = await table.say('I greet Marit.', {
    reading: { kind: 'speak', addressed: [MARIT] },
  });
  expect(narrate?.tableDue).toBeNull();
  expect(after.pendingRoll).toBeNull();
});
