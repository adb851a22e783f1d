import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeTwoPersonas } from '../../../support/accounts.ts';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { meets, openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, writeTwoPersonas, undefined, ['auditor', 'marit']);
});
afterAll(() => table.engine.close());

const SECRET = 'Under the salt in the third herring barrel';

it('tells the narrator of a table that a persona found something, and only its player what', async () => {
  const { turn, narrate } = await table.say('I search the barrels in the store.', {
    reading: meets('search the barrels', 'search the barrels'),
  });
  expect(narrate?.revealed).toEqual([]);
  expect(narrate?.done).toEqual([
    'Ines Varga notices something that the others do not; it is not said what.',
  ]);
  expect(JSON.stringify(narrate)).not.toContain(SECRET);
  const notices = (await table.events(turn.id)).filter((event) => JSON.stringify(event).includes(SECRET));
  expect(notices).toHaveLength(1);
  expect(JSON.stringify(notices)).toContain('persona-notified');
});
