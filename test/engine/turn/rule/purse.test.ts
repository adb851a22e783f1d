import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { writeGuidePack } from '../../../support/guide-pack.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

const MARIT = 'npc_marit_001';

/** Tide Dice keep no money on their sheets; the story has a chest to pay from. */
function writePack(folder: string): void {
  writeGuidePack(folder);
  const path = join(folder, 'lantern_quay/entry_points/the_second_ledger.yaml');
  const chest = '  - { id: chest, name: The chest, amount: 12, purse: true, consequence: It is empty. }\n';
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/^resources:.*\n/m, (line) => `${line}${chest}`),
  );
}

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, writePack);
});
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

const payment = (pays: number) => ({ kind: 'give' as const, does: 'pay her', target: MARIT, pays });
const pay = (pays: number) => ({ reading: { actions: [payment(pays)] } });

it('is paid from where sheets keep no money, and told', async () => {
  const { after, narrate } = await table.say('I count out five for Marit.', pay(5));

  expect(after.resources.chest?.amount).toBe(7);
  expect(narrate?.done).toEqual([expect.stringMatching(/^Ines Varga pays .* 5 from this: The chest\.$/)]);
});

it('is not paid from beyond what is in it', async () => {
  const { after, narrate } = await table.say('I count out fifty for Marit.', pay(50));

  expect(after.resources.chest?.amount).toBe(12);
  expect(narrate?.blocked).toMatchObject([{ reason: 'There is not so much left: The chest.' }]);
});

it('pays no second time what it has not left', async () => {
  const { after, narrate } = await table.say('I pay her eight, and eight more.', {
    reading: { actions: [payment(8), payment(8)] },
  });

  expect(after.resources.chest?.amount).toBe(4);
  expect(narrate?.done).toHaveLength(1);
  expect(narrate?.blocked).toMatchObject([{ reason: 'There is not so much left: The chest.' }]);
});

it('pays what is handed over with a check', async () => {
  const { after, read } = await table.say('I slip her five and lie.', {
    reading: ({ checks: [check] }) => ({ actions: [{ ...payment(5), check: check?.id ?? '' }] }),
  });

  expect(read?.money).toEqual({ name: 'The chest', amount: 12 });
  expect(after.resources.chest?.amount).toBe(7);
});
