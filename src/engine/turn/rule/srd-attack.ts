import { rollSave, type Srd5eEdge } from '#engine/srd5e/checks.ts';
import {
  computeAttackBonus,
  computeAttackEdge,
  findAttackRefusal,
  rollAttack,
  rollDamage,
  writeDamageExpression,
} from '#engine/srd5e/combat.ts';
import { isIncapacitated, isPrevented } from '#engine/srd5e/conditions.ts';
import { computeForcedSaveDifficulty } from '#engine/srd5e/creatures.ts';
import { getModifier } from '#engine/srd5e/derived-numbers.ts';
import type { Damage } from '#engine/srd5e/hit-points.ts';
import { countRemaining } from '#engine/srd5e/resources.ts';
import { listSpellDamage } from '#engine/srd5e/spell-numbers.ts';
import type { Srd5eAttack, Srd5eEffect, Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { findExtraDamage, hasUncannyDodge, listAttackTraitEdges, listTraits } from '#engine/srd5e/traits.ts';
import { describePlace } from '#engine/state/conditions.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { answerHarm, isTurnedAside, spendReaction } from './spells/reactions.ts';
import { stripParentheses } from './srd-action.ts';
import { dealDamage, forceSave, halveParts, inflictCondition, rollParts } from './srd-harm.ts';
import { type Fighter, hasAllyAtTarget, type SrdResolution } from './srd-resolution.ts';
import { endLasting } from './srd-sides.ts';

/** Assumed distances, because none are measured: melee is at arm's length, everything else across the room. */
const FEET = { melee_weapon: 5, melee_spell: 5, ranged_weapon: 30, ranged_spell: 30 } as const;

type Manner = {
  /** True for a melee blow that spares the target it brings down. */
  readonly knockOut: boolean;
};

/**
 * Resolves one attack from the roll to hit to all that follows: damage, extra damage once a turn, effects of the hit, and
 * what it does to the attacker. A hit deals its damage, regardless of proposals.
 */
export function resolveAttack(
  bout: SrdResolution,
  attacker: Fighter,
  target: Fighter,
  attack: Srd5eAttack,
  { knockOut }: Manner,
): boolean {
  const { id } = attacker.character;
  const isAllyAtTarget = hasAllyAtTarget(bout, id, target.character.id);
  const edges = listAttackTraitEdges(attacker.block, target.block, isAllyAtTarget);
  const circumstances = {
    distanceFeet: FEET[attack.kind],
    edges,
    bonus: bout.difficultyShift(id),
    attackerSeesTarget: canSeeHere(bout, attacker.block),
    targetSeesAttacker: canSeeHere(bout, target.block),
  };
  const refusal = findAttackRefusal(attacker.block, target.character.id, circumstances);
  if (refusal !== null) {
    bout.tell(bout.say('fight.cannot_attack', { who: attacker.character.name, reason: refusal.reason }));
    return false;
  }
  const blow = {
    who: attacker.character.name,
    weapon: stripParentheses(attack.name).toLowerCase(),
    whom: target.character.name,
  };
  if (isSpared(bout, attacker, target) || !spendAmmunition(bout, attacker, attack)) return false;
  if (strikesImage(bout, attacker, target, attack)) {
    bout.tell(bout.say('fight.strikes_image', blow));
    return false;
  }
  const rolled = rollAttack(attacker.block, target.block, attack, circumstances, bout.diceOf(id));
  endLasting(bout, id, 'attacks');
  endLasting(bout, target.character.id, 'attacked');
  const missing = rolled.roll.total - rolled.armorClass + 1;
  const isCertain = rolled.roll.natural === 20;
  const hit = rolled.hit && (isCertain || !isTurnedAside(bout, target.character.id, missing));
  const { critical } = rolled;
  bout.judge(id, hit);
  if (!hit) {
    bout.tell(bout.say('fight.misses', blow));
    return false;
  }
  bout.tell(bout.say(critical ? 'fight.strikes_home' : 'fight.strikes', blow));
  const edge = computeAttackEdge(attacker.block, target.block, attack, circumstances);
  const targetId = target.character.id;
  const damage = rollDamage(attacker.block, attack, { critical, targetId }, bout.diceOf(id));
  const parts = [...damage.parts, ...rollExtra(bout, attacker, attack, { edge, isAllyAtTarget, critical })];
  const isMelee = attack.kind.startsWith('melee');
  const taken = dodgesHalf(bout, target, circumstances) ? halveParts(parts) : parts;
  dealDamage(bout, targetId, { ...damage, parts: taken, critical, knockOut: knockOut && isMelee });
  followHit(bout, attacker, targetId, attack);
  if (isMelee) hurtAttacker(bout, attacker, target);
  strikeBack(bout, targetId, id);
  if (attack.kind.endsWith('weapon')) useUpWeaponDamage(bout, id);
  return true;
}

/** Tells whether a creature sees in the light there is: the dark by its senses, a fog hardly at all. */
function canSeeHere({ snapshot }: SrdResolution, { senses, active_effects }: Srd5eStatBlock): boolean {
  const { visibility, isMagical } = describePlace(snapshot);
  if (visibility === 'clear' || visibility === 'dim') return true;
  const all = [senses, ...active_effects.map((effect) => effect.senses)];
  const has = (sense: 'blindsight' | 'truesight' | 'darkvision') =>
    all.some((one) => one?.[sense] !== undefined);
  if (has('blindsight')) return true;
  if (visibility === 'obscured') return false;
  return has('truesight') || (!isMagical && has('darkvision'));
}

/** Lets a creature that is able to halve one blow by its reaction do so; the reaction is then spent. */
function dodgesHalf(
  bout: SrdResolution,
  { character: { id, name: who }, block }: Fighter,
  { targetSeesAttacker }: { readonly targetSeesAttacker: boolean },
): boolean {
  const isAble = !isIncapacitated(block) && !isPrevented(block, 'reactions') && targetSeesAttacker;
  if (!hasUncannyDodge(block) || !isAble) return false;
  spendReaction(bout, id, 'Uncanny Dodge');
  bout.tell(bout.say('fight.dodges_half', { who }));
  return true;
}

/** Lets an attacker fail to raise a hand against a creature that a spell guards. */
function isSpared(bout: SrdResolution, attacker: Fighter, target: Fighter): boolean {
  const guard = target.block.active_effects.find(({ attackers_save }) => attackers_save !== undefined);
  if (guard?.attackers_save === undefined) return false;
  const { id, name: who } = attacker.character;
  const { success } = rollSave(
    attacker.block,
    guard.attackers_save,
    guard.difficulty ?? 10,
    bout.diceOf(id),
    {
      bonus: bout.difficultyShift(id),
    },
  );
  if (success) return false;
  bout.tell(bout.say('fight.spared', { who, whom: target.character.name }));
  bout.judge(id, false);
  return true;
}

/** Lowest face of a d20 at which one of so many images is struck in place of the creature. */
const IMAGE_FROM = { 1: 11, 2: 8, 3: 6 } as const;
const PLAIN_ARMOR_CLASS = 10;

/** Lets an attack fall on an image of the target. An image that is hit is gone. */
function strikesImage(bout: SrdResolution, attacker: Fighter, target: Fighter, attack: Srd5eAttack): boolean {
  const effect = target.block.active_effects.find(({ decoys }) => decoys !== undefined);
  const left = effect?.decoys ?? 0;
  if (effect === undefined || (left !== 1 && left !== 2 && left !== 3)) return false;
  const { id } = attacker.character;
  if (
    bout.diceOf(id)('1d20', `${effect.name}: 1 to ${IMAGE_FROM[left] - 1} finds the target`).total <
    IMAGE_FROM[left]
  )
    return false;
  const armor = PLAIN_ARMOR_CLASS + getModifier(target.block, 'dexterity');
  const roll = bout.roll('1d20', `${attack.name} attack roll`, {
    modifier: computeAttackBonus(attacker.block, attack),
    target: { kind: 'AC', value: Math.max(0, armor) },
    characterId: id,
  });
  bout.judge(id, false);
  if (roll.result !== 'Miss') loseImage(bout, target.character.id, effect);
  return true;
}

function loseImage(bout: SrdResolution, characterId: string, effect: Srd5eEffect): void {
  const { name, source, ends, held_by: heldBy, decoys = 1, ...changes } = effect;
  if (decoys === 1) {
    bout.apply([{ op: 'end_effect', characterId, name }]);
    return;
  }
  const rounds = ends.when === 'rounds' ? ends.remaining : undefined;
  bout.apply([
    {
      op: 'add_effect',
      characterId,
      name,
      source,
      ...omitUndefined({ rounds, heldBy }),
      changes: { ...changes, decoys: decoys - 1 },
    },
  ]);
}

/** Lets a creature that was hurt answer with the spell it holds ready. */
function strikeBack(bout: SrdResolution, harmedId: string, attackerId: string): void {
  const cast = answerHarm(bout, harmedId, attackerId);
  if (cast?.spell.save === undefined) return;
  const { spell, name, numbers, casting } = cast;
  forceSave(bout, {
    name,
    sourceId: harmedId,
    ability: cast.spell.save.ability,
    difficulty: numbers.saveDifficulty,
    targetIds: [attackerId],
    damage: rollParts(bout, harmedId, name, listSpellDamage(spell, casting)),
    isHalved: cast.spell.save.on_success !== 'none',
    isMagic: true,
  });
}

/** Uses up one shot or throw. Without any left the attack is not made, and that is told. */
function spendAmmunition(
  bout: SrdResolution,
  { character, block }: Fighter,
  { ammunition }: Srd5eAttack,
): boolean {
  if (ammunition === undefined) return true;
  const resource = { kind: 'consumable', name: ammunition } as const;
  if ((countRemaining(block, resource) ?? 0) === 0) {
    bout.tell(bout.say('fight.none_left', { who: character.name, thing: ammunition }));
    bout.judge(character.id, false);
    return false;
  }
  bout.apply([{ op: 'spend_resource', characterId: character.id, resource }]);
  return true;
}

/** Rolls the dice that one hit a turn adds: a sneak attack or a trait. */
function rollExtra(
  bout: SrdResolution,
  { character: { id }, block }: Fighter,
  attack: Srd5eAttack,
  how: { readonly edge: Srd5eEdge; readonly isAllyAtTarget: boolean; readonly critical: boolean },
): Damage['parts'] {
  const type = attack.damage[0]?.type;
  const extra = bout.extraUsed.has(id) ? null : findExtraDamage(block, attack, how);
  if (extra === null || type === undefined) return [];
  bout.extraUsed.add(id);
  const dice = writeDamageExpression(extra.dice, 0, how.critical);
  return [{ amount: bout.diceOf(id)(dice, extra.name, { damageType: type }).total, type }];
}

/** Applies what a hit brings beside its damage. */
function followHit(bout: SrdResolution, attacker: Fighter, targetId: string, attack: Srd5eAttack): void {
  const { on_hit } = attack;
  const target = bout.fighter(targetId);
  if (on_hit === undefined || target === null || target.block.status === 'dead') return;
  const { id } = attacker.character;
  const damage = rollParts(bout, id, attack.name, on_hit.damage);
  if (on_hit.save === undefined) {
    if (damage.length > 0) dealDamage(bout, targetId, { parts: damage });
    if (on_hit.condition !== undefined)
      inflictCondition(bout, targetId, { name: attack.name, sourceId: id, condition: on_hit.condition });
    return;
  }
  forceSave(bout, {
    name: attack.name,
    sourceId: id,
    ability: on_hit.save.ability,
    difficulty: computeForcedSaveDifficulty(attacker.block, on_hit.save),
    targetIds: [targetId],
    damage,
    isHalved: on_hit.half_on_success,
    ...omitUndefined({ condition: on_hit.condition }),
  });
}

/** Ends what a spell added to the next weapon hit. */
function useUpWeaponDamage(bout: SrdResolution, characterId: string): void {
  for (const { name, weapon_damage } of bout.fighter(characterId)?.block.active_effects ?? [])
    if (weapon_damage?.once === true) bout.apply([{ op: 'end_effect', characterId, name }]);
}

function hurtAttacker(bout: SrdResolution, attacker: Fighter, target: Fighter): void {
  const effects = target.block.active_effects.flatMap(({ struck_damage: damage }) => damage ?? []);
  const traits = listTraits(target.block, 'hurts_attackers').map(({ damage }) => damage);
  for (const damage of [...traits, ...effects]) {
    const parts = rollParts(bout, target.character.id, target.character.name, [damage]);
    dealDamage(bout, attacker.character.id, { parts });
  }
}
