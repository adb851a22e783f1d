import { z } from 'zod';
import { DiceExpression } from './dice.ts';
import { Formula } from './formula.ts';
import { AspectResolution } from './mechanics/aspect.ts';
import { SnakeName } from './names/snake-name.ts';

/** Degree of success of an attempt, independent of the ruleset's own names for it. */
export const Degree = z.enum(['critical', 'success', 'mixed', 'failure']);
export type Degree = z.infer<typeof Degree>;

/** Range of totals with one meaning. It ends where the next band begins. */
export const Band = z.strictObject({
  from: z
    .int()
    .min(-1000)
    .max(1000)
    .exactOptional()
    .describe(
      'The lowest total of this band. Exactly one band has none: it takes everything below the others.',
    ),
  name: z.string().min(1).max(60).describe('What players read: Mixed success.'),
  degree: Degree,
  meaning: z.string().max(400).default('').describe('What it means in the story, for whoever narrates.'),
});
export type Band = Readonly<z.infer<typeof Band>>;

/** Bands for every total. They have no gaps or overlaps, because each declares only where it begins. */
export const Bands = z
  .array(Band)
  .min(2)
  .max(10)
  .superRefine((bands, context) => {
    for (const [index, message] of bandFaults(bands)) {
      context.addIssue({ code: 'custom', message, path: [index, 'from'] });
    }
  });
export type Bands = readonly Band[];

function* bandFaults(bands: Bands): Generator<readonly [index: number, message: string]> {
  const seen = new Map<number | undefined, string>();
  for (const [index, { from, name }] of bands.entries()) {
    const other = seen.get(from);
    if (other !== undefined && from === undefined) {
      yield [index, `${name} and ${other} both have no from; only the lowest band goes without`];
    } else if (other !== undefined) yield [index, `${name} and ${other} both begin at ${from}`];
    seen.set(from, name);
  }
  if (!seen.has(undefined)) {
    const lowest = Math.min(...bands.map(({ from }) => from ?? 0));
    const index = bands.findIndex(({ from }) => from === lowest);
    yield [index, `no band takes totals below ${lowest}; leave out the from of the lowest band`];
  }
}

/** Finds the band a total falls in. */
export function findBand(bands: Bands, total: number): Band {
  const band = highestFirst(bands).find(({ from }) => from === undefined || total >= from);
  if (band === undefined) throw new Error('these bands have no lowest one: they were never checked');
  return band;
}

function highestFirst(bands: Bands): Bands {
  const start = ({ from }: Band) => from ?? Number.NEGATIVE_INFINITY;
  return bands.toSorted((one, other) => start(other) - start(one));
}

/** Two six-sided dice: 6- fails, 7-9 is mixed, 10+ succeeds, 12 is critical. */
const TWO_D6_BANDS: Bands = [
  { from: 12, name: 'Critical success', degree: 'critical', meaning: 'It works, and better than hoped for.' },
  { from: 10, name: 'Success', degree: 'success', meaning: 'It works as intended.' },
  { from: 7, name: 'Mixed', degree: 'mixed', meaning: 'It works at a price, or only in part.' },
  { name: 'Failure', degree: 'failure', meaning: 'It does not work, and the world moves.' },
];

/** Small stakes on a d20: 16+ is clean, 10-15 is mixed, 9- fails. */
const EVERYDAY_BANDS: Bands = [
  { from: 16, name: 'Clean success', degree: 'success', meaning: 'The moment goes the way it was meant.' },
  { from: 10, name: 'Mixed', degree: 'mixed', meaning: 'It lands, and leaves something awkward behind.' },
  {
    name: 'Failure',
    degree: 'failure',
    meaning: 'A plausible misstep: bad timing, a cold tone, a line crossed.',
  },
];

/** Nerves against the clock on a d20: 18+ is bold, 12-17 is awkward, below 12 fails and tightens the air. */
const COUNTDOWN_BANDS: Bands = [
  { from: 18, name: 'Bold success', degree: 'success', meaning: 'The move is made without flinching.' },
  { from: 12, name: 'Awkward partial', degree: 'mixed', meaning: 'The move is made, clumsily.' },
  { name: 'Failure', degree: 'failure', meaning: 'The nerve fails and the tension grows.' },
];

/** A clock that fills as checks go wrong; when it is full the scene shifts. */
export const PressureClock = z.strictObject({
  name: SnakeName.default('pressure_clock').describe(
    'The field of the scene state, or the clock, that counts.',
  ),
  max: z.int().min(1).max(100).default(6),
  ticks_on: z.array(Degree).min(1).default(['mixed', 'failure']),
  ticks: z.int().min(1).max(10).default(1).describe('How far it moves each time.'),
  when_full: z
    .array(z.string().min(1).max(200))
    .min(1)
    .default(['someone leaves', 'an interruption breaks in', 'the opportunity is gone'])
    .describe('Ways the scene may shift.'),
});
export type PressureClock = Readonly<z.infer<typeof PressureClock>>;

type ClockTick = {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** True only for the tick that fills the clock. */
  readonly fills: boolean;
};

/** Computes the effect of a check of this degree on the clock; null when the clock does not move. */
export function computeClockTick(clock: PressureClock, value: number, degree: Degree): ClockTick | null {
  if (!clock.ticks_on.includes(degree)) return null;
  const from = Math.min(Math.max(0, value), clock.max);
  const to = Math.min(clock.max, from + clock.ticks);
  return to === from ? null : { name: clock.name, from, to, fills: to === clock.max };
}

/** Time that runs out with every check. */
export const Countdown = z.strictObject({
  name: SnakeName.default('minutes_left').describe('The field of the scene state that counts down.'),
  start: z.int().min(1).max(10_000).default(7),
  per_check: z.int().min(0).max(100).default(1).describe('What every check takes, whatever comes of it.'),
});
export type Countdown = Readonly<z.infer<typeof Countdown>>;

/** Returns the time left after one more check, and whether it is up. */
export function reduceCountdown(
  countdown: Countdown,
  left: number,
): { readonly left: number; readonly isOver: boolean } {
  const after = Math.max(0, Math.min(left, countdown.start) - countdown.per_check);
  return { left: after, isOver: after === 0 };
}

const StatNames = z.array(SnakeName).max(60);
const modifier = Formula.default('0').describe('Arithmetic over stats, added to every check.');

/** Dice and bands: 2d6 unless the ruleset declares other dice. */
const BandedResolution = z.strictObject({
  kind: z.literal('banded'),
  dice: DiceExpression.default('2d6'),
  stats: StatNames.default([]).describe('Stats a check may add, one at a time.'),
  modifier,
  bands: Bands.default([...TWO_D6_BANDS]),
});

/** A d20 and the stat that matters, with a clock that fills as things go wrong. */
const D20StatResolution = z.strictObject({
  kind: z.literal('d20_stat'),
  dice: DiceExpression.default('1d20'),
  stats: StatNames.min(1),
  modifier,
  bands: Bands.default([...EVERYDAY_BANDS]),
  clock: PressureClock.nullable().prefault({}).describe('null for none.'),
});

/** Checks by a formula over stats while a countdown runs. */
const CountdownResolution = z.strictObject({
  kind: z.literal('countdown'),
  dice: DiceExpression.default('1d20'),
  modifier: Formula.default('(10 - shyness) + chemistry').describe(
    'Arithmetic over stats, added to every check.',
  ),
  bands: Bands.default([...COUNTDOWN_BANDS]),
  countdown: Countdown.prefault({}),
});

/** A table of 5 to 8 rows is offered, play waits, 1d100 is rolled and the row that is hit binds. */
const TableResolution = z.strictObject({
  kind: z.literal('table_d100'),
  roll_types: z
    .array(SnakeName)
    .min(1)
    .default(['persuasion', 'chaos', 'battle'])
    .describe('What a table may be about.'),
});

/** The rules of the 5.1 SRD, which are code. */
const Srd5eResolution = z.strictObject({
  kind: z.literal('srd5e'),
  mission_experience: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(100)
    .describe('Experience for each persona when a mission without a number of its own is completed.'),
});

/**
 * Resolution without mechanics: the rulebook is text, and the model that resolves a turn requests dice by it. Default
 * of a ruleset without `resolution`.
 */
const RulebookResolution = z.strictObject({ kind: z.literal('rulebook') });

/** Resolution without dice: what is tried is told, and no model is asked for a ruling. */
const NoResolution = z.strictObject({ kind: z.literal('none') });

/** Method by which a ruleset decides the outcome of an attempt. */
export const Resolution = z.discriminatedUnion('kind', [
  BandedResolution,
  D20StatResolution,
  AspectResolution,
  CountdownResolution,
  TableResolution,
  Srd5eResolution,
  RulebookResolution,
  NoResolution,
]);
export type Resolution = Readonly<z.infer<typeof Resolution>>;
