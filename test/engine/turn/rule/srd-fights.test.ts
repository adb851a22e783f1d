import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReadInput } from '#engine/contracts/reading.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { blockOf } from '../../../support/arena.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';
import { copyShippedPacks } from '../../../support/shipped-packs.ts';
import { rollsAlong } from '../../../support/waiting-table.ts';

const ROAD = 'mystika:the_quiet_road';
const STROKE = 'I attack Jossamy with my longsword.';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(ROAD, copyShippedPacks);
}, 60_000);
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

const persona = ({ personas }: Snapshot) => String(personas[0]);
const jossamy = ({ entities }: Snapshot) =>
  Object.values(entities).find(({ kind, name }) => kind === 'character' && name.includes('Jossamy'))?.id ??
  '';
const jossamyAmong = (present: ReadInput['present']) =>
  present.find(({ name }) => name.includes('Jossamy'))?.id ?? '';
const rolls = async () =>
  (await rollsAlong(table.engine, table.sessionId())).map((roll) => ({
    characterId: String(Object(roll).characterId),
    purpose: roll.purpose,
  }));

it('opens a fight for an attack, with sides, and rolls it before anything is told', async () => {
  const { after, narrate } = await table.say(STROKE);
  const sides = new Map(after.combat?.combatants.map(({ id, side }) => [String(id), side]));
  expect(sides.get(persona(after))).toBe('party');
  expect(sides.get(jossamy(after))).toBe('foes');
  expect(narrate?.outcome?.rolls.length).toBeGreaterThan(1);
  expect(await rolls()).toContainEqual(expect.objectContaining({ characterId: persona(after) }));
});

it('lets combatants nobody speaks for act by their stat block', async () => {
  const { after } = await table.say(STROKE);
  const made = await rolls();
  const attacks = made.filter(
    ({ characterId, purpose }) => characterId === jossamy(after) && !/initiative/i.test(purpose),
  );
  expect(attacks.length).toBeGreaterThan(0);
});

it('rules what a character attempts in answer, and lets it not act twice', async () => {
  const before = await table.world();
  const attempt = { kind: 'attack', target: persona(before), means: '', check: '' };
  table.script.set('react', () => ({
    say: JSON.stringify({ action: 'Jossamy swings the toll-bar.', attempt }),
  }));
  const { after, narrate } = await table.say(STROKE);
  const made = (await rolls()).filter(({ characterId }) => characterId === jossamy(after));
  expect(made.filter(({ purpose }) => /attack|toll/i.test(purpose)).length).toBeGreaterThan(0);
  expect(narrate?.actions).toMatchObject([{ characterId: jossamy(after) }]);
});

it('strikes for no combatant who was asked and attempts nothing, and for one whose blow names nobody', async () => {
  await table.say(STROKE);
  const begun = await table.world();
  // Both stand through any number of blows.
  const before = await table.change(
    ...[persona(begun), jossamy(begun)].map((characterId) => ({
      op: 'set_stat_block',
      characterId,
      // JSON by its schema
      stats: { ...blockOf(begun, characterId), hit_points: { current: 500, max: 500, temporary: 0 } } as Json,
    })),
  );
  const attacks = async (attempt: object | null) => {
    table.script.set('react', ({ input }) => {
      const isFoe = Object(input).characterId === jossamy(before);
      expect(Object(input).fights).toBe(true);
      return {
        say: JSON.stringify(isFoe ? { action: 'The bar trails idle.', attempt } : { action: 'Waits.' }),
      };
    });
    const from = (await rolls()).length;
    const { after, narrate } = await table.say(STROKE);
    expect(after.combat?.combatants.find(({ id }) => id === jossamy(after))?.out).toBe(false);
    const made = (await rolls()).slice(from);
    const struckAt = narrate?.outcome?.text.match(/toll-bar (strikes|misses) \w/g) ?? [];
    const count = made.filter(
      ({ characterId, purpose }) => characterId === jossamy(after) && /attack/i.test(purpose),
    ).length;
    // Every blow is aimed at somebody.
    expect(struckAt, narrate?.outcome?.text).toHaveLength(count);
    return count;
  };
  const none = { target: '', check: '', means: '' };
  expect(await attacks(null)).toBe(0);
  expect(await attacks({ ...none, kind: 'talk', target: persona(before) })).toBe(0);
  expect(await attacks({ ...none, kind: 'attack', means: 'a weapon it never had' })).toBeGreaterThan(0);
  expect(await attacks({ ...none, kind: 'attack', target: 'somebody_unheard_of' })).toBeGreaterThan(0);
  expect(await attacks({ ...none, kind: 'cast', means: 'a spell nobody knows' })).toBeGreaterThan(0);
});

it('lets no model hurt, heal or raise anybody in a fight; a game master in GOD mode can', async () => {
  await table.say(STROKE);
  const before = await table.world();
  const [own, target] = [persona(before), jossamy(before)];
  const quote = 'Jossamy bleeds and you feel whole.';
  const operations = [
    { op: 'deal_damage', targetId: target, amount: 200, type: 'fire' },
    { op: 'heal', targetId: own, amount: 99, quote },
    { op: 'set_hit_points', characterId: target, current: 1 },
    { op: 'set_life', characterId: target, status: 'dead' },
    { op: 'grant_temporary_hit_points', targetId: own, amount: 50, quote },
    { op: 'update_entity', entityId: target, path: 'stats.hit_points.current', value: 1 },
    { op: 'set', path: `entities.${target}.stats.hit_points.current`, value: 1 },
    { op: 'award_experience', amount: 900, quote },
  ];
  const { after, recording } = await table.play(createStoryInput('I step back.'), {
    reading: { actions: [{ kind: 'other', does: 'step back' }] },
    prose: quote,
    record: { operations },
  });
  expect(recording).toContain('notBacked');
  expect(after.combat).not.toBeNull();
  // Companions go on striking; the 200 points and the 1 of the model count for nothing.
  expect(blockOf(after, target).hit_points.current).toBeGreaterThan(1);
  expect(blockOf(before, target).hit_points.current - blockOf(after, target).hit_points.current).toBeLessThan(
    60,
  );
  expect(blockOf(after, own).experience).toBe(blockOf(before, own).experience);
  expect(blockOf(after, own).hit_points.current).toBeLessThanOrEqual(blockOf(before, own).hit_points.current);
  expect(blockOf(after, own).hit_points.temporary).toBe(blockOf(before, own).hit_points.temporary);

  const commanded = await table.change({ op: 'set_hit_points', characterId: target, current: 1 });
  expect(blockOf(commanded, target).hit_points.current).toBe(1);
});

it('asks for the telling of a fight as long as it is on, whatever the reading says', async () => {
  expect((await table.say('I look at the bridge.')).narrate?.callType).toBe('narrative');
  const begun = await table.say(STROKE, {
    reading: ({ present }) => ({
      call_type: 'narrative',
      actions: [{ kind: 'attack', does: 'attack Jossamy', target: jossamyAmong(present) }],
    }),
  });
  expect(begun.before.combat).toBeNull();
  expect(begun.after.combat).not.toBeNull();
  expect(begun.narrate?.callType).toBe('battle');
  const back = { call_type: 'narrative', actions: [{ kind: 'other', does: 'step back' }] };
  expect((await table.say('I step back.', { reading: back })).narrate?.callType).toBe('battle');
  const fled = { call_type: 'narrative', actions: [{ kind: 'flee', does: 'run from the fight' }] };
  const { after, narrate } = await table.say('I run from the fight.', { reading: fled });
  expect(after.combat).toBeNull();
  expect(narrate?.callType).toBe('battle');
});

it('takes the same faces when a turn is tried again', async () => {
  table.script.set('record', () => ({ say: 'no' }));
  const failed = await table.play(createStoryInput(STROKE), {}, 'stroke');
  expect(failed.turn.status).toBe('failed');
  table.script.delete('record');
  const again = await table.play(createStoryInput(STROKE), {}, 'stroke');
  expect(again.turn).toMatchObject({ status: 'committed', attempt: 2 });
  const first = JSON.parse(JSON.stringify(await table.engine.store.turns.recording(failed.turn.id, 1))).rolls;
  const second = JSON.parse(again.recording).rolls;
  expect(second.map(({ faces }: { faces: number[] }) => faces)).toEqual(
    first.map(({ faces }: { faces: number[] }) => faces),
  );
});

it('spends the spell slot of the level the player names, and refuses the spell when none is left', async () => {
  const id = persona(await table.world());
  const slots = { '2': { used: 0, total: 1 } };
  await table.change({
    op: 'update_entity',
    entityId: id,
    path: 'stats.resources.spell_slots',
    value: slots,
  });
  const reading = {
    actions: [{ kind: 'cast', does: 'bless the bridge', means: 'bless', level: 2 }],
  };

  const cast = await table.say('I cast bless with a slot of the second level.', { reading });
  const spent = { stats: { resources: { spell_slots: { '2': { used: 1, total: 1 } } } } };
  expect(cast.after.entities[id as never]).toMatchObject(spent);
  expect(cast.narrate?.outcome?.text).toMatch(/spends a spell slot of level 2/);

  const again = await table.say('I cast bless with a slot of the second level.', { reading });
  expect(again.after.entities[id as never]).toMatchObject(spent);
  expect(again.narrate?.outcome?.text).toMatch(/has no spell slot of level 2 left/);
  expect(again.narrate?.outcome?.degree).toBe('failure');
});

it('takes a companion who strikes at a foe for one of the party, who never strikes at it', async () => {
  await table.say(STROKE);
  const before = await table.world();
  const zephine =
    Object.values(before.entities).find(
      ({ kind, name }) => kind === 'character' && name.startsWith('Zephine'),
    )?.id ?? '';
  const attempt = { kind: 'cast', target: jossamy(before), means: 'Fire Bolt', check: '' };
  table.script.set('react', () => ({ say: JSON.stringify({ action: 'Zephine writes fire.', attempt }) }));
  const { after } = await table.play(createStoryInput('Zephine, now!'), {
    reading: { addressed: [zephine], actions: [{ kind: 'other', does: 'make room for Zephine' }] },
  });
  const sides = new Map(after.combat?.combatants.map(({ id, side }) => [String(id), side]));
  expect(sides.get(zephine)).toBe('party');
});
