import { afterAll, beforeAll, expect, it } from 'vitest';
import { openScriptedTable, type ScriptedTable } from '../../support/scripted-turns.ts';
import { copyShippedPack } from '../../support/shipped-packs.ts';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable('castile_1430:fifty_days_of_may', copyShippedPack('castile_1430'));
}, 60_000);
afterAll(() => table.engine.close());

it('gives the reader ids of known places several ways off, and takes the persona there', async () => {
  const { read, before, after } = await table.say('I ride on to Alcántara.', {
    reading: ({ further = [] }) => {
      const to = further.find(({ name }) => name === 'Alcántara')?.id ?? '';
      return { moves_to: to, actions: [{ kind: 'move', target: to }] };
    },
  });

  const further = read?.further?.map(({ id }) => id) ?? [];
  expect(further).toContain('loc_alcantara_001');
  expect(further).not.toContain(before.scene.placeId);
  expect(further.filter((id) => read?.exits.some(({ to }) => to === id))).toEqual([]);
  expect(after.scene.placeId).toBe('loc_alcantara_001');
});
