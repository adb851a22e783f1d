import { z } from 'zod';
import { coerceWord } from './fields/coerce-values.ts';

const Line = z.string().max(1000);

export const TENSION_MOVES = ['raise', 'hold', 'release', 'turn', 'reveal', 'cost'] as const;

/** Intended course of the turn, for the narrator. */
export const Plan = z.object({
  beats: z.array(Line.min(1)).max(6).default([]),
  tension_move: Line.default(''),
  tension_move_type: z.preprocess(coerceWord, z.enum(TENSION_MOVES)).catch('hold').default('hold'),
  /** One question for the player, only when the outcome hangs on the answer. */
  clarification_question: Line.default(''),
  next_suggestions: z.array(Line.min(1)).max(6).default([]),
});
export type Plan = z.infer<typeof Plan>;

/** Input for planning a turn. It contains nothing undiscovered. */
export const PlanInput = z.strictObject({
  playerText: z.string(),
  intent: z.string(),
  scene: z.string(),
  tone: z.string(),
  cast: z.array(z.strictObject({ id: z.string(), name: z.string(), goals: z.array(z.string()) })),
  threads: z.array(z.string()),
  pressures: z.array(z.string()),
  /** Attempts of the player's character, after validation. */
  actions: z.array(z.string()),
  blocked: z.array(z.string()),
  /** Results of those attempts by the rules. */
  outcome: z.array(z.string()),
  recent: z.string(),
  /** The tension moves of the last turns, oldest first. */
  lastMoves: z.array(z.string()),
  language: z.string(),
});
export type PlanInput = z.infer<typeof PlanInput>;
