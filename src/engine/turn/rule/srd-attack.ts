import { rollSave, type Srd5eEdge } from '#engine/rules/srd5e-checks.ts';
import {
  computeAttackEdge,
  findAttackRefusal,
  rollAttack,
  rollDamage,
  writeDamageExpression,
} from '#engine/rules/srd5e-combat.ts';
import { isConditionImmune } from '#engine/rules/srd5e-conditions.ts';
import { computeForcedSaveDifficulty } from '#engine/rules/srd5e-creatures.ts';
import type { Damage } from '#engine/rules/srd5e-hit-points.ts';
import { countRemaining } from '#engine/rules/srd5e-resources.ts';
import type { Srd5eAttack } from '#engine/rules/srd5e-stat-block.ts';
import type { Srd5eAbility, Srd5eConditionName } from '#engine/rules/srd5e-terms.ts';
import {
  findExtraDamage,
  listAttackTraitEdges,
  listSaveEdges,
  listTraits,
  toFeatureKey,
} from '#engine/rules/srd5e-traits.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { stripParentheses } from './srd-action.ts';
import { type Fighter, hasAllyAtTarget, listFoes, type SrdResolution } from './srd-resolution.ts';

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
  const circumstances = { distanceFeet: FEET[attack.kind], edges, bonus: bout.difficultyShift(id) };
  const refusal = findAttackRefusal(attacker.block, target.character.id, circumstances);
  if (refusal !== null) {
    bout.tell(bout.say('fight.cannot_attack', { who: attacker.character.name, reason: refusal.reason }));
    return false;
  }
  if (!spendAmmunition(bout, attacker, attack)) return false;
  const { hit, critical } = rollAttack(attacker.block, target.block, attack, circumstances, bout.diceOf(id));
  bout.judge(id, hit);
  const blow = {
    who: attacker.character.name,
    weapon: stripParentheses(attack.name).toLowerCase(),
    whom: target.character.name,
  };
  if (!hit) {
    bout.tell(bout.say('fight.misses', blow));
    return false;
  }
  bout.tell(bout.say(critical ? 'fight.strikes_home' : 'fight.strikes', blow));
  const edge = computeAttackEdge(attacker.block, target.block, attack, circumstances);
  const damage = rollDamage(attacker.block, attack, critical, bout.diceOf(id));
  const parts = [...damage.parts, ...rollExtra(bout, attacker, attack, { edge, isAllyAtTarget, critical })];
  const isMelee = attack.kind.startsWith('melee');
  dealDamage(bout, target.character.id, { ...damage, parts, critical, knockOut: knockOut && isMelee });
  followHit(bout, attacker, target.character.id, attack);
  if (isMelee) hurtAttacker(bout, attacker, target);
  if (attack.kind.endsWith('weapon')) useUpWeaponDamage(bout, id);
  return true;
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

/** Deals the damage of one blow, and lets a creature that bursts when it dies do so. */
export function dealDamage(bout: SrdResolution, targetId: string, { parts, ...how }: Damage): void {
  const [first, ...also] = parts;
  const target = bout.fighter(targetId);
  if (first === undefined || target === null || target.block.status === 'dead') return;
  bout.settled.harmed.add(targetId);
  const { qualities = [], critical = false, knockOut = false } = how;
  bout.apply([{ op: 'deal_damage', targetId, ...first, also, qualities, critical, knockOut }]);
  if (bout.fighter(targetId)?.block.status === 'dead') burst(bout, target);
}

/** Lets a creature that died harm its foes nearby, where a trait says so. */
function burst(bout: SrdResolution, { character, block }: Fighter): void {
  for (const trait of listTraits(block, 'bursts_at_death')) {
    const targetIds = listFoes(bout, character.id);
    forceSave(bout, {
      name: character.name,
      sourceId: character.id,
      ability: trait.save.ability,
      difficulty: computeForcedSaveDifficulty(block, trait.save),
      targetIds,
      damage: rollParts(bout, character.id, character.name, trait.damage),
      isHalved: trait.half_on_success,
      ...omitUndefined({ condition: trait.condition }),
    });
  }
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

/** Ends what a spell added to the next weapon hit. An effect of the same name replaces it. */
function useUpWeaponDamage(bout: SrdResolution, characterId: string): void {
  for (const { name, source, weapon_damage } of bout.fighter(characterId)?.block.active_effects ?? [])
    if (weapon_damage?.once === true)
      bout.apply([{ op: 'add_effect', characterId, name, source, rounds: 1 }]);
}

function hurtAttacker(bout: SrdResolution, attacker: Fighter, target: Fighter): void {
  const effects = target.block.active_effects.flatMap(({ struck_damage: damage }) => damage ?? []);
  const traits = listTraits(target.block, 'hurts_attackers').map(({ damage }) => damage);
  for (const damage of [...traits, ...effects]) {
    const parts = rollParts(bout, target.character.id, target.character.name, [damage]);
    dealDamage(bout, attacker.character.id, { parts });
  }
}

type WrittenDamage = readonly { readonly dice: string; readonly type: Damage['parts'][number]['type'] }[];

/** Rolls damage that depends on no attack. */
export function rollParts(
  bout: SrdResolution,
  id: string,
  name: string,
  damage: WrittenDamage,
): Damage['parts'] {
  return damage.map(({ dice, type }) => ({
    amount: dice.includes('d')
      ? Math.max(0, bout.diceOf(id)(dice, `${name} damage`, { damageType: type }).total)
      : Number(dice),
    type,
  }));
}

type InflictedCondition = {
  readonly name: Srd5eConditionName;
  readonly rounds?: number | undefined;
  readonly save_ends: boolean;
};

export type ForcedSave = {
  /** Name of the spell, attack or action. */
  readonly name: string;
  readonly sourceId: string;
  readonly ability: Srd5eAbility;
  readonly difficulty: number;
  readonly targetIds: readonly string[];
  readonly damage: Damage['parts'];
  readonly isHalved: boolean;
  readonly condition?: InflictedCondition;
  readonly isMagic?: boolean;
  /** Caster whose concentration keeps the condition up. */
  readonly heldBy?: string;
};

/** Asks each target for a saving throw, and applies damage and condition by its result. Returns those who failed. */
export function forceSave(bout: SrdResolution, forced: ForcedSave): readonly string[] {
  return forced.targetIds.filter((targetId) => {
    const target = bout.fighter(targetId);
    if (target === null || target.block.status === 'dead') return false;
    const isSaved = rollForcedSave(bout, target, forced);
    if (isSaved) withstand(bout, target, forced);
    else suffer(bout, targetId, forced);
    return !isSaved;
  });
}

function withstand(bout: SrdResolution, { character }: Fighter, forced: ForcedSave): void {
  bout.tell(bout.say('fight.withstands', { who: character.name, what: forced.name }));
  if (!forced.isHalved || forced.damage.length === 0) return;
  const parts = forced.damage.map(({ amount, type }) => ({ amount: Math.floor(amount / 2), type }));
  dealDamage(bout, character.id, { parts, qualities: forced.isMagic ? ['magical'] : [] });
}

function suffer(bout: SrdResolution, targetId: string, forced: ForcedSave): void {
  if (forced.damage.length > 0)
    dealDamage(bout, targetId, { parts: forced.damage, qualities: forced.isMagic ? ['magical'] : [] });
  if (forced.condition !== undefined)
    inflictCondition(bout, targetId, { ...forced, condition: forced.condition });
}

/** Rolls the save; a creature with legendary resistance left turns a failure into a success. */
function rollForcedSave(bout: SrdResolution, { character, block }: Fighter, forced: ForcedSave): boolean {
  const edges = listSaveEdges(block, {
    isMagic: forced.isMagic ?? false,
    condition: forced.condition?.name,
  });
  const { id } = character;
  const bonus = bout.difficultyShift(id);
  const { success } = rollSave(block, forced.ability, forced.difficulty, bout.diceOf(id), { edges, bonus });
  const resource = { kind: 'feature', name: 'legendary_resistance' } as const;
  if (success || (countRemaining(block, resource) ?? 0) === 0) return success;
  bout.apply([{ op: 'spend_resource', characterId: id, resource }]);
  return true;
}

type Infliction = {
  readonly name: string;
  readonly sourceId: string;
  readonly condition: InflictedCondition;
  readonly ability?: Srd5eAbility;
  readonly difficulty?: number;
  readonly heldBy?: string;
};

/** Puts a condition on a target that is not immune to it. */
export function inflictCondition(bout: SrdResolution, targetId: string, infliction: Infliction): void {
  const target = bout.fighter(targetId);
  if (target === null || target.block.status === 'dead') return;
  const { name, sourceId, condition, ability, difficulty, heldBy } = infliction;
  const who = target.character.name;
  if (isConditionImmune(target.block, condition.name)) {
    bout.tell(bout.say('fight.withstands', { who, what: name }));
    return;
  }
  const hasSave = condition.save_ends && ability !== undefined && difficulty !== undefined;
  bout.apply([
    {
      op: 'add_condition',
      characterId: targetId,
      name: condition.name,
      // A charm is compared with the id of the one who cast it.
      source: condition.name === 'charmed' ? sourceId : name,
      ...omitUndefined({ rounds: condition.rounds, heldBy }),
      ...(hasSave ? { save: { ability, dc: difficulty } } : {}),
    },
  ]);
  bout.tell(bout.say('fight.becomes', { who, condition: condition.name }));
}

/** Returns the first action of a creature that asks for a save and is ready; null when it has none. */
export function findReadySaveAction({ block }: Fighter) {
  const ready = (block.save_actions ?? []).find(({ name, recharge, per_day }) => {
    if (recharge === undefined && per_day === undefined) return false;
    return (countRemaining(block, { kind: 'feature', name: toFeatureKey(name) }) ?? 0) > 0;
  });
  return ready ?? null;
}

/** Performs an action that asks others for a saving throw: a breath, a gaze, a burst. */
export function performSaveAction(
  bout: SrdResolution,
  actor: Fighter,
  action: NonNullable<ReturnType<typeof findReadySaveAction>>,
): void {
  const { id, name: who } = actor.character;
  const foes = listFoes(bout, id);
  bout.apply([
    {
      op: 'spend_resource',
      characterId: id,
      resource: { kind: 'feature', name: toFeatureKey(action.name) },
    },
  ]);
  bout.tell(bout.say('fight.uses', { who, thing: action.name }));
  forceSave(bout, {
    name: action.name,
    sourceId: id,
    ability: action.save.ability,
    difficulty: computeForcedSaveDifficulty(actor.block, action.save),
    targetIds: action.area ? foes : foes.slice(0, 1),
    damage: rollParts(bout, id, action.name, action.damage),
    isHalved: action.half_on_success,
    ...omitUndefined({ condition: action.condition }),
  });
}
