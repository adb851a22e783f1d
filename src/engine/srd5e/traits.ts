import { type RollDice, rollSave, type Srd5eEdge } from './checks.ts';
import { addEffect, dropConditions, withEffects } from './conditions.ts';
import { getClassLevel, getSneakAttackDice, isDying } from './derived-numbers.ts';
import { computeConcentrationDifficulty, type Damage, type DamageOutcome, heal } from './hit-points.ts';
import { applyClassResources } from './parts/class-resources.ts';
import type { Srd5eTrait } from './parts/trait-shapes.ts';
import { type Srd5eAttack, Srd5eEffect, type Srd5eStatBlock } from './stat-block.ts';
import type { Srd5eConditionName, Srd5eFeaturePool } from './terms.ts';

type TraitOf<Kind extends Srd5eTrait['kind']> = Extract<Srd5eTrait, { kind: Kind }>;

/** Lists the traits of one kind. */
export function listTraits<Kind extends Srd5eTrait['kind']>(
  { traits = [] }: Srd5eStatBlock,
  kind: Kind,
): readonly TraitOf<Kind>[] {
  return traits.filter((trait): trait is TraitOf<Kind> => trait.kind === kind);
}

/** Key of the pool that remembers a trait which endures 0 hit points once. */
const ENDURANCE = 'endures_zero';

/**
 * Lets a creature that would drop to 0 hit points stay at 1 by a trait such as Undead Fortitude. Returns the very same
 * outcome when no trait applies or its save fails.
 */
export function rollEndurance(
  before: Srd5eStatBlock,
  damage: Damage,
  outcome: DamageOutcome,
  roll: RollDice,
): DamageOutcome {
  const isDown = outcome.fate === 'died' || outcome.fate === 'fell';
  if (!isDown || before.hit_points.current === 0) return outcome;
  const ward = before.active_effects.find(({ wards_death }) => wards_death === true);
  if (ward !== undefined)
    return endure(
      withEffects(
        before,
        before.active_effects.filter((effect) => effect !== ward),
      ),
      outcome,
    );
  for (const trait of listTraits(before, 'endures_zero')) {
    if (!isEndurable(trait, before, damage, outcome.taken)) continue;
    const difficulty = trait.difficulty + outcome.taken;
    if (trait.save !== undefined && !rollSave(before, trait.save, difficulty, roll).success) continue;
    const spent = trait.at_most === undefined ? before : markEndured(before, trait.recovery);
    return endure(spent, outcome);
  }
  return outcome;
}

function endure(block: Srd5eStatBlock, outcome: DamageOutcome): DamageOutcome {
  const difficulty = block.concentration === null ? null : computeConcentrationDifficulty(outcome.taken);
  return {
    ...outcome,
    fate: 'endured',
    block: { ...block, hit_points: { ...block.hit_points, current: 1, temporary: 0 } },
    concentrationDifficulty: difficulty,
  };
}

function isEndurable(
  trait: TraitOf<'endures_zero'>,
  { resources }: Srd5eStatBlock,
  { parts, critical = false }: Damage,
  taken: number,
): boolean {
  if (trait.not_critical && critical) return false;
  if (parts.some(({ amount, type }) => amount > 0 && trait.not_against.includes(type))) return false;
  if (trait.at_most === undefined) return true;
  return taken <= trait.at_most && (resources.class_features[ENDURANCE]?.used ?? 0) === 0;
}

function markEndured(block: Srd5eStatBlock, recovery: 'short_rest' | 'long_rest'): Srd5eStatBlock {
  return withPool(block, ENDURANCE, { used: 1, total: 1, recovery, die: null });
}

function withPool(block: Srd5eStatBlock, name: string, pool: Srd5eFeaturePool): Srd5eStatBlock {
  const class_features = { ...block.resources.class_features, [name]: pool };
  return { ...block, resources: { ...block.resources, class_features } };
}

/** Name of the effect that stops regeneration until the end of the creature's next turn. */
const STOPPED = 'regeneration stopped';

/** Notes damage of a type that stops the creature's regeneration. */
export function noteStoppedRegeneration(block: Srd5eStatBlock, { parts }: Damage): Srd5eStatBlock {
  const isStopped = listTraits(block, 'regenerates').some(({ stopped_by }) =>
    parts.some(({ amount, type }) => amount > 0 && stopped_by.includes(type)),
  );
  if (!isStopped || block.status === 'dead') return block;
  return addEffect(
    block,
    Srd5eEffect.parse({ name: STOPPED, source: 'damage', ends: { when: 'rounds', remaining: 1 } }),
  );
}

/** Gives a creature back what it regenerates at the start of its turn. */
export function regenerate(block: Srd5eStatBlock): Srd5eStatBlock {
  const amount = listTraits(block, 'regenerates').reduce((sum, trait) => sum + trait.amount, 0);
  const isStopped = block.active_effects.some(({ name }) => name === STOPPED);
  if (amount === 0 || isStopped || block.hit_points.current === 0) return block;
  const healing = heal(block, amount);
  return 'rejected' in healing ? block : healing.block;
}

/** Returns the key under which the uses of an action are kept: `Fire Breath` → `fire_breath`. */
export function toFeatureKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[a-z]/.test(words) ? words : `action_${words}`;
}

/** Rolls for each spent action that recharges, at the start of the creature's turn. */
export function rollRecharges(block: Srd5eStatBlock, roll: RollDice): Srd5eStatBlock {
  let next = block;
  for (const { name, recharge } of block.save_actions ?? []) {
    const pool = next.resources.class_features[toFeatureKey(name)];
    if (recharge === undefined || pool === undefined || pool.used === 0) continue;
    const { total } = roll('1d6', `${name} recharges`);
    if (total >= recharge) next = withPool(next, toFeatureKey(name), { ...pool, used: 0 });
  }
  return next;
}

/** Lets a creature save against conditions that a save ends, at the end of its turn. `bonus` is added to the d20. */
export function rollEndingSaves(block: Srd5eStatBlock, roll: RollDice, bonus = 0): Srd5eStatBlock {
  let next = block;
  for (const condition of block.conditions) {
    const { save, name } = condition;
    if (save === null || isDying(next) || next.status === 'dead') continue;
    const edges = listSaveEdges(next, { isMagic: false, condition: name });
    const { success } = rollSave(next, save.ability, save.dc, roll, { edges, bonus });
    if (success) next = dropConditions(next, (one) => one === condition);
  }
  return next;
}

/** Lists the edges of a saving throw that come from traits: against magic, or against a condition. */
export function listSaveEdges(
  block: Srd5eStatBlock,
  threat: { readonly isMagic: boolean; readonly condition?: Srd5eConditionName | undefined },
): readonly Srd5eEdge[] {
  return listTraits(block, 'save_advantage').flatMap(({ against }): readonly Srd5eEdge[] => {
    if (against === 'magic') return threat.isMagic ? ['advantage'] : [];
    return threat.condition !== undefined && against.includes(threat.condition) ? ['advantage'] : [];
  });
}

/** Lists the edges of an attack that come from the attacker's traits. */
export function listAttackTraitEdges(
  attacker: Srd5eStatBlock,
  target: Srd5eStatBlock,
  isAllyAtTarget: boolean,
): readonly Srd5eEdge[] {
  const isWounded = target.hit_points.current < target.hit_points.max;
  return listTraits(attacker, 'attack_advantage').flatMap(({ when }): readonly Srd5eEdge[] =>
    (when === 'ally_at_target' ? isAllyAtTarget : isWounded) ? ['advantage'] : [],
  );
}

const EVASION_LEVEL = 7;

/** Tells whether a creature slips out of what a Dexterity save halves: nothing on a success, half on a failure. */
export function hasEvasion(block: Srd5eStatBlock): boolean {
  return getClassLevel(block, 'rogue') >= EVASION_LEVEL || getClassLevel(block, 'monk') >= EVASION_LEVEL;
}

const UNCANNY_DODGE_LEVEL = 5;

/** Tells whether a creature halves the damage of a blow by its reaction. */
export function hasUncannyDodge(block: Srd5eStatBlock): boolean {
  return getClassLevel(block, 'rogue') >= UNCANNY_DODGE_LEVEL;
}

type ExtraDamage = { readonly name: string; readonly dice: string };

/** Finds the dice a hit adds once a turn: a rogue's sneak attack, or a trait of the attacker. Null when none apply. */
export function findExtraDamage(
  attacker: Srd5eStatBlock,
  attack: Srd5eAttack,
  { edge, isAllyAtTarget }: { readonly edge: Srd5eEdge; readonly isAllyAtTarget: boolean },
): ExtraDamage | null {
  if (attack.kind.endsWith('spell')) return null;
  const isFavoured = edge === 'advantage' || (isAllyAtTarget && edge !== 'disadvantage');
  const sneak = getSneakAttackDice(attacker);
  const isFine = attack.kind === 'ranged_weapon' || attack.ability === 'dexterity';
  if (sneak !== null && isFine && isFavoured && getClassLevel(attacker, 'rogue') > 0) {
    return { name: 'Sneak Attack', dice: sneak };
  }
  const trait = listTraits(attacker, 'extra_damage').find(({ when }) =>
    when === 'ally_at_target' ? isAllyAtTarget : isFavoured,
  );
  return trait === undefined ? null : { name: trait.name, dice: trait.dice };
}

/**
 * Completes a stat block before its first fight: resources its classes give, and pools for actions with limited uses.
 * Returns the very same block when nothing is missing.
 */
export function completeStatBlock(block: Srd5eStatBlock): Srd5eStatBlock {
  const isBare = block.classes.length > 0 && Object.keys(block.resources.hit_dice).length === 0;
  let next = isBare ? applyClassResources(block) : block;
  for (const { name, recharge, per_day } of block.save_actions ?? []) {
    const key = toFeatureKey(name);
    if ((recharge === undefined && per_day === undefined) || key in next.resources.class_features) continue;
    const recovery = per_day === undefined ? 'short_rest' : 'long_rest';
    next = withPool(next, key, { used: 0, total: per_day ?? 1, recovery, die: null });
  }
  return next;
}
