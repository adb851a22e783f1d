import { z } from 'zod';
import { AspectResolution } from './aspect.ts';
import { Bands } from './bands.ts';
import { Countdown } from './countdown.ts';
import { DiceExpression } from './dice.ts';
import { Formula } from './formula.ts';
import { COUNTDOWN_BANDS, EVERYDAY_BANDS, TWO_D6_BANDS } from './mechanics/published-bands.ts';
import { SnakeName } from './mechanics/snake-name.ts';
import { PressureClock } from './pressure-clock.ts';

const StatNames = z.array(SnakeName).max(60);
const modifier = Formula.default('0').describe('Arithmetic over stats, added to every check.');

/** Dice and bands: 2d6 unless the ruleset says otherwise. */
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
const Srd5eResolution = z.strictObject({ kind: z.literal('srd5e') });

/**
 * No mechanics: the rulebook is text, and the model that resolves a turn asks for dice by it. This is what a ruleset without
 * `resolution` has.
 */
const RulebookResolution = z.strictObject({ kind: z.literal('rulebook') });

/** How a ruleset decides what comes of an attempt. */
export const Resolution = z.discriminatedUnion('kind', [
  BandedResolution,
  D20StatResolution,
  AspectResolution,
  CountdownResolution,
  TableResolution,
  Srd5eResolution,
  RulebookResolution,
]);
export type Resolution = Readonly<z.infer<typeof Resolution>>;
