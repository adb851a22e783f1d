import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { writeGuidePack } from '../../../support/guide-pack.ts';
import { findId } from '../../../support/plain/shared-readings.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

const MARIT = 'npc_marit_001';
const INES = 'pc_auditor_001';
/** What the engine announces when its time comes; until then nobody may tell it. */
const HIDDEN = 'The water gate stands open and the cellars of the Ropewalk fill with brown water.';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, (folder) => {
    writeGuidePack(folder);
    const path = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
    const ruleset = readFileSync(path, 'utf8')
      .replace(/^ {2}on_finding:.*\n/m, '')
      .replace('pipeline: full', 'pipeline: full\n  on_finding: { secrets: fail }');
    writeFileSync(path, ruleset);
  });
});
beforeEach(async () => {
  await table.restart();
  await table.change({
    op: 'add_fact',
    subjectId: 'loc_ropewalk_001',
    predicate: 'is',
    object: HIDDEN,
    visibility: 'hidden',
  });
});
afterAll(() => table.engine.close());

const wait = { reading: { actions: [{ kind: 'wait' as const, does: 'wait', minutes: 30 }] }, prose: HIDDEN };

it('is a leak before its time', async () => {
  const { narration, recording } = await table.play(createStoryInput('I wait.'), wait);
  expect(narration).not.toContain(HIDDEN);
  expect(recording).toContain('"check":"secrets"');
});

it.each([
  [
    'what a missed deadline brings',
    [
      {
        op: 'set_deadline',
        deadlineId: 'gate',
        description: 'The tide.',
        dueIn: { minutes: 10 },
        consequences: HIDDEN,
        visibility: 'public',
      },
    ],
  ],
  [
    'the text of a clock that reaches its mark',
    [
      {
        op: 'start_clock',
        clockId: 'gate',
        name: 'The gate',
        max: 1,
        visibility: 'public',
        triggers: [{ at: 1, description: HIDDEN }],
      },
      {
        op: 'set_deadline',
        deadlineId: 'gate',
        description: 'The tide.',
        dueIn: { minutes: 10 },
        operations: [{ op: 'tick_clock', clockId: 'gate', by: 1 }],
      },
    ],
  ],
])('is no leak in the turn that announces %s', async (_what, operations) => {
  await table.change(...operations);
  const { narration, narrate, recording, after } = await table.say('I wait.', {
    ...wait,
    record: { summary: HIDDEN },
  });
  expect(narrate?.fallsDue.join('\n')).toContain(HIDDEN);
  expect(narration).toContain(HIDDEN);
  expect(after.runningSummary).toContain(HIDDEN);
  expect(recording).not.toContain('"check":"secrets"');
});

const SHOWN = { visibility: 'public' };

it.each([
  ['deadline', { op: 'set_deadline', deadlineId: 'gate', description: HIDDEN, dueIn: { days: 9 }, ...SHOWN }],
  ['clock', { op: 'start_clock', clockId: 'gate', name: HIDDEN, max: 4, ...SHOWN }],
  ['thread', { op: 'open_thread', threadId: 'gate', title: 'The gate', stakes: HIDDEN, ...SHOWN }],
  ['mission', { op: 'upsert_mission', missionId: 'gate', title: 'The gate', objective: HIDDEN }],
])('is no leak when players see it in a %s', async (_what, operation) => {
  await table.change(operation);
  const { narration, recording } = await table.say('I wait.', wait);
  expect(narration).toContain(HIDDEN);
  expect(recording).not.toContain('"check":"secrets"');
});

it('leaves what the rules did where a summary gives a secret away', async () => {
  const { after } = await table.say('I give Marit the key.', {
    reading: (input) => ({
      actions: [{ kind: 'give', target: MARIT, items: [findId(input, 'brass key')] }],
    }),
    prose: 'Marit turns the key over and hangs it on its nail.',
    record: { summary: HIDDEN },
  });
  expect(after.runningSummary).not.toContain(HIDDEN);
  expect(after.runningSummary).toMatch(/Ines Varga gives (?:A|the|a) brass key to Marit Sund/);
});

it('is no leak to tell what the rules did, though somebody was secretly hoping for it', async () => {
  const given = 'Ines Varga gives a braided lanyard with seven knots to Marit Sund';
  const prepare = () =>
    table.change(
      { op: 'introduce_item', name: 'A braided lanyard with seven knots', ownerId: INES },
      { op: 'add_fact', subjectId: MARIT, visibility: 'hidden', predicate: 'hopes:', object: `${given}.` },
    );
  const prose = `The stove ticks. ${given}.`;
  await prepare();
  const before = await table.play(createStoryInput('I wait.'), { ...wait, prose });
  expect(before.recording).toContain('"check":"secrets"');
  await table.restart();
  await prepare();
  const { narration, narrate, recording } = await table.say('I give it to Marit.', {
    reading: (input) => ({
      actions: [{ kind: 'give', target: MARIT, items: [findId(input, 'lanyard')] }],
    }),
    prose,
  });
  expect(narrate?.done.join(' ')).toContain('seven knots to Marit Sund');
  expect(narration).toBe(prose);
  expect(recording).not.toContain('"check":"secrets"');
});
