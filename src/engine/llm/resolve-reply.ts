import { z } from 'zod';
import { OfferedTable, ProposedObservation, ProposedOperation } from './narrate-outcome.ts';

const Line = z.string().max(1000);

/** Dice the model asks the engine to roll. It never sees a face before the engine has thrown it. */
export const DiceRequest = z.object({
  expression: z.string().min(1).max(60),
  purpose: Line.default(''),
  /** Who rolls; empty for nobody in particular. */
  character_id: z.string().max(200).default(''),
  /** Whom an attack is aimed at; empty when the purpose says it or nobody is. */
  target_id: z.string().max(200).default(''),
  /** What the total is held against; null when the ruleset's bands decide. */
  difficulty: z.int().min(0).max(1000).nullable().default(null),
});
export type DiceRequest = z.infer<typeof DiceRequest>;

/**
 * What the rules make of an action. While `dice_request` holds anything, the rest is not yet an outcome: the engine rolls
 * and asks again.
 */
export const ResolveReply = z.object({
  dice_request: z.array(z.preprocess(asRequest, DiceRequest)).max(8).default([]),
  resolved_outcome: z.string().max(4000).default(''),
  new_observations: z.array(ProposedObservation).max(40).default([]),
  state_ops: z.array(ProposedOperation).max(40).default([]),
  /** Under rules of tables: what 1d100 will decide. The turn waits for the roll. */
  roll_table: OfferedTable.nullable().default(null),
});
export type ResolveReply = z.infer<typeof ResolveReply>;

/** A bare expression stands for a request without particulars. */
function asRequest(value: unknown): unknown {
  return typeof value === 'string' ? { expression: value } : value;
}
