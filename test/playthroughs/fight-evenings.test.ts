import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { countMinutes } from '#engine/util/world-time.ts';
import { blockOf } from '../support/arena.ts';
import { ROAD, writeFightPack } from '../support/fight-pack.ts';
import type { ReadingDraft } from '../support/plain/shared-readings.ts';
import { openScriptedTable, type ScriptedTable, type ScriptedTurn } from '../support/scripted-turns.ts';

let table: ScriptedTable;
beforeAll(async () => {
  const personas = ['fight_night:kira', 'fight_night:pip'];
  table = await openScriptedTable(ROAD, writeFightPack, undefined, personas);
}, 60_000);
afterAll(() => table.engine.close());

const KIRA = 'pc_kira_001' as CharacterId;
const PIP = 'pc_pip_001' as CharacterId;

/** The persona whose turn it is in the fight, else Kira. */
const awaited = ({ combat }: Snapshot): CharacterId => {
  const current = combat?.combatants[combat.turn]?.id;
  return current === PIP ? PIP : KIRA;
};
const standing = ({ combat, entities }: Snapshot, side: string): readonly CharacterId[] =>
  (combat?.combatants ?? []).flatMap(({ id, side: own, out }) => {
    const one = entities[id];
    return own === side && !out && one?.kind === 'character' && one.status === 'conscious' ? [id] : [];
  });

const play = async (personaId: CharacterId, text: string, reading: ReadingDraft): Promise<ScriptedTurn> => {
  const turn = await table.play(createStoryInput(text, { personaId }), { reading });
  expect(turn.turn, JSON.stringify(turn.turn.failure)).toMatchObject({ status: 'committed' });
  checkInvariants(turn);
  return turn;
};

/** No negative hit points, an order that holds, slots within their total, no condition twice, on the immune or held by none. */
function checkInvariants({ before, after, recording }: ScriptedTurn): void {
  for (const entity of Object.values(after.entities)) {
    if (entity.kind !== 'character' || !('hit_points' in entity.stats)) continue;
    const { hit_points, resources, status, concentration, ...body } = blockOf(after, entity.id);
    expect(hit_points.current).toBeGreaterThanOrEqual(0);
    expect(hit_points.current).toBeLessThanOrEqual(hit_points.max);
    for (const { used, total } of Object.values(resources.spell_slots))
      expect(used).toBeLessThanOrEqual(total);
    if (status !== 'conscious') expect(concentration).toBeNull();
    const names = body.conditions.map(({ name, source }) => `${name} by ${source}`);
    expect(names).toEqual([...new Set(names)]);
    for (const { name } of body.conditions) expect(body.condition_immunities).not.toContain(name);
    for (const { held_by } of [...body.conditions, ...body.active_effects])
      if (held_by !== undefined) expect(blockOf(after, held_by).concentration).not.toBeNull();
    expect(entity.status === 'conscious').toBe(status === 'conscious');
  }
  const order = after.combat?.combatants.map(({ initiative }) => initiative) ?? [];
  expect(order).toEqual(order.toSorted((one, other) => other - one));
  if (before.combat !== null && after.combat !== null) {
    expect(after.combat.combatants.map(({ id }) => id)).toEqual(before.combat.combatants.map(({ id }) => id));
    expect(after.combat.round - before.combat.round).toBeLessThanOrEqual(1);
  }
  const { operations } = JSON.parse(recording) as {
    operations?: readonly { asker: string; rejected: unknown[] }[];
  };
  const own = (operations ?? []).filter(({ asker }) => asker === 'engine');
  expect(own.flatMap(({ rejected }) => rejected)).toEqual([]);
}

const goTo = (place: string) => play(KIRA, `We go to the ${place}.`, { moves_to: `loc_${place}_001` });

it('plays a battle of two players and two companions against five foes, in order and in rounds of six seconds', async () => {
  await goTo('crossroads');
  const begun = await table.world();
  const first = await play(KIRA, 'I strike at Ash.', {
    actions: [{ kind: 'attack', target: 'npc_ash_001', means: 'Longsword' }],
  });
  let now = first.after;
  const sides = Map.groupBy(now.combat?.combatants ?? [], ({ side }) => side);
  expect(
    sides
      .get('party')
      ?.map(({ id }) => String(id))
      .toSorted(),
  ).toEqual(['npc_holm_001', 'npc_wren_001', 'pc_kira_001', 'pc_pip_001']);
  expect(sides.get('foes')).toHaveLength(5);
  expect(blockOf(now, 'npc_ash_001').challenge_rating).toBe('1/8');

  let rounds = now.combat?.round ?? 1;
  let hasWaited = false;
  for (let turn = 0; now.combat !== null; turn += 1) {
    expect(turn).toBeLessThan(60);
    rounds = now.combat.round;
    const actor = awaited(now);
    if (!hasWaited) {
      const other = actor === KIRA ? PIP : KIRA;
      const early = await play(other, 'I strike first.', {
        actions: [{ kind: 'attack', target: standing(now, 'foes')[0] ?? '' }],
      });
      expect(early.narrate?.outcome?.text).toContain('has to wait');
      expect(early.after.combat).toEqual(now.combat);
      expect(early.after.time).toEqual(now.time);
      hasWaited = true;
      continue;
    }
    const [target = ''] = standing(now, 'foes');
    const means = actor === PIP ? 'Fire Bolt' : 'Longsword';
    const kind = actor === PIP ? 'cast' : 'attack';
    ({ after: now } = await play(actor, 'I go on.', { actions: [{ kind, target, means }] }));
    rounds = now.combat?.round ?? rounds;
  }
  expect(hasWaited).toBe(true);
  const fallen = ['ash', 'birch', 'cedar', 'drift', 'elder'].map(
    (id) => blockOf(now, `npc_${id}_001`).status,
  );
  expect(fallen).toEqual(['dead', 'dead', 'dead', 'dead', 'dead']);
  const seconds = Math.round(countMinutes(begun.time, now.time) * 60);
  expect(seconds % 6).toBe(0);
  expect([rounds * 6, (rounds + 1) * 6]).toContain(seconds);
  // Five bandits of 25 points, shared by four.
  expect(blockOf(now, KIRA).experience).toBe(780 + 31);
  expect(blockOf(now, PIP).experience).toBe(780 + 31);
}, 120_000);

it('drinks a potion, throws the only javelin, and cannot throw it twice', async () => {
  const hurt = await table.change({ op: 'set_hit_points', characterId: KIRA, current: 30 });
  expect(blockOf(hurt, KIRA).hit_points.current).toBe(30);
  const { after } = await play(KIRA, 'I drink a potion.', {
    actions: [{ kind: 'use', does: 'drink', means: 'potion of healing' }],
  });
  const { hit_points, resources } = blockOf(after, KIRA);
  expect(hit_points.current).toBeGreaterThanOrEqual(34);
  expect(hit_points.current).toBeLessThanOrEqual(40);
  expect(resources.consumables.potion_of_healing).toBe(1);
}, 60_000);

it('gets away from a fight that cannot be won, struck at on the way', async () => {
  await goTo('cave');
  const { after } = await play(KIRA, 'I throw my javelin at Grunth.', {
    actions: [{ kind: 'attack', target: 'npc_grunth_001', means: 'Javelin' }],
  });
  expect(after.combat).not.toBeNull();
  let now = after;
  for (let turn = 0; now.combat !== null && turn < 8; turn += 1) {
    ({ after: now } = await play(awaited(now), 'Back to the crossroads!', {
      moves_to: 'loc_crossroads_001',
    }));
  }
  expect(now.combat).toBeNull();
  expect(now.scene.placeId).toBe('loc_crossroads_001');
  expect(now.scene.presentIds).toEqual(expect.arrayContaining([KIRA, PIP, 'npc_holm_001', 'npc_wren_001']));
  expect(now.scene.presentIds).not.toContain('npc_grunth_001');
  // Nothing is gained by running.
  expect(blockOf(now, KIRA).experience).toBe(780 + 31);
  expect(blockOf(now, KIRA).resources.consumables.javelins).toBe(0);
}, 120_000);

it('fights a duel of spells: slot and effect together, none left refused, a foe that casts', async () => {
  await goTo('tower');
  const attempt = { kind: 'cast', target: PIP, means: 'Sacred Flame', check: '' };
  table.script.set('react', () => ({ say: JSON.stringify({ action: 'Vesper speaks a word.', attempt }) }));
  const before = blockOf(await table.world(), PIP).resources.spell_slots['1'];
  expect(before).toEqual({ used: 0, total: 3 });
  let { after: now } = await play(PIP, 'I cast magic missile at Vesper.', {
    actions: [{ kind: 'cast', target: 'npc_vesper_001', means: 'Magic Missile', level: 1 }],
  });
  let cast = blockOf(now, PIP).resources.spell_slots['1']?.used ?? 0;
  for (let turn = 0; now.combat !== null; turn += 1) {
    expect(turn).toBeLessThan(40);
    const actor = awaited(now);
    const wanted = { kind: 'cast', target: 'npc_vesper_001', means: 'Magic Missile', level: 1 } as const;
    const struck = { kind: 'attack', target: 'npc_vesper_001', means: 'Longsword' } as const;
    const hurtBefore = blockOf(now, 'npc_vesper_001').hit_points.current;
    const turned = await play(actor, 'I go on.', { actions: [actor === PIP ? wanted : struck] });
    if (actor === PIP && cast === 3) {
      expect(turned.narrate?.outcome?.text).toContain('has no spell slot of level 1 left');
      expect(blockOf(turned.after, PIP).resources.spell_slots['1']?.used).toBe(3);
    } else if (actor === PIP) {
      cast += 1;
      expect(blockOf(turned.after, PIP).resources.spell_slots['1']?.used).toBe(cast);
      expect(blockOf(turned.after, 'npc_vesper_001').hit_points.current).toBeLessThan(hurtBefore);
    }
    now = turned.after;
  }
  expect(blockOf(now, 'npc_vesper_001').status).toBe('dead');
  // 450 points for a challenge rating of 2, shared by four.
  expect(blockOf(now, KIRA).experience).toBe(811 + 112);
  expect(now.planning.choices.map(({ key }) => key)).toContain('level_up');
}, 120_000);

/** Answers the questions of a turn one by one; each is checked before it is answered. */
async function answerAll(
  personaId: CharacterId,
  actionId: string,
  asked: ScriptedTurn,
  answers: readonly (readonly [question: string, answer: string, reading?: ReadingDraft])[],
): Promise<ScriptedTurn> {
  let last = asked;
  for (const [question, text, reading] of answers) {
    const { suspension, status } = last.turn;
    expect({ status, suspension }).toMatchObject({
      status: 'awaiting-clarification',
      suspension: { kind: 'clarification', question: expect.stringContaining(question) },
    });
    expect(blockOf(last.after, personaId)).toEqual(blockOf(asked.before, personaId));
    const input = { kind: 'clarification', text } as const;
    last = await table.play(input, reading === undefined ? {} : { reading }, actionId);
  }
  expect(last.turn, JSON.stringify(last.turn.suspension)).toMatchObject({ status: 'committed' });
  return last;
}

const optionsOf = ({ turn: { suspension } }: ScriptedTurn): readonly string[] =>
  suspension?.kind === 'clarification' ? (suspension.options ?? []) : [];

it('asks what the level that is offered leaves open, and logs what was chosen', async () => {
  const chosen = createStoryInput('', { personaId: KIRA, choiceKey: 'level_up' });
  const asked = await table.play(chosen, {}, 'kira_rises');
  expect(asked.read).toBeNull();
  expect(optionsOf(asked).slice(0, 2)).toEqual(['Fighter', 'Barbarian']);
  expect(optionsOf(asked).at(-1)).toBe('The standard, for all that is open');
  const { after } = await answerAll(KIRA, 'kira_rises', asked, [
    ['in which class', '1'],
    ['which hit points', 'the one that is not there'],
    ['which hit points', 'The average: 8'],
    ['which subclass of Fighter', 'Champion'],
  ]);
  const block = blockOf(after, KIRA);
  expect(block.classes).toEqual([{ class: 'fighter', level: 3, subclass: 'champion' }]);
  expect(block.hit_points.max).toBe(88);
  expect(block.features).toContain('Martial Archetype');
  expect(after.coreMemories.some(({ text }) => text.includes('Kira reaches level 3'))).toBe(true);
  expect(after.planning.choices.map(({ key }) => key)).not.toContain('level_up');
}, 60_000);

it('takes from words what they say, asks for the rest, and lets several spells be named at once', async () => {
  const words = createStoryInput('I take my third level as a wizard and roll for it.', { personaId: PIP });
  const said = {
    level_up: { class: 'wizard', hit_points: 'roll', subclass: 'Diviner', spells: ['Wish'] },
  } as never;
  const asked = await table.play(words, { reading: said }, 'pip_rises');
  // A spell beyond the level is not learned.
  expect(optionsOf(asked)).toContain('Scorching Ray (2)');
  expect(optionsOf(asked).filter((text) => text.startsWith('Wish') || text.startsWith('Sleep'))).toEqual([]);
  const { after } = await answerAll(PIP, 'pip_rises', asked, [
    ['which spell is learned? 2 to choose', 'scorching ray, Web'],
  ]);
  const block = blockOf(after, PIP);
  expect(block.classes).toEqual([{ class: 'wizard', level: 3, subclass: 'Diviner' }]);
  expect(block.spells_known).toEqual(expect.arrayContaining(['Scorching Ray', 'Web']));
  expect(block.spells_known).not.toContain('Wish');
  expect(block.resources.spell_slots['2']).toEqual({ used: 0, total: 2 });
  expect(block.hit_points.max).toBeGreaterThan(80);
  expect(block.hit_points.max).toBeLessThanOrEqual(88);
}, 60_000);

it('asks for both points of an improvement, and leaves the rest to the standard when the player says so', async () => {
  await table.change({ op: 'award_experience', characterIds: [KIRA, PIP], amount: 2_700 });
  await play(KIRA, 'I stretch.', {});
  const kira = createStoryInput('', { personaId: KIRA, choiceKey: 'level_up' });
  const before = blockOf(await table.world(), KIRA).abilities;
  const raised = await answerAll(KIRA, 'kira_fourth', await table.play(kira, {}, 'kira_fourth'), [
    ['in which class', 'fighter'],
    ['which hit points', '2'],
    ['which ability rises by 1? 2 to choose', 'Strength'],
    ['which ability rises by 1? 1 to choose', 'dexterity'],
  ]);
  const { strength, dexterity } = before;
  expect(blockOf(raised.after, KIRA).abilities).toEqual({
    ...before,
    strength: strength + 1,
    dexterity: dexterity + 1,
  });

  await play(PIP, 'I close my book.', {});
  const pip = createStoryInput('', { personaId: PIP, choiceKey: 'level_up' });
  const known = blockOf(await table.world(), PIP).spells_known;
  const standard = await answerAll(PIP, 'pip_fourth', await table.play(pip, {}, 'pip_fourth'), [
    ['in which class', 'The usual in everything', { level_up: { standard: true } } as never],
  ]);
  const block = blockOf(standard.after, PIP);
  expect(block.classes).toMatchObject([{ class: 'wizard', level: 4 }]);
  expect(block.abilities.intelligence).toBe(18);
  // One cantrip and two spells of the highest level.
  expect(block.spells_known).toHaveLength(known.length + 3);
}, 60_000);

it('rewards a mission once', async () => {
  const done = { op: 'upsert_mission', missionId: 'the_way', status: 'completed' };
  const before = blockOf(await table.world(), KIRA).experience;
  const after = await table.change(done);
  expect(blockOf(after, KIRA).experience).toBe(before + 40);
  expect(blockOf(await table.change({ ...done, status: 'failed' }), KIRA).experience).toBe(before + 40);
}, 60_000);

it('is replayed to the byte', async () => {
  const replay = await table.engine.replays({ sessionId: table.sessionId() });
  if (isRejection(replay)) throw new Error(replay.reason);
  expect(replay.turns.filter(({ isSame }) => !isSame)).toEqual([]);
  expect(replay).toMatchObject({ kind: 'exact', isSame: true });
}, 120_000);
