import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY);
});
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

it('tells the game master why a mission and a relation changed', async () => {
  const { missions } = await table.change({
    op: 'upsert_mission',
    missionId: 'find_the_ledger',
    title: 'Find the ledger',
    objective: 'It is somewhere in the pier house.',
  });
  expect(Object.keys(missions)).toContain('find_the_ledger');
  const { recording } = await table.say('I lay the ledger on the desk.', {
    prose: 'Ines lays the ledger on the desk. Marit nods slowly.',
    record: {
      missions: [
        { id: 'find_the_ledger', status: 'completed', reason: 'the ledger lies on the desk', sentence: 1 },
      ],
      relations: [
        {
          one: 'pc_auditor_001',
          other: 'npc_marit_001',
          trust: 1,
          reason: 'she was shown the ledger',
          sentence: 2,
        },
      ],
    },
  });
  expect(recording).toContain(
    'Mission Find the ledger: accepted to completed (the ledger lies on the desk).',
  );
  expect(recording).toMatch(/: trust \d+ to \d+ \(she was shown the ledger\)\./);
});
