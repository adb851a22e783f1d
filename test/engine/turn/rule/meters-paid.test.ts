import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { ask } from '../../../support/graphql-clients.ts';
import { writeGuidePack } from '../../../support/guide-pack.ts';
import { globalIdOf } from '../../../support/quay.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

const INES = 'pc_auditor_001';
const MARIT = 'npc_marit_001';

/** Tide Dice with a meter of cold, and shillings. */
function writePack(folder: string): void {
  writeGuidePack(folder);
  const path = join(folder, 'lantern_quay/rulesets/tide_dice.yaml');
  const text = readFileSync(path, 'utf8')
    .replace(
      '    wits: { type: integer, minimum: -1, maximum: 3 }\n',
      `    wits: { type: integer, minimum: -1, maximum: 3 }
    cold: { type: integer, minimum: 0, maximum: 3 }
    shillings: { type: integer, minimum: 0, maximum: 1000 }\n`,
    )
    .replace(
      '  pipeline: full ',
      `  meters:
    cold: { name: Cold, max: 3, at_max: { text: You cannot feel your hands., condition: frozen } }
    shillings: { name: Shillings, max: 1000, start: 12, better: higher, money: true }
  checks:
    - { id: wade, label: Wade, stat: nerve, costs: wade, covers: Wading. }
    - { id: bribe, label: Bribe, stat: wits, costs: bribe, covers: Bribing. }
  costs:
    classes:
      wade: { time: 5, cold: 2 }
      bribe: { time: 1, shillings: -10 }
  pipeline: full `,
    );
  writeFileSync(path, text);
}

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, writePack);
});
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

const sheet = ({ entities }: Snapshot) => Object(entities[INES as never]).stats;
const attempt = (check: string, more: object = {}) => ({
  reading: { actions: [{ kind: 'other' as const, does: check, check, ...more }] },
});

it('begins with the sheet, else where the ruleset says, and shows every meter with its name and bounds', async () => {
  expect(sheet(await table.world())).toMatchObject({ nerve: 1, cold: 0, shillings: 12 });
  const session = await table.engine.store.sessions.find(table.sessionId());
  const { gm, player } = await ask<{ gm: object; player: object }>(
    table.engine.url,
    `query ($id: ID!) {
      gm: scene(id: $id) { meters { name label value min max } }
      player: scene(id: $id, as: PLAYER) { meters { name label value min max } }
    }`,
    { id: globalIdOf('Scene', session?.currentSceneId ?? '') },
  );
  const meters = [
    { name: 'cold', label: 'Cold', value: 0, min: 0, max: 3 },
    { name: 'shillings', label: 'Shillings', value: 12, min: 0, max: 1000 },
  ];
  expect([gm, player]).toEqual([{ meters }, { meters }]);
});

it('keeps one book: sheet, API and prompt show the same numbers after they have changed', async () => {
  await table.change(
    { op: 'change_meter', characterId: INES, meter: 'cold', by: 2 },
    { op: 'change_meter', characterId: INES, meter: 'shillings', by: -5 },
    { op: 'change_meter', characterId: MARIT, meter: 'cold', by: 1 },
  );
  const { after, narrate, turn } = await table.say('I wait.');
  expect(sheet(after)).toMatchObject({ cold: 2, shillings: 7 });
  const { scene } = await ask<{ scene: object }>(
    table.engine.url,
    'query ($id: ID!) { scene(id: $id, as: PLAYER) { meters { name value } } }',
    { id: globalIdOf('Scene', turn.sceneId ?? '') },
  );
  expect(scene).toEqual({
    meters: [
      { name: 'cold', value: 2 },
      { name: 'shillings', value: 7 },
    ],
  });
  const told = table.engine.asked.findLast(({ step }) => step === 'narrate')?.messages.at(-1)?.text;
  expect(told).toContain('cold: 2');
  expect(told).toContain('shillings: 7');
  expect(narrate?.packet.cast.find(({ id }) => id === MARIT)?.condition).toBe('Cold 1 of 3');
  expect(told).toContain('Cold 1 of 3');
});

it('pays what an attempt costs, tells it once, and binds what stands at the end of a scale', async () => {
  const first = await table.say('I wade in.', attempt('wade'));
  expect(sheet(first.after).cold).toBe(2);
  expect(first.narrate?.outcome?.costs).toEqual(['Cold +2']);

  const second = await table.say('I wade on.', attempt('wade'));
  expect(sheet(second.after).cold).toBe(3);
  expect(second.narrate?.outcome?.costs).toEqual(['Cold +1']);
  expect(second.narrate?.fallsDue).toContain('You cannot feel your hands.');
  expect(second.after.entities[INES as never]).toMatchObject({ conditions: [{ name: 'frozen' }] });
});

it('refuses what cannot be paid, before the dice', async () => {
  const paid = await table.say('I bribe the clerk.', attempt('bribe'));
  expect(sheet(paid.after).shillings).toBe(2);
  const refused = await table.say('I bribe him again.', attempt('bribe'));
  expect(sheet(refused.after).shillings).toBe(2);
  expect(refused.narrate?.blocked).toMatchObject([{ reason: 'Ines Varga has only 2 shillings.' }]);
  expect(refused.narrate?.outcome).toBeNull();
});

it('hands over what the player pays with a check', async () => {
  const { after } = await table.say(
    'I slip Marit five shillings.',
    attempt('wade', { target: MARIT, pays: 5 }),
  );
  expect(sheet(after).shillings).toBe(7);
  expect(Object(after.entities[MARIT as never]).stats.shillings).toBe(17);
});

it('shoots with no rifle that nobody owns', async () => {
  const { narrate, after, before } = await table.say('I shoot at the gulls with my rifle.', {
    reading: { actions: [{ kind: 'attack', target: MARIT, items: ['rifle'], check: 'wade' }] },
  });
  expect(narrate?.blocked).toMatchObject([{ reason: 'Ines Varga does not have rifle.' }]);
  expect(sheet(after).cold).toBe(sheet(before).cold);
});

it('provokes those against whom attempts fail', async () => {
  const escalation = async () => Object((await table.world()).entities[MARIT as never]).internal.escalation;
  expect(await escalation()).toBeUndefined();
  let failures = 0;
  while (failures < 3) {
    await table.change({ op: 'change_money', characterId: INES, by: 10 });
    const { narrate } = await table.say(
      'I bribe Marit.',
      attempt('bribe', { target: MARIT, risk: ['violence'] }),
    );
    if (narrate?.outcome?.degree === 'failure') failures += 1;
  }
  expect((await escalation()).level).not.toBe('soft');
});
