import { z } from 'zod';
import { PUBLISHED_COST_CLASSES } from './mechanics/published-costs.ts';
import { SnakeName } from './mechanics/snake-name.ts';

export const COST_KINDS = ['heat', 'time', 'cred', 'harm', 'rep'] as const;
export type CostKind = (typeof COST_KINDS)[number];

/** What an attempt changes: heat and harm gained, minutes passed, money and reputation won or lost. */
export type Costs = Readonly<Record<CostKind, number>>;

const LARGEST = 1_000_000;
const Amount = z.int().min(-LARGEST).max(LARGEST);
const Range = z
  .strictObject({ min: Amount, max: Amount })
  .refine(({ min, max }) => min <= max, { path: ['max'], error: 'max must not be less than min' });
type Range = z.infer<typeof Range>;

const AmountOrRange = z.union([Amount, Range]).default(0);

/** What one class of action may cost. A plain number is always that number. Time is in minutes. */
export const CostClass = z.strictObject({
  heat: AmountOrRange,
  time: AmountOrRange,
  cred: AmountOrRange,
  harm: AmountOrRange,
  rep: AmountOrRange,
});
export type CostClass = Readonly<z.infer<typeof CostClass>>;

/** The costs of attempts by class of action, and how far each meter goes. */
export const CostRules = z.strictObject({
  classes: z
    .record(SnakeName, CostClass)
    .default({})
    .describe('Other figures for the published classes of action, and classes of its own.'),
  meters: z
    .strictObject({
      heat: Range.default({ min: 0, max: 10 }),
      time: Range.default({ min: 0, max: LARGEST }),
      cred: Range.default({ min: 0, max: LARGEST }),
      harm: Range.default({ min: 0, max: 6 }),
      rep: Range.default({ min: -10, max: 10 }),
    })
    .prefault({})
    .describe('The least and the most each meter can stand at.'),
});
export type CostRules = Readonly<z.infer<typeof CostRules>>;

const PUBLISHED = z.record(z.string(), CostClass).parse(PUBLISHED_COST_CLASSES);

/** Every class of action with what it may cost: the published ones with the ruleset's own on top. */
export function costClasses(rules: CostRules): Readonly<Record<string, CostClass>> {
  return { ...PUBLISHED, ...rules.classes };
}

/**
 * What an attempt costs: the proposal, moved into the ranges of its class; as little as the ranges allow where
 * nothing is proposed. Owed by every attempt that is made, whatever comes of it. A class nobody knows is `other`.
 */
export function costOf(rules: CostRules, actionClass: string, proposed: Partial<Costs> = {}): Costs {
  const classes = costClasses(rules);
  const declared = Object.hasOwn(classes, actionClass) ? classes[actionClass] : classes.other;
  if (declared === undefined) throw new Error('there is no class of action called other');
  return eachCost((kind) => within(rangeOf(declared[kind]), proposed[kind]));
}

/** The meters after costs were paid, each within its limits. */
export function payCosts(rules: CostRules, meters: Costs, costs: Costs): Costs {
  return eachCost((kind) => within(rules.meters[kind], meters[kind] + costs[kind]));
}

/** Two costs at once. */
export function addCosts(one: Costs, other: Partial<Costs>): Costs {
  return eachCost((kind) => one[kind] + (other[kind] ?? 0));
}

function eachCost(amount: (kind: CostKind) => number): Costs {
  return {
    heat: amount('heat'),
    time: amount('time'),
    cred: amount('cred'),
    harm: amount('harm'),
    rep: amount('rep'),
  };
}

function rangeOf(value: number | Range): Range {
  return typeof value === 'number' ? { min: value, max: value } : value;
}

// A proposal comes from a model: what is no number counts as no proposal, and parts are dropped.
function within({ min, max }: Range, value: number | undefined): number {
  if (value === undefined || Number.isNaN(value)) return clamp(0, min, max);
  return clamp(Math.trunc(value), min, max);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
