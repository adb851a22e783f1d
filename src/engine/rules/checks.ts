import {
  computeCheckBonus,
  computeCheckEdge,
  computePassiveScore,
  isProficient,
  RELIABLE_TALENT_LEVEL,
  type Srd5eCheck,
} from '#engine/srd5e/checks.ts';
import { getClassLevel } from '#engine/srd5e/derived-numbers.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eAbility, Srd5eSkill } from '#engine/srd5e/terms.ts';
import { assertNever } from '#engine/util/assert-never.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { DeclaredCheck, DifficultyWord } from './declared-check.ts';
import type { RollRequest } from './dice.ts';
import { evaluateFormula, type Stats } from './formula.ts';
import { type AspectReaction, findReaction } from './mechanics/aspect.ts';
import { type Band, type Bands, type Degree, findBand, type Resolution } from './resolution.ts';
import type { Advantage, RollTarget } from './roll.ts';

/** Requested check. The request proposes the stat to add; this module decides whether there is such a stat. */
export type Check = {
  readonly stats: Stats;
  /** The stat or aspect that matters, where the ruleset lets a check choose. */
  readonly stat?: string;
};

/** A resolution of bands or aspects. Tables bind by themselves, SRD 5e has its own checks, a rulebook has none. */
export type CheckedResolution = Exclude<Resolution, { kind: 'table_d100' | 'srd5e' | 'rulebook' | 'none' }>;

export function isCheckedResolution(resolution: Resolution): resolution is CheckedResolution {
  return !['table_d100', 'srd5e', 'rulebook', 'none'].includes(resolution.kind);
}

/** Roll for a check. Pass all of it to the dice, so that the roll names its result. */
type CheckDice = { readonly expression: string } & Required<Pick<RollRequest, 'modifier' | 'nameResult'>>;

/** Returns the dice of a check, with the modifier computed from the stats. */
export function selectCheckDice(resolution: CheckedResolution, check: Check): CheckDice | Rejection {
  const chosen = chosenStat(resolution, check);
  if (isRejection(chosen)) return chosen;
  const formula = resolution.kind === 'aspect' ? '0' : resolution.modifier;
  const modifier = evaluateFormula(formula, check.stats);
  if (typeof modifier !== 'number') return modifier;
  const nameResult = (total: number) => judgeCheck(resolution, total, check).name;
  return { expression: resolution.dice, modifier: modifier + chosen, nameResult };
}

function chosenStat(resolution: CheckedResolution, { stat, stats }: Check): number | Rejection {
  const offered = statsOffered(resolution);
  if (stat === undefined) {
    const needsOne = resolution.kind === 'd20_stat' || resolution.kind === 'aspect';
    return needsOne
      ? reject('no-stat', `the check names no stat; there are ${offered.join(', ')}`, ['stat'])
      : 0;
  }
  if (offered.includes(stat)) return evaluateFormula(stat, stats);
  const right = offered.length === 0 ? 'checks of this ruleset name none' : `there are ${offered.join(', ')}`;
  return reject('unknown-stat', `no check adds ${stat}; ${right}`, ['stat']);
}

function statsOffered(resolution: CheckedResolution): readonly string[] {
  switch (resolution.kind) {
    case 'banded':
    case 'd20_stat':
      return resolution.stats;
    case 'aspect':
      return resolution.aspects;
    case 'countdown':
      return [];
    default:
      return assertNever(resolution);
  }
}

/** Meaning of a total: a band, or an aspect's reaction. In both cases the degree says how well it went. */
type CheckOutcome =
  | { readonly kind: 'band'; readonly degree: Degree; readonly name: string; readonly band: Band }
  | {
      readonly kind: 'reaction';
      readonly degree: Degree;
      readonly name: string;
      readonly reaction: AspectReaction;
    };

/**
 * Reads the outcome of a check from the total of the dice chosen above. Only declared edges decide, never an
 * opinion of the dice.
 */
export function judgeCheck(resolution: CheckedResolution, total: number, check: Check): CheckOutcome {
  return resolution.kind === 'aspect'
    ? reactionOutcome(findReaction(resolution, check.stat ?? '', total, check.stats))
    : bandOutcome(resolution.bands, total);
}

function bandOutcome(bands: Bands, total: number): CheckOutcome {
  const band = findBand(bands, total);
  return { kind: 'band', degree: band.degree, name: band.name, band };
}

const DEGREE_OF_REACTION = {
  override: 'success',
  influence: 'mixed',
  other_aspect: 'failure',
  natural: 'failure',
} as const satisfies Record<AspectReaction['kind'], Degree>;

const NAME_OF_REACTION = {
  override: 'overrides',
  influence: 'influences',
  other_aspect: 'speaks instead',
} as const;

function reactionOutcome(reaction: AspectReaction | Rejection): CheckOutcome {
  if ('rejected' in reaction) throw new Error(`a check was read that was never made: ${reaction.reason}`);
  const name =
    reaction.kind === 'natural'
      ? 'Natural reaction'
      : `${reaction.aspect} ${NAME_OF_REACTION[reaction.kind]}`;
  return { kind: 'reaction', degree: DEGREE_OF_REACTION[reaction.kind], name, reaction };
}

/** A stat block as the snapshot keeps it: numbers for bands, aspects and tables; an SRD 5e block under srd5e. */
type StatBlockValues = Readonly<Record<string, unknown>>;

/** Actor of a check, its opponent, and its difficulty. */
export type CheckParties = {
  readonly actor: StatBlockValues;
  /** Null when no opponent resists. */
  readonly opponent: StatBlockValues | null;
  /** Null is normal. */
  readonly difficulty: DifficultyWord | null;
};

/** The number with which the other person resists: subtracted from a roll, or the DC under srd5e. */
type Resistance = { readonly by: string; readonly value: number };

/** Outcome of a roll: a band, an aspect's reaction, or reaching a DC. */
export type RollOutcome =
  | CheckOutcome
  | { readonly kind: 'target'; readonly degree: Degree; readonly name: 'Success' | 'Failure' };

/** One roll, ready to be made. */
export type PlannedRoll = {
  readonly kind: 'roll';
  readonly expression: string;
  /** Everything that is added to the dice, difficulty and resistance included. */
  readonly modifier: number;
  readonly advantage: Advantage;
  /** The DC under srd5e; null with bands and aspects, which have none. */
  readonly target: RollTarget | null;
  /** Null when no opponent resists. */
  readonly resistance: Resistance | null;
  /** For `RollLedger.roll` and `rollByPlayer`, with the name of the result. */
  readonly details: Pick<RollRequest, 'modifier' | 'advantage' | 'target' | 'nameResult'>;
  /** Reads the outcome from the total of the roll. */
  readonly readOutcome: (total: number) => RollOutcome;
};

/** A table to be offered, then rolled on with 1d100. */
type PlannedTable = {
  readonly kind: 'table';
  readonly expression: '1d100';
  readonly modifier: 0;
  readonly rollType: string;
  /** The actor's number, for the model that weighs the rows; null where the check names none. */
  readonly strength: { readonly stat: string; readonly value: number } | null;
  readonly resistance: Resistance | null;
};

/**
 * Works out what to roll for a check of the ruleset's list. Refuses a check the actor has no number for; it never takes
 * another stat instead.
 */
export function planRoll(
  resolution: Resolution,
  check: DeclaredCheck,
  parties: CheckParties,
): PlannedRoll | PlannedTable | Rejection {
  if (isCheckedResolution(resolution)) return planBands(resolution, check, parties);
  switch (resolution.kind) {
    case 'srd5e':
      return planSrd5e(check, parties);
    case 'table_d100':
      return planTable(check, parties);
    case 'rulebook':
      return reject('no-checks', 'this ruleset has no checks; its model asks for dice by the rulebook');
    case 'none':
      return reject('no-checks', 'this ruleset rolls no dice');
  }
}

function planBands(
  resolution: CheckedResolution,
  declared: DeclaredCheck,
  { actor, opponent, difficulty }: CheckParties,
): PlannedRoll | Rejection {
  const check = {
    stats: numbersOf(actor),
    ...(declared.stat === null ? {} : { stat: declared.stat }),
  };
  const dice = selectCheckDice(resolution, check);
  if (isRejection(dice)) return dice;
  const resistance = resistanceOf(declared, opponent);
  const shift = declared.difficulty[difficulty ?? 'normal'];
  const modifier = dice.modifier + shift - (resistance?.value ?? 0);
  return {
    kind: 'roll',
    expression: dice.expression,
    modifier,
    advantage: 'NONE',
    target: null,
    resistance,
    details: { modifier, nameResult: dice.nameResult },
    readOutcome: (total) => judgeCheck(resolution, total, check),
  };
}

function planTable(
  { id, label, rollType, stat, ...declared }: DeclaredCheck,
  { actor, opponent }: CheckParties,
): PlannedTable | Rejection {
  if (rollType === null) return reject('no-table', `the check ${id} names no table`, ['rollType']);
  const value = stat === null ? null : numbersOf(actor)[stat];
  if (value === undefined) return rejectActor(label, stat ?? 'number');
  return {
    kind: 'table',
    expression: '1d100',
    modifier: 0,
    rollType,
    strength: stat === null || value === null ? null : { stat, value },
    resistance: resistanceOf(declared, opponent),
  };
}

function planSrd5e(
  declared: DeclaredCheck,
  { actor, opponent, difficulty }: CheckParties,
): PlannedRoll | Rejection {
  const check = toSrd5eCheck(declared.stat, declared.skill);
  if (check === null) {
    return reject('no-stat', `the check ${declared.id} names no ability or skill of SRD 5e`, ['stat']);
  }
  const block = Srd5eStatBlock.safeParse(actor).data;
  if (block === undefined) return rejectActor(declared.label, 'SRD 5e stat block');
  const resistance = passiveResistance(declared.opposedBy, opponent);
  const value = resistance?.value ?? declared.difficulty[difficulty ?? 'normal'];
  const modifier = computeCheckBonus(block, check);
  const advantage = ADVANTAGES[computeCheckEdge(block, check)];
  // With Reliable Talent a low face counts as 10, which the dice themselves do not know.
  const isSteady = getClassLevel(block, 'rogue') >= RELIABLE_TALENT_LEVEL && isProficient(block, check);
  const least = isSteady ? 10 + modifier : Number.NEGATIVE_INFINITY;
  const target = { kind: 'DC', value } as const;
  const readOutcome = (total: number) =>
    Math.max(total, least) >= value
      ? ({ kind: 'target', degree: 'success', name: 'Success' } as const)
      : ({ kind: 'target', degree: 'failure', name: 'Failure' } as const);
  return {
    kind: 'roll',
    expression: '1d20',
    modifier,
    advantage,
    target,
    resistance,
    details: {
      modifier,
      advantage,
      ...(isSteady ? { nameResult: (total: number) => readOutcome(total).name } : { target }),
    },
    readOutcome,
  };
}

const ADVANTAGES = { advantage: 'ADVANTAGE', disadvantage: 'DISADVANTAGE', none: 'NONE' } as const;

function toSrd5eCheck(stat: string | null, skill: string | null): Srd5eCheck | null {
  const ability = Srd5eAbility.safeParse(stat).data;
  const known = Srd5eSkill.safeParse(skill).data;
  if (known !== undefined) return ability === undefined ? { skill: known } : { skill: known, ability };
  return ability === undefined ? null : { ability };
}

/** Computes passive resistance. The score is at least 0, because a DC below it cannot be recorded. */
function passiveResistance(by: string | null, opponent: StatBlockValues | null): Resistance | null {
  const check = toSrd5eCheck(by, by);
  const block = Srd5eStatBlock.safeParse(opponent).data;
  if (by === null || check === null || block === undefined) return null;
  return { by, value: Math.max(0, computePassiveScore(block, check, computeCheckEdge(block, check))) };
}

function resistanceOf(
  { opposedBy }: Pick<DeclaredCheck, 'opposedBy'>,
  opponent: StatBlockValues | null,
): Resistance | null {
  if (opposedBy === null || opponent === null) return null;
  const value = numbersOf(opponent)[opposedBy];
  return value === undefined ? null : { by: opposedBy, value };
}

function rejectActor(label: string, lacking: string): Rejection {
  const cure = 'give them a stat block for this ruleset';
  return reject('no-stat', `${label} cannot be rolled: the character has no ${lacking}; ${cure}`, ['actor']);
}

function numbersOf(block: StatBlockValues): Stats {
  return Object.fromEntries(
    Object.entries(block).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
