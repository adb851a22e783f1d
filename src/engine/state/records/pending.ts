import { z } from 'zod';
import { CharacterId } from '../ids.ts';
import { Line, Prose, Slug } from './bounds.ts';

/** A d100 table offered to a player: the next turn is the roll, and the row it hits binds. */
export const PendingRoll = z.strictObject({
  personaId: CharacterId,
  /** Which call type made it: `persuasion`, `chaos`, `battle`. */
  type: Slug,
  purpose: Line,
  rows: z
    .array(
      z.strictObject({
        from: z.int().min(1).max(100),
        to: z.int().min(1).max(100),
        outcome: Prose,
      }),
    )
    .min(5)
    .max(8),
  sceneIndex: z.int().min(0),
});
export type PendingRoll = z.infer<typeof PendingRoll>;

/** The one question that stands between a player's action and its outcome. */
export const PendingClarification = z.strictObject({
  personaId: CharacterId,
  question: Line,
  /** What the player wanted to do; the same action resumes when the answer comes. */
  actionText: Prose,
  sceneIndex: z.int().min(0),
});
export type PendingClarification = z.infer<typeof PendingClarification>;
