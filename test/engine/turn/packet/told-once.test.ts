import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { writeGuidePack } from '../../../support/guide-pack.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

const MARIT = 'npc_marit_001';
const TOMAS = 'npc_tomas_001';
const MOLE = 'loc_mole_001';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, (folder) => {
    writeGuidePack(folder);
    const path = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/pipeline: full.*/, 'pipeline: duet'));
  });
});
afterAll(() => table.engine.close());

const lastMessage = () =>
  table.engine.asked.findLast(({ step }) => step === 'narrate')?.messages.at(-1)?.text ?? '';

it('tells the narrator neither events nor memories of exchanges that the conversation tells, and hearsay', async () => {
  await table.say('I count the barrels.', {
    prose: 'Marit watches the counting and says nothing.',
    record: {
      events: [
        {
          type: 'npc_action',
          summary: 'The barrels were counted before Marit.',
          characters: [MARIT],
          sentence: 1,
        },
      ],
      observations: [
        { character_id: MARIT, content: 'The auditor counted twice.', importance: 3, sentence: 1 },
        {
          character_id: TOMAS,
          content: 'The barrels are short.',
          importance: 3,
          told_by: MARIT,
          sentence: 1,
        },
      ],
    },
  });
  const { narrate } = await table.say('I look at Marit.');
  expect(narrate?.packet.recentEvents).toContainEqual(
    expect.objectContaining({ summary: 'The barrels were counted before Marit.', isTold: true }),
  );
  expect(lastMessage()).not.toContain('The barrels were counted before Marit.');
  const marit = narrate?.packet.cast.find(({ id }) => id === MARIT);
  expect(marit?.relation).not.toContain('The auditor counted twice.');

  const there = await table.say('I go to the mole.', {
    reading: { moves_to: MOLE, actions: [{ kind: 'move', target: MOLE }] },
  });
  const tomas = there.narrate?.packet.cast.find(({ id }) => id === TOMAS);
  expect(tomas?.relation).toContain('The barrels are short.');
});

it('tells the narrator events that no exchange tells', async () => {
  await table.change({
    op: 'log_event',
    type: 'npc_action',
    summary: 'A ship was seen off the mole.',
    characterIds: [MARIT],
    scope: 'campaign',
    visibility: 'public',
  });
  await table.say('I look out.');
  expect(lastMessage()).toContain('A ship was seen off the mole.');
});
