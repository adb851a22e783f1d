import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import {
  type CheckResult,
  combineEdges,
  type D20,
  listEffectDice,
  type RollDice,
  rollCheck,
  rollD20,
  rollSave,
  type Srd5eEdge,
} from './checks.ts';
import {
  endEffects,
  isIncapacitated,
  isPrevented,
  listActiveConditions,
  listConditionEffects,
} from './conditions.ts';
import {
  canMakeDeathSaves,
  getCharacterLevel,
  getClassLevel,
  getHitPointMaximum,
  getProficiencyBonus,
  isDying,
} from './derived-numbers.ts';
import { getNextLevelExperience } from './levels.ts';
import {
  addDeathSaveFailures,
  dropToZero,
  markDead,
  markStable,
  restoreHitPoints,
} from './parts/hit-point-status.ts';
import { isAwaitingFirstSpells } from './parts/spell-slots.ts';
import { returnToOwnShape } from './shapes.ts';
import type { Srd5eStatBlock } from './stat-block.ts';
import {
  EXHAUSTION_LEVELS,
  type Srd5eConditionEnd,
  type Srd5eDamageDefence,
  type Srd5eDamageQuality,
  type Srd5eDamageType,
  type Srd5eFeaturePool,
  Srd5eHitDie,
  Srd5eSpellLevel,
  toTitle,
} from './terms.ts';

type Incoming = {
  readonly parts: readonly { readonly amount: number; readonly type: Srd5eDamageType }[];
  readonly qualities?: readonly Srd5eDamageQuality[];
  readonly reduction?: number;
};

/**
 * Computes the damage that remains. Each part loses the reduction and is 0 if immune. Resistance then halves it once
 * (rounded down), and vulnerability doubles it once.
 */
function applyDefences(block: Srd5eStatBlock, { parts, qualities = [], reduction = 0 }: Incoming): number {
  let toReduce = reduction;
  let total = 0;
  for (const { amount, type } of parts) {
    const reduced = Math.max(0, amount - toReduce);
    toReduce = Math.max(0, toReduce - amount);
    total += resisted(block, reduced, type, qualities);
  }
  return total;
}

function resisted(
  block: Srd5eStatBlock,
  amount: number,
  type: Srd5eDamageType,
  qualities: readonly Srd5eDamageQuality[],
): number {
  const holds = (kind: 'resistances' | 'vulnerabilities' | 'immunities') =>
    defencesOf(block, kind).some((defence) => applies(defence, type, qualities));
  if (holds('immunities')) return 0;
  const stone = listConditionEffects(block).some(({ resistsAllDamage }) => resistsAllDamage);
  const halved = stone || holds('resistances') ? Math.floor(amount / 2) : amount;
  return holds('vulnerabilities') ? halved * 2 : halved;
}

function defencesOf(
  block: Srd5eStatBlock,
  kind: 'resistances' | 'vulnerabilities' | 'immunities',
): Srd5eDamageDefence[] {
  return [...block[kind], ...block.active_effects.flatMap((effect) => effect[kind])];
}

function applies(
  defence: Srd5eDamageDefence,
  type: Srd5eDamageType,
  qualities: readonly Srd5eDamageQuality[],
): boolean {
  if (typeof defence === 'string') return defence === type;
  return defence.type === type && !defence.unless.some((quality) => qualities.includes(quality));
}

/** Returns 10, or half the damage taken from one source if that is more. */
export function computeConcentrationDifficulty(damage: number): number {
  return Math.max(10, Math.floor(damage / 2));
}

type ConcentrationStart = {
  readonly block: Srd5eStatBlock;
  /** The spell that had to be let go, if there was one. */
  readonly ended: string | null;
};

/** Starts concentration on a spell; a creature never holds two at once. */
export function startConcentration(
  block: Srd5eStatBlock,
  spell: string,
  since: WorldTime | null = null,
  ends?: Srd5eConditionEnd,
): ConcentrationStart | Rejection {
  if (isIncapacitated(block)) return reject('incapacitated', 'an incapacitated creature cannot concentrate');
  const concentration = { spell, since, ...(ends === undefined ? {} : { ends }) };
  return { block: { ...block, concentration }, ended: block.concentration?.spell ?? null };
}

export function endConcentration(block: Srd5eStatBlock): Srd5eStatBlock {
  return block.concentration === null ? block : { ...block, concentration: null };
}

type ConcentrationCheck = { readonly block: Srd5eStatBlock; readonly save: CheckResult };

/** Rolls the Constitution save that keeps a spell alive; on a failure the spell is gone. `bonus` is added to the d20. */
export function rollConcentration(
  block: Srd5eStatBlock,
  difficulty: number,
  roll: RollDice,
  bonus = 0,
): ConcentrationCheck | Rejection {
  if (block.concentration === null) return reject('not-concentrating', 'the creature holds no spell in mind');
  const save = rollSave(block, 'constitution', difficulty, roll, { bonus });
  return { block: save.success ? block : endConcentration(block), save };
}

/** Tells whether healing would give a creature nothing. */
export function isUnhurt(block: Srd5eStatBlock): boolean {
  return block.status !== 'dead' && block.hit_points.current >= getHitPointMaximum(block);
}

/** Damage from one source at one moment: a sword that also burns has two parts. */
export type Damage = {
  readonly parts: readonly { readonly amount: number; readonly type: Srd5eDamageType }[];
  readonly qualities?: readonly Srd5eDamageQuality[];
  /** Taken off before resistance, from the first part on. */
  readonly reduction?: number;
  readonly critical?: boolean;
  /** True when a melee attacker spares the creature it brings to 0 hit points. */
  readonly knockOut?: boolean;
};

export type DamageOutcome = {
  readonly block: Srd5eStatBlock;
  /** After reduction, immunity, resistance and vulnerability. */
  readonly taken: number;
  readonly absorbedByTemporary: number;
  /** `up` and `down` mean unchanged: above 0 hit points, or at 0 and alive. `endured`: a trait kept it at 1. */
  readonly fate: 'up' | 'down' | 'fell' | 'knocked_out' | 'died' | 'endured';
  /** Set when concentration now hangs on a Constitution save (see `rollConcentration`). */
  readonly concentrationDifficulty: number | null;
};

/**
 * Deals damage: defences first, then temporary hit points, then hit points; then what 0 hit points means.
 * Damage that temporary hit points swallow whole is no failed death save.
 */
export function takeDamage(block: Srd5eStatBlock, damage: Damage): DamageOutcome | Rejection {
  if (block.status === 'dead') return reject('creature-dead', 'a dead creature takes no damage');
  const taken = applyDefences(block, damage);
  const absorbedByTemporary = Math.min(taken, block.hit_points.temporary);
  const shielded = withTemporary(block, block.hit_points.temporary - absorbedByTemporary);
  const { block: bruised, fate } = struckInShape(shielded, taken - absorbedByTemporary, damage);
  const after = taken > 0 ? endEffects(bruised, 'harmed') : bruised;
  const tested = taken > 0 && after.concentration !== null;
  return {
    block: after,
    taken,
    absorbedByTemporary,
    fate,
    concentrationDifficulty: tested ? computeConcentrationDifficulty(taken) : null,
  };
}

type Struck = Pick<DamageOutcome, 'block' | 'fate'>;

/** Deals damage to a creature in another shape: what that shape cannot bear falls on its own. */
function struckInShape(block: Srd5eStatBlock, amount: number, damage: Damage): Struck {
  const { current } = block.hit_points;
  if (block.true_form === undefined || current === 0 || amount < current)
    return struck(block, amount, damage);
  const own = returnToOwnShape(block);
  return amount === current ? { block: own, fate: 'up' } : struck(own, amount - current, damage);
}

function struck(block: Srd5eStatBlock, amount: number, damage: Damage): Struck {
  const { current } = block.hit_points;
  if (current === 0) return struckAtZero(block, amount, damage.critical ?? false);
  if (amount < current) return { block: withCurrent(block, current - amount), fate: 'up' };
  if (amount - current >= getHitPointMaximum(block)) return { block: markDead(block), fate: 'died' };
  if (damage.knockOut) return { block: dropToZero(block, 'stable'), fate: 'knocked_out' };
  if (!canMakeDeathSaves(block)) return { block: markDead(block), fate: 'died' };
  return { block: dropToZero(block, 'unconscious'), fate: 'fell' };
}

function struckAtZero(block: Srd5eStatBlock, amount: number, critical: boolean): Struck {
  if (amount === 0) return { block, fate: 'down' };
  if (amount >= getHitPointMaximum(block)) return { block: markDead(block), fate: 'died' };
  const after = addDeathSaveFailures(block, critical ? 2 : 1);
  return { block: after, fate: after.status === 'dead' ? 'died' : 'down' };
}

function withCurrent(block: Srd5eStatBlock, current: number): Srd5eStatBlock {
  return { ...block, hit_points: { ...block.hit_points, current } };
}

function withTemporary(block: Srd5eStatBlock, temporary: number): Srd5eStatBlock {
  return { ...block, hit_points: { ...block.hit_points, temporary } };
}

type Healing = { readonly block: Srd5eStatBlock; readonly regained: number };

/** Gives back hit points, up to the maximum. From 0 it wakes the creature and clears its death saves. */
export function heal(block: Srd5eStatBlock, amount: number): Healing | Rejection {
  if (block.status === 'dead') {
    return reject(
      'creature-dead',
      'a dead creature cannot regain hit points; it must be brought back to life',
    );
  }
  if (amount <= 0 || isPrevented(block, 'healing')) return { block, regained: 0 };
  const after = restoreHitPoints(block, block.hit_points.current + amount);
  return { block: after, regained: after.hit_points.current - block.hit_points.current };
}

/**
 * Grants temporary hit points. They never add up: the creature keeps the larger amount, or the new one if it insists.
 */
export function grantTemporaryHitPoints(
  block: Srd5eStatBlock,
  amount: number,
  keep: 'larger' | 'new' = 'larger',
): Srd5eStatBlock | Rejection {
  if (block.status === 'dead')
    return reject('creature-dead', 'a dead creature gains no temporary hit points');
  const offered = Math.max(0, amount);
  const temporary = keep === 'new' ? offered : Math.max(offered, block.hit_points.temporary);
  return { ...block, hit_points: { ...block.hit_points, temporary } };
}

/** Ends the dying without waking: by magic, by a kit, or by a check (see `rollFirstAid`). */
export function stabilize(block: Srd5eStatBlock): Srd5eStatBlock | Rejection {
  if (!isDying(block))
    return reject('not-dying', `only a dying creature can be stabilized; it is ${block.status}`);
  return markStable(block);
}

const FIRST_AID_DIFFICULTY = 10;

type FirstAid = { readonly patient: Srd5eStatBlock; readonly check: CheckResult };

/** Rolls first aid: a Wisdom (Medicine) check by the helper decides whether the patient becomes stable. */
export function rollFirstAid(
  helper: Srd5eStatBlock,
  patient: Srd5eStatBlock,
  roll: RollDice,
): FirstAid | Rejection {
  if (!isDying(patient)) return reject('not-dying', `the patient is ${patient.status}, not dying`);
  const check = rollCheck(helper, { skill: 'medicine' }, FIRST_AID_DIFFICULTY, roll);
  return { patient: check.success ? markStable(patient) : patient, check };
}

/** Rolls the hours until a stable creature that is not healed regains 1 hit point. */
export function rollHoursUntilAwake(roll: RollDice): number {
  return roll('1d4', 'Hours until a stable creature wakes').total;
}

/** Brings the dead back with that many hit points. Death by exhaustion leaves exhaustion 5 behind. */
export function revive(block: Srd5eStatBlock, hitPoints: number): Srd5eStatBlock | Rejection {
  if (block.status !== 'dead')
    return reject('not-dead', `only the dead can be revived; it is ${block.status}`);
  return restoreHitPoints({ ...block, exhaustion: Math.min(5, block.exhaustion) }, Math.max(1, hitPoints));
}

type DeathSave = {
  readonly block: Srd5eStatBlock;
  readonly result: 'success' | 'failure' | 'two_failures' | 'stable' | 'died' | 'awake';
  readonly roll: D20;
};

const TARGET = { kind: 'DC', value: 10 } as const;

/**
 * Rolls the save a dying creature makes at the start of its turn. A natural 20 wakes it with 1 hit point, a natural 1
 * counts twice. Three successes make it stable and three failures kill it.
 */
export function rollDeathSave(
  block: Srd5eStatBlock,
  roll: RollDice,
  edges: readonly Srd5eEdge[] = [],
): DeathSave | Rejection {
  if (!isDying(block))
    return reject('not-dying', `only a dying creature makes death saves; it is ${block.status}`);
  const tired = block.exhaustion >= EXHAUSTION_LEVELS.disadvantageOnAttacksAndSaves;
  const edge = combineEdges(tired ? [...edges, 'disadvantage'] : edges);
  const rolled = rollD20(roll, edge, deathSaveBonus(block), 'Death saving throw', {
    target: TARGET,
    dice: listEffectDice(block, 'saving_dice'),
  });
  return { ...judged(block, rolled), roll: rolled };
}

/** Returns the bonus to a death save. It is tied to no ability, but bonuses to every saving throw apply. */
function deathSaveBonus(block: Srd5eStatBlock): number {
  const diamondSoul = getClassLevel(block, 'monk') >= 14 ? getProficiencyBonus(block) : 0;
  return block.active_effects.reduce((sum, effect) => sum + effect.saving_throws, diamondSoul);
}

function judged(block: Srd5eStatBlock, rolled: D20): Pick<DeathSave, 'block' | 'result'> {
  if (rolled.natural === 20) return { block: restoreHitPoints(block, 1), result: 'awake' };
  if (rolled.natural === 1) return failed(block, 2);
  return rolled.total >= TARGET.value ? succeeded(block) : failed(block, 1);
}

function failed(block: Srd5eStatBlock, count: 1 | 2): Pick<DeathSave, 'block' | 'result'> {
  const after = addDeathSaveFailures(block, count);
  if (after.status === 'dead') return { block: after, result: 'died' };
  return { block: after, result: count === 2 ? 'two_failures' : 'failure' };
}

function succeeded(block: Srd5eStatBlock): Pick<DeathSave, 'block' | 'result'> {
  const successes = block.death_saves.successes + 1;
  if (successes >= 3) return { block: markStable(block), result: 'stable' };
  return { block: { ...block, death_saves: { ...block.death_saves, successes } }, result: 'success' };
}

/** Adds levels of exhaustion, or takes them away when negative. Level 6 kills. */
export function changeExhaustion(block: Srd5eStatBlock, levels: number): Srd5eStatBlock | Rejection {
  if (block.status === 'dead') return reject('creature-dead', 'a dead creature is past exhaustion');
  if (levels > 0 && block.condition_immunities.includes('exhaustion'))
    return reject('condition-immune', 'the creature is immune to exhaustion');
  const exhaustion = Math.min(6, Math.max(0, block.exhaustion + levels));
  const changed = { ...block, exhaustion };
  if (exhaustion === EXHAUSTION_LEVELS.death) return markDead(changed);
  const current = Math.min(block.hit_points.current, getHitPointMaximum(changed));
  return { ...changed, hit_points: { ...block.hit_points, current } };
}

/**
 * Writes the resources a character can still spend, remaining of total: `HD: 2/3, Spells: L1 2/2, L2 0/1, Ki: 3/5,
 * Potions: 2, Exhaustion: 0`.
 */
export function writeResourcesLine(block: Srd5eStatBlock): string {
  const { class_features, consumables } = block.resources;
  const parts = [
    ...hitDice(block),
    ...spells(block),
    ...pact(block),
    ...Object.entries(class_features).map(([name, pool]) => `${toTitle(name)}: ${left(pool)}`),
    ...Object.entries(consumables).map(([name, count]) => `${toTitle(name)}: ${count}`),
    `Exhaustion: ${block.exhaustion}`,
  ];
  return parts.join(', ');
}

function hitDice({ resources: { hit_dice } }: Srd5eStatBlock): string[] {
  const sizes = Srd5eHitDie.options.toReversed().flatMap((die) => {
    const pool = hit_dice[die];
    return pool === undefined || pool.total === 0 ? [] : [{ die, pool }];
  });
  if (sizes.length === 0) return [];
  const named = sizes.length > 1;
  return [`HD: ${sizes.map(({ die, pool }) => `${named ? `${die} ` : ''}${left(pool)}`).join(', ')}`];
}

function spells(block: Srd5eStatBlock): string[] {
  if (isAwaitingFirstSpells(block)) return ['Spells: No Spells Yet (Level 2+)'];
  const levels = Srd5eSpellLevel.options.flatMap((level) => {
    const pool = block.resources.spell_slots[level];
    return pool === undefined || pool.total === 0 ? [] : [`L${level} ${left(pool)}`];
  });
  return levels.length === 0 ? [] : [`Spells: ${levels.join(', ')}`];
}

function pact({ resources: { pact_slots } }: Srd5eStatBlock): string[] {
  return pact_slots === null ? [] : [`Pact: L${pact_slots.level} ${left(pact_slots)}`];
}

function left({ used, total }: Pick<Srd5eFeaturePool, 'used' | 'total'>): string {
  return total === 'unlimited' ? 'unlimited' : `${total - used}/${total}`;
}

/** Writes `Lvl 3 Fighter | HP: 24/28 (Temp: 5) | XP: 950/2700 | Gold: 15gp`. */
export function writeStatusLine(block: Srd5eStatBlock): string {
  const { current, temporary } = block.hit_points;
  const hitPoints = `HP: ${current}/${getHitPointMaximum(block)} (Temp: ${temporary})`;
  return [...rank(block), hitPoints, ...experience(block), `Gold: ${block.resources.gold}gp`].join(' | ');
}

function rank(block: Srd5eStatBlock): string[] {
  const level = getCharacterLevel(block);
  if (level === 0) return block.challenge_rating === null ? [] : [`CR ${block.challenge_rating}`];
  const several = block.classes.length > 1;
  const names = block.classes.map((entry) => `${toTitle(entry.class)}${several ? ` ${entry.level}` : ''}`);
  return [`Lvl ${level} ${names.join(' / ')}`];
}

function experience(block: Srd5eStatBlock): string[] {
  if (block.classes.length === 0) return [];
  const next = getNextLevelExperience(block);
  return [next === null ? `XP: ${block.experience}` : `XP: ${block.experience}/${next}`];
}

/** Writes `Conditions: Poisoned, Prone | Exhaustion: 1 | Inspiration: No`. */
export function writeConditionsLine(block: Srd5eStatBlock): string {
  const names = block.status === 'dead' ? ['dead'] : [...listActiveConditions(block)].toSorted();
  const conditions = names.map(toTitle).join(', ') || 'None';
  const inspiration = block.inspiration ? 'Yes' : 'No';
  return `Conditions: ${conditions} | Exhaustion: ${block.exhaustion} | Inspiration: ${inspiration}`;
}
