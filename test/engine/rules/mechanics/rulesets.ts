import type { CheckedResolution } from '#engine/rules/checks.ts';
import type { AspectResolution } from '#engine/rules/mechanics/aspect.ts';
import { Mechanics } from '#engine/rules/mechanics.ts';
import { Resolution } from '#engine/rules/resolution.ts';

function resolution<Kind extends Resolution['kind']>(
  kind: Kind,
  more: object = {},
): Extract<Resolution, { kind: Kind }> {
  // The schema gives back the kind it was asked for.
  return Resolution.parse({ kind, ...more }) as Extract<Resolution, { kind: Kind }>;
}

/** Freeform play: two dice, published bands, no stats. */
export const freeform: CheckedResolution = resolution('banded');

/** A grounded evening: five stats and a clock of six. */
export const everydayTension = resolution('d20_stat', {
  stats: ['warmth', 'self_awareness', 'boundaries', 'physicality', 'logic'],
});

/** Nine voices in one head. */
export const innerChorus: AspectResolution = resolution('aspect', {
  aspects: [
    'logic',
    'empathy',
    'volition',
    'imagination',
    'composure',
    'physique',
    'rhetoric',
    'perception',
    'suggestion',
  ],
});

/** Two people, seven minutes. */
export const sevenMinutes = resolution('countdown');

/** A whole ruleset of defaults around freeform play. */
export const freeformMechanics: Mechanics = Mechanics.parse({
  pipeline: 'full',
  resolution: { kind: 'banded' },
});
