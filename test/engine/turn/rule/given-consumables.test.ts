import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findConsumable } from '#engine/srd5e/resources.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { blockOf, creature } from '../../../support/arena.ts';
import { ROAD, writeFightPack } from '../../../support/fight-pack.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';
import { adventurer } from '../../srd5e/creatures.ts';

const KIRA = 'pc_kira_001';
const HOLM = 'npc_holm_001';
const ASH = 'npc_ash_001';
const POTION = 'potion of healing';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(ROAD, writeFightPack);
}, 60_000);
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

const give = (target: string, more: object = {}) =>
  table.say('I hand it over.', {
    reading: { actions: [{ kind: 'give', target, items: [POTION], ...more }] },
  });
const potions = (snapshot: Snapshot, id: string) => left(snapshot, id, 'potion_of_healing');
const left = (snapshot: Snapshot, id: string, key: string) =>
  blockOf(snapshot, id).resources.consumables[key] ?? 0;

it('hands a potion of the sheet over, named as a thing or as a means, and tells what is left', async () => {
  const first = await give(HOLM);
  expect(first.narrate?.blocked).toEqual([]);
  expect(first.narrate?.done).toEqual(['Kira gives potion of healing to Holm. 1 are left.']);
  expect([potions(first.after, KIRA), potions(first.after, HOLM)]).toEqual([1, 3]);

  const second = await give(HOLM, { items: [], means: POTION });
  expect(second.narrate?.done).toEqual(['Kira gives potion of healing to Holm.']);
  expect([potions(second.after, KIRA), potions(second.after, HOLM)]).toEqual([0, 4]);

  const none = await give(HOLM);
  expect(none.narrate?.blocked).toMatchObject([{ reason: 'Kira does not have potion of healing.' }]);
  expect([potions(none.after, KIRA), potions(none.after, HOLM)]).toEqual([0, 4]);
});

it('hands over several at once, never more than are left', async () => {
  const { after, narrate } = await give(HOLM, { quantity: 3 });
  expect(narrate?.blocked).toMatchObject([{ reason: 'There are only 2 of potion of healing.' }]);
  expect([potions(after, KIRA), potions(after, HOLM)]).toEqual([2, 2]);
  const both = await give(HOLM, { quantity: 2 });
  expect(both.narrate?.done).toEqual(['Kira gives potion of healing (2) to Holm.']);
  expect([potions(both.after, KIRA), potions(both.after, HOLM)]).toEqual([0, 4]);
  const one = await give(HOLM, { items: ['javelin'], quantity: 2 });
  expect(one.narrate?.blocked).toMatchObject([{ reason: 'There is only 1 of javelins.' }]);
  const javelin = await give(HOLM, { items: ['javelin'] });
  expect([left(javelin.after, KIRA, 'javelins'), left(javelin.after, HOLM, 'javelins')]).toEqual([0, 2]);
});

it('gives one without a stat block the usual one with the gift', async () => {
  const met = await table.change({ op: 'enter_scene', characterId: ASH });
  expect(met.entities[ASH as never]).toMatchObject({ stats: {} });
  const { after, narrate } = await give(ASH);
  expect(narrate?.done).toEqual(['Kira gives potion of healing to Ash. 1 are left.']);
  expect([potions(after, KIRA), potions(after, ASH)]).toEqual([1, 1]);
  expect(blockOf(after, ASH).challenge_rating).toBe('1/8');
});

it('hands a potion over in the middle of a fight', async () => {
  const tough = JSON.parse(JSON.stringify({ ...creature('Bandit'), hit_points: { current: 900, max: 900 } }));
  await table.change(
    { op: 'enter_scene', characterId: ASH },
    { op: 'set_stat_block', characterId: ASH, stats: tough },
  );
  const fight = await table.say('I strike at Ash.', {
    reading: { actions: [{ kind: 'attack', target: ASH }] },
  });
  const { after, narrate } = await give(HOLM);
  expect(fight.after.combat).not.toBeNull();
  expect(narrate?.done).toContain('Kira gives potion of healing to Holm. 1 are left.');
  expect(potions(after, KIRA)).toBe(1);
});

it('administers what heals to one who lies dying, and gives them nothing else', async () => {
  const down = await table.change({ op: 'set_hit_points', characterId: HOLM, current: 0 });
  expect(blockOf(down, HOLM).status).toBe('unconscious');
  const arrows = await give(HOLM, { items: ['javelins'] });
  expect(arrows.narrate?.blocked).toMatchObject([{ reason: 'Holm is unconscious.' }]);

  await table.restart();
  await table.change({ op: 'set_hit_points', characterId: HOLM, current: 0 });
  const { after, narrate } = await give(HOLM);
  expect(narrate?.outcome?.text).toContain('Kira uses potion of healing.');
  expect(narrate?.done.join(' ')).not.toContain('gives');
  expect(blockOf(after, HOLM)).toMatchObject({ status: 'conscious' });
  expect([potions(after, KIRA), potions(after, HOLM)]).toEqual([1, 2]);
});

it('knows a consumable by its words, in any order and with other endings', () => {
  const block = adventurer('fighter', 3, {
    resources: {
      consumables: { potion_of_greater_healing: 1, potion_of_healing: 2, crossbow_bolts: 20, javelins: 0 },
    },
  });
  const find = (name: string) => findConsumable(block, name)?.key;
  expect(find('Potion of Healing')).toBe('potion_of_healing');
  expect(find('potions of healing')).toBe('potion_of_healing');
  expect(find('healing potion')).toBe('potion_of_healing');
  expect(find('greater healing potion')).toBe('potion_of_greater_healing');
  expect(find('bolt')).toBe('crossbow_bolts');
  expect(findConsumable(block, 'javelin')).toEqual({ key: 'javelins', count: 0 });
  expect(find('potion of flying')).toBeUndefined();
  expect(find('-')).toBeUndefined();
});
