import { rollCheck } from '#engine/srd5e/checks.ts';
import { computeAttackBonus } from '#engine/srd5e/combat.ts';
import { isDying } from '#engine/srd5e/derived-numbers.ts';
import { getPotionHealing } from '#engine/srd5e/feature-uses.ts';
import { isUnhurt, rollFirstAid } from '#engine/srd5e/hit-points.ts';
import { countRemaining } from '#engine/srd5e/resources.ts';
import type { Character } from '#engine/state/record.ts';
import { assertNever } from '#engine/util/assert-never.ts';
import { castSpell } from './spells/cast-spell.ts';
import { choosePayment } from './spells/payment.ts';
import { createAttack, type SrdAction } from './srd-action.ts';
import { resolveAttack } from './srd-attack.ts';
import { useFeature } from './srd-features.ts';
import { healTarget } from './srd-harm.ts';
import { type Fighter, findSide, isAbleToFight, listFoes, type SrdResolution } from './srd-resolution.ts';
import { endLasting } from './srd-sides.ts';

/** Throws what an action asks for with the numbers of the stat block, and does what the rules make of it. */
export function performSrdAction(bout: SrdResolution, action: SrdAction): void {
  const actor = bout.fighter(action.actorId);
  if (actor === null) return;
  switch (action.kind) {
    case 'attack':
      if (paySlot(bout, actor, action)) performAttack(bout, actor, action);
      return;
    case 'check':
      if (paySlot(bout, actor, action)) performCheck(bout, actor, action);
      return;
    case 'cast':
      castSpell(bout, actor, action);
      return;
    case 'feature':
      useFeature(bout, actor, action);
      return;
    case 'drink':
      drink(bout, actor, action);
      return;
    case 'aid':
      giveAid(bout, actor, action.targetId);
      return;
    case 'flee':
      flee(bout, actor);
      return;
    case 'yield':
      giveUp(bout, actor.character);
      return;
    default:
      assertNever(action);
  }
}

/** Spends the spell slot of a spell that is written as an attack or a check. Without one left it is not cast. */
function paySlot(
  bout: SrdResolution,
  { character, block }: Fighter,
  { slot }: Extract<SrdAction, { kind: 'attack' | 'check' }>,
): boolean {
  if (slot === 0) return true;
  const payment = choosePayment(block, { name: '', spell: null, slot });
  const who = character.name;
  if (payment === null || payment.resource === null) {
    bout.tell(bout.say('fight.no_slot', { who, level: slot }));
    bout.judge(character.id, false);
    return false;
  }
  bout.apply([{ op: 'spend_resource', characterId: character.id, resource: payment.resource }]);
  bout.tell(bout.say('fight.spends_slot', { who, level: slot }));
  return true;
}

function performAttack(
  bout: SrdResolution,
  attacker: Fighter,
  action: Extract<SrdAction, { kind: 'attack' }>,
): void {
  const target = action.targetId === null ? null : bout.fighter(action.targetId);
  if (target !== null) {
    if (target.block.status !== 'dead')
      resolveAttack(bout, attacker, target, action.attack, { knockOut: action.knockOut });
    return;
  }
  if (action.targetId !== null) return;
  // What can be broken has an armor class and no stat block: the difficulty is what must be reached.
  const roll = bout.roll('1d20', `${action.attack.name} attack roll`, {
    modifier: computeAttackBonus(attacker.block, action.attack),
    target: { kind: 'AC', value: action.difficulty },
    characterId: attacker.character.id,
  });
  bout.judge(attacker.character.id, roll.result !== 'Miss');
}

const TIERS = ['major', 'supporting', 'minor', undefined];

/** Rolls a check. Words that succeed in a fight make the foe give up, and those of lower rank who follow it. */
function performCheck(
  bout: SrdResolution,
  actor: Fighter,
  { actorId, check, difficulty, swaysId }: Extract<SrdAction, { kind: 'check' }>,
): void {
  const { success } = rollCheck(actor.block, check, difficulty, bout.diceOf(actorId));
  endLasting(bout, actorId, 'checks');
  bout.judge(actorId, success);
  const swayed = swaysId === null ? null : bout.fighter(swaysId);
  if (!success || swayed === null || bout.snapshot.combat === null) return;
  const side = findSide(bout.snapshot, swayed.character.id);
  const rank = TIERS.indexOf(swayed.character.tier);
  const followers = bout.snapshot.combat.combatants.flatMap(({ id, out, side: own }) => {
    const one = bout.fighter(id);
    if (own !== side || out || one === null || id === swayed.character.id) return [];
    return TIERS.indexOf(one.character.tier) > rank ? [one.character] : [];
  });
  for (const character of [swayed.character, ...followers]) giveUp(bout, character);
}

function giveUp(bout: SrdResolution, { id, name }: Character): void {
  if (findSide(bout.snapshot, id) === undefined) return;
  bout.apply([{ op: 'leave_combat', characterId: id, how: 'surrender' }]);
  bout.tell(bout.say('fight.gives_up', { who: name }));
}

/** Uses up a potion and heals by it, or neither. */
function drink(
  bout: SrdResolution,
  { character, block }: Fighter,
  { name, heals, itemId, targetId }: Extract<SrdAction, { kind: 'drink' }>,
): void {
  const { id, name: who } = character;
  const resource = { kind: 'consumable', name } as const;
  const holding = itemId === null ? undefined : bout.snapshot.inventory[id]?.[itemId as never]; // an unknown id finds nothing
  const hasOne = itemId === null ? (countRemaining(block, resource) ?? 0) > 0 : holding !== undefined;
  const thing = name.replaceAll('_', ' ');
  const patient = bout.fighter(targetId);
  if (hasOne && patient !== null && isUnhurt(patient.block)) {
    bout.tell(bout.say('fight.unhurt', { who: patient.character.name, thing }));
    return;
  }
  if (!hasOne) {
    bout.tell(bout.say('fight.none_left', { who, thing }));
    bout.judge(id, false);
    return;
  }
  bout.together(() => {
    bout.apply([
      itemId === null
        ? { op: 'spend_resource', characterId: id, resource }
        : { op: 'change_inventory', ownerId: id, itemId, by: -1, consumed: true },
    ]);
    bout.tell(bout.say('fight.uses', { who, thing }));
    healTarget(bout, heals, targetId, id);
  });
}

/** Tries to steady a dying creature. */
function giveAid(bout: SrdResolution, helper: Fighter, patientId: string): void {
  const patient = bout.fighter(patientId);
  if (patient === null) return;
  const { id, name: who } = helper.character;
  const aid = rollFirstAid(helper.block, patient.block, bout.diceOf(id));
  if ('rejected' in aid) return;
  bout.judge(id, aid.check.success);
  if (!aid.check.success) return;
  bout.apply([{ op: 'stabilize', characterId: patientId }]);
  bout.tell(bout.say('fight.steadies', { who, whom: patient.character.name }));
}

/** Lets a combatant run: each foe strikes at it once as it goes. Companions go with the last persona who runs. */
function flee(bout: SrdResolution, { character: { id, name } }: Fighter): void {
  const slips = bout.fighter(id)?.block.active_effects.some(({ slips_away }) => slips_away === true) === true;
  for (const foeId of slips ? [] : listFoes(bout, id)) {
    if (!isAbleToFight(bout, id)) break;
    strikeAtFleeing(bout, foeId, id);
  }
  const isAway = isAbleToFight(bout, id);
  bout.judge(id, isAway);
  if (!isAway) return;
  bout.apply([{ op: 'leave_combat', characterId: id, how: 'flight' }]);
  bout.tell(bout.say('fight.flees', { who: name }));
  const { combat, personas } = bout.snapshot;
  const isPersona = personas.some((persona) => persona === id);
  const staying = combat?.combatants.filter(({ id: other, out }) => !out && isAbleToFight(bout, other)) ?? [];
  if (!isPersona || staying.some(({ id: other }) => personas.includes(other))) return;
  for (const { id: other, side } of staying) {
    if (side === findSide(bout.snapshot, id))
      bout.apply([{ op: 'leave_combat', characterId: other, how: 'flight' }]);
  }
}

function strikeAtFleeing(bout: SrdResolution, foeId: string, targetId: string): void {
  const foe = bout.fighter(foeId);
  const target = bout.fighter(targetId);
  const attack = foe?.block.attacks.find(({ kind }) => kind === 'melee_weapon');
  if (foe === null || target === null || attack === undefined) return;
  const action = createAttack(foeId, attack, targetId);
  if (action.kind === 'attack') performAttack(bout, foe, action);
}

/** Heals one who lies dying by a spell or a potion of the helper; false when it has neither. */
export function reviveDying(bout: SrdResolution, helper: Fighter, patientId: string): boolean {
  const { character, block } = helper;
  const { findSpell } = bout.playbook.figures;
  const isFight = bout.snapshot.combat !== null;
  const [spell] = block.spells_known
    .flatMap((known) => findSpell(known) ?? [])
    .filter(({ name, figures }) => {
      const { healing, casting, range } = figures;
      if (healing === undefined || healing.temporary === true || range === 'self') return false;
      if (typeof casting === 'object' && isFight) return false;
      return choosePayment(block, { name, spell: figures, slot: 0 }) !== null;
    })
    .toSorted((one, other) => one.figures.level - other.figures.level);
  const actorId = character.id;
  if (spell !== undefined) {
    const { name, figures } = spell;
    performSrdAction(bout, {
      actorId,
      kind: 'cast',
      name,
      spell: figures,
      slot: 0,
      targetIds: [patientId],
    });
    return true;
  }
  const potion = Object.entries(block.resources.consumables).find(
    ([name, count]) => count > 0 && getPotionHealing(name) !== null,
  )?.[0];
  const heals = potion === undefined ? null : getPotionHealing(potion);
  if (potion === undefined || heals === null) return false;
  performSrdAction(bout, {
    actorId,
    kind: 'drink',
    name: potion,
    heals,
    itemId: null,
    targetId: patientId,
  });
  return true;
}

/** Lets companions who are here and on their feet help one who lies dying outside a fight: by what heals, else by first aid. */
export function letCompanionsHelp(bout: SrdResolution, patientId: string): void {
  for (const id of bout.snapshot.scene.presentIds) {
    const patient = bout.fighter(patientId);
    if (patient === null || !isDying(patient.block)) return;
    const helper = bout.fighter(id);
    if (id === patientId || helper === null || helper.character.side !== 'party') continue;
    if (helper.character.captive || !isAbleToFight(bout, id)) continue;
    if (!reviveDying(bout, helper, patientId))
      performSrdAction(bout, { actorId: id, kind: 'aid', targetId: patientId });
  }
}
