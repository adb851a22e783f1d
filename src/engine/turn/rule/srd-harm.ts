import { computeAuraBonus, rollSave } from '#engine/srd5e/checks.ts';
import { isConditionImmune, isIncapacitated } from '#engine/srd5e/conditions.ts';
import { computeForcedSaveDifficulty } from '#engine/srd5e/creatures.ts';
import type { Damage } from '#engine/srd5e/hit-points.ts';
import { countRemaining } from '#engine/srd5e/resources.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Srd5eAbility, Srd5eConditionName, Srd5eEnding } from '#engine/srd5e/terms.ts';
import { hasEvasion, listSaveEdges, listTraits, toFeatureKey } from '#engine/srd5e/traits.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { type Fighter, listAllies, listFoes, type SrdResolution } from './srd-resolution.ts';
import { endLasting } from './srd-sides.ts';

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
  readonly ends_on?: readonly Srd5eEnding[];
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
  /** Condition a failure brings, where the caller puts it on. */
  readonly threat?: Srd5eConditionName;
};

/** Asks each target for a saving throw, and applies damage and condition by its result. Returns those who failed. */
export function forceSave(bout: SrdResolution, forced: ForcedSave): readonly string[] {
  return forced.targetIds.filter((targetId) => {
    const target = bout.fighter(targetId);
    if (target === null || target.block.status === 'dead') return false;
    const isSaved = rollForcedSave(bout, target, forced);
    if (isSaved) withstand(bout, target, forced);
    else suffer(bout, target, forced);
    return !isSaved;
  });
}

function withstand(bout: SrdResolution, { character, block }: Fighter, forced: ForcedSave): void {
  bout.tell(bout.say('fight.withstands', { who: character.name, what: forced.name }));
  if (!forced.isHalved || forced.damage.length === 0 || isEvaded(block, forced)) return;
  dealDamage(bout, character.id, {
    parts: halveParts(forced.damage),
    qualities: forced.isMagic ? ['magical'] : [],
  });
}

/** Halves each part of some damage. */
export function halveParts(parts: Damage['parts']): Damage['parts'] {
  return parts.map(({ amount, type }) => ({ amount: Math.floor(amount / 2), type }));
}

/** Tells whether a creature evades what it saves against: a missed save halves the damage, and a made one ends it. */
function isEvaded(block: Srd5eStatBlock, { ability, isHalved }: ForcedSave): boolean {
  return isHalved && ability === 'dexterity' && hasEvasion(block) && !isIncapacitated(block);
}

function suffer(
  bout: SrdResolution,
  { character: { id: targetId }, block }: Fighter,
  forced: ForcedSave,
): void {
  const parts = isEvaded(block, forced) ? halveParts(forced.damage) : forced.damage;
  if (parts.length > 0) dealDamage(bout, targetId, { parts, qualities: forced.isMagic ? ['magical'] : [] });
  if (forced.condition !== undefined)
    inflictCondition(bout, targetId, { ...forced, condition: forced.condition });
}

/** Rolls the save; a creature with legendary resistance left turns a failure into a success. */
function rollForcedSave(bout: SrdResolution, { character, block }: Fighter, forced: ForcedSave): boolean {
  const edges = listSaveEdges(block, {
    isMagic: forced.isMagic ?? false,
    condition: forced.threat ?? forced.condition?.name,
  });
  const { id } = character;
  const bonus = bout.difficultyShift(id) + getAuraOfAllies(bout, id, block);
  const { success } = rollSave(block, forced.ability, forced.difficulty, bout.diceOf(id), { edges, bonus });
  endLasting(bout, id, 'saves');
  const resource = { kind: 'feature', name: 'legendary_resistance' } as const;
  if (success || (countRemaining(block, resource) ?? 0) === 0) return success;
  bout.apply([{ op: 'spend_resource', characterId: id, resource }]);
  return true;
}

/** Returns what the aura of an ally adds to a saving throw, beyond the creature's own. */
function getAuraOfAllies(bout: SrdResolution, id: string, block: Srd5eStatBlock): number {
  const auras = listAllies(bout, id).map((ally) => {
    const fighter = bout.fighter(ally);
    return fighter === null ? 0 : computeAuraBonus(fighter.block);
  });
  return Math.max(0, Math.max(0, ...auras) - computeAuraBonus(block));
}

type Infliction = {
  readonly name: string;
  readonly sourceId: string;
  readonly condition: InflictedCondition;
  readonly ability?: Srd5eAbility;
  readonly difficulty?: number;
  readonly heldBy?: string;
  readonly spellLevel?: number;
};

/** Puts a condition on a target that is not immune to it. */
export function inflictCondition(bout: SrdResolution, targetId: string, infliction: Infliction): void {
  const target = bout.fighter(targetId);
  if (target === null || target.block.status === 'dead') return;
  const { name, sourceId, condition, ability, difficulty, heldBy, spellLevel } = infliction;
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
      ...omitUndefined({ rounds: condition.rounds, heldBy, endsOn: condition.ends_on, spellLevel }),
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

/** Heals by dice the actor throws, or by a fixed number. The dead are past it. */
export function healTarget(bout: SrdResolution, dice: string, targetId: string, actorId: string): void {
  if (bout.fighter(targetId)?.block.status === 'dead') return;
  const amount = dice.includes('d') ? Math.max(0, bout.diceOf(actorId)(dice, 'Healing').total) : Number(dice);
  bout.apply([{ op: 'heal', targetId, amount }]);
}
