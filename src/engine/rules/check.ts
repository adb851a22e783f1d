import { assertNever } from '#engine/kit/assert-never.ts';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { type Reaction, reactionTo } from './aspect.ts';
import { type Band, type Bands, bandOf, type Degree } from './bands.ts';
import type { RollRequest } from './dice.ts';
import { evaluateFormula, type Stats } from './formula.ts';
import type { Resolution } from './resolution.ts';

/** A check somebody asks for. Which stat it adds is proposed; whether there is such a stat is decided here. */
export type Check = {
  readonly stats: Stats;
  /** The stat or aspect that matters, where the ruleset lets a check choose. */
  readonly stat?: string;
};

/** A resolution of bands or aspects. Tables bind by themselves, SRD 5e has its own checks, a rulebook has none. */
export type CheckedResolution = Exclude<Resolution, { kind: 'table_d100' | 'srd5e' | 'rulebook' }>;

export function isCheckedResolution(resolution: Resolution): resolution is CheckedResolution {
  return !['table_d100', 'srd5e', 'rulebook'].includes(resolution.kind);
}

/** What to roll for a check; hand the whole of it to the dice, so that the roll names its result. */
export type CheckDice = { readonly expression: string } & Required<
  Pick<RollRequest, 'modifier' | 'nameResult'>
>;

/** The dice of a check with its modifier worked out from the stats. */
export function diceForCheck(resolution: CheckedResolution, check: Check): CheckDice | Rejection {
  const chosen = chosenStat(resolution, check);
  if (isRejection(chosen)) return chosen;
  const formula = resolution.kind === 'aspect' ? '0' : resolution.modifier;
  const modifier = evaluateFormula(formula, check.stats);
  if (typeof modifier !== 'number') return modifier;
  const nameResult = (total: number) => outcomeOfCheck(resolution, total, check).name;
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

/** What a total means: a band, or how an aspect speaks. The degree is how well it went either way. */
export type CheckOutcome =
  | { readonly kind: 'band'; readonly degree: Degree; readonly name: string; readonly band: Band }
  | {
      readonly kind: 'reaction';
      readonly degree: Degree;
      readonly name: string;
      readonly reaction: Reaction;
    };

/**
 * Reads the outcome of a check whose dice were given out above. Declared edges decide; nobody's opinion of the
 * dice does.
 */
export function outcomeOfCheck(resolution: CheckedResolution, total: number, check: Check): CheckOutcome {
  return resolution.kind === 'aspect'
    ? reactionOutcome(reactionTo(resolution, check.stat ?? '', total, check.stats))
    : bandOutcome(resolution.bands, total);
}

function bandOutcome(bands: Bands, total: number): CheckOutcome {
  const band = bandOf(bands, total);
  return { kind: 'band', degree: band.degree, name: band.name, band };
}

const DEGREE_OF_REACTION = {
  override: 'success',
  influence: 'mixed',
  other_aspect: 'failure',
  natural: 'failure',
} as const satisfies Record<Reaction['kind'], Degree>;

const NAME_OF_REACTION = {
  override: 'overrides',
  influence: 'influences',
  other_aspect: 'speaks instead',
} as const;

function reactionOutcome(reaction: Reaction | Rejection): CheckOutcome {
  if ('rejected' in reaction) throw new Error(`a check was read that was never made: ${reaction.reason}`);
  const name =
    reaction.kind === 'natural'
      ? 'Natural reaction'
      : `${reaction.aspect} ${NAME_OF_REACTION[reaction.kind]}`;
  return { kind: 'reaction', degree: DEGREE_OF_REACTION[reaction.kind], name, reaction };
}
