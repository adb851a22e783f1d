import { z } from 'zod';
import { WorldTime } from '#engine/kit/world-time.ts';
import { Srd5eAbility } from './srd5e-ability.ts';

/** The conditions a creature has or has not. Exhaustion has levels and is kept apart. */
export const Srd5eConditionName = z.enum([
  'blinded',
  'charmed',
  'deafened',
  'frightened',
  'grappled',
  'incapacitated',
  'invisible',
  'paralyzed',
  'petrified',
  'poisoned',
  'prone',
  'restrained',
  'stunned',
  'unconscious',
]);
export type Srd5eConditionName = z.infer<typeof Srd5eConditionName>;

/** What ends a condition by itself. `removed` waits for somebody to end it. */
export const Srd5eConditionEnd = z.discriminatedUnion('when', [
  z.strictObject({ when: z.literal('removed') }),
  z.strictObject({ when: z.literal('rounds'), remaining: z.int().min(1) }),
  z.strictObject({ when: z.literal('time'), at: WorldTime }),
  z.strictObject({ when: z.literal('short_rest') }),
  z.strictObject({ when: z.literal('long_rest') }),
]);
export type Srd5eConditionEnd = z.infer<typeof Srd5eConditionEnd>;

/**
 * One condition from one source. Two sources of the same condition are two entries: each ends on its own,
 * and its effects never add up. A `save` may be tried at the end of each of the creature's turns.
 */
export const Srd5eCondition = z.strictObject({
  name: Srd5eConditionName,
  source: z.string().min(1),
  ends: Srd5eConditionEnd.prefault({ when: 'removed' }),
  save: z
    .strictObject({ ability: Srd5eAbility, dc: z.int().min(1).max(40) })
    .nullable()
    .default(null),
});
export type Srd5eCondition = z.infer<typeof Srd5eCondition>;
