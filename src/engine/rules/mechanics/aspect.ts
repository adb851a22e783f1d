import { z } from 'zod';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { DiceExpression } from '../dice.ts';
import type { Stats } from '../formula.ts';
import { SnakeName } from '../names/snake-name.ts';

/** Inner voices: the dominant aspect rolls, and may take over the character's actions. */
export const AspectResolution = z
  .strictObject({
    kind: z.literal('aspect'),
    dice: DiceExpression.default('1d20'),
    aspects: z.array(SnakeName).min(1).max(40),
    override_from: z.int().default(18).describe('From this total the aspect overrides the reaction.'),
    influence_from: z.int().default(12).describe('From this total the aspect influences it.'),
    clearly_higher_by: z
      .int()
      .min(1)
      .default(3)
      .describe('How far another aspect must lie above the one that rolled to speak up in its place.'),
  })
  .refine(({ override_from, influence_from }) => override_from > influence_from, {
    path: ['override_from'],
    error: 'override_from must be more than influence_from',
  });
export type AspectResolution = Readonly<z.infer<typeof AspectResolution>>;

export type AspectReaction = {
  /** The aspect takes over, colours the reaction, or is silent; or another, clearly higher one colours it. */
  readonly kind: 'override' | 'influence' | 'natural' | 'other_aspect';
  /** The voice that is heard; null when the reaction is the character's own. */
  readonly aspect: string | null;
};

/** Finds the aspect with the highest value; among equals the one named first in the ruleset. */
export function findDominantAspect({ aspects }: AspectResolution, stats: Stats): string | Rejection {
  const known = aspects.filter((aspect) => amountOf(stats, aspect) !== null);
  const [first, ...others] = known;
  if (first === undefined) {
    return reject('no-aspects', `the character has none of the aspects ${aspects.join(', ')}`);
  }
  return others.reduce((best, aspect) => (higher(stats, aspect, best) > 0 ? aspect : best), first);
}

/** Finds a character's reaction when one of its aspects rolled this total. */
export function findReaction(
  resolution: AspectResolution,
  aspect: string,
  total: number,
  stats: Stats,
): AspectReaction | Rejection {
  if (!resolution.aspects.includes(aspect)) {
    return reject('unknown-aspect', `${aspect} is no aspect; there are ${resolution.aspects.join(', ')}`, [
      'aspect',
    ]);
  }
  if (total >= resolution.override_from) return { kind: 'override', aspect };
  if (total >= resolution.influence_from) return { kind: 'influence', aspect };
  const loudest = findDominantAspect(resolution, stats);
  if (typeof loudest !== 'string') return loudest;
  const isClearlyHigher = higher(stats, loudest, aspect) >= resolution.clearly_higher_by;
  return isClearlyHigher ? { kind: 'other_aspect', aspect: loudest } : { kind: 'natural', aspect: null };
}

function higher(stats: Stats, one: string, other: string): number {
  return (amountOf(stats, one) ?? 0) - (amountOf(stats, other) ?? 0);
}

function amountOf(stats: Stats, name: string): number | null {
  return Object.hasOwn(stats, name) ? (stats[name] ?? null) : null;
}
