import { z } from 'zod';
import { RollTableRows } from '#engine/rules/roll-table.ts';
import { CharacterId } from '../ids.ts';
import { Line, Prose, Slug, StoredName } from './bounds.ts';

/** A d100 table offered to a player: the next turn is the roll, and the row it hits binds. */
export const PendingRoll = z.strictObject({
  personaId: CharacterId,
  /** Which call type made it: `persuasion`, `chaos`, `battle`. */
  type: Slug,
  purpose: StoredName,
  rows: RollTableRows,
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
