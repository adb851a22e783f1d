import { z } from 'zod';

const Line = z.string().max(1000);

/** How the turn is meant to go, for the resolver and the narrator. */
export const PlanReply = z.object({
  beats: z.array(Line.min(1)).max(6).default([]),
  tension_move: Line.default(''),
  tension_move_type: z.string().max(80).default(''),
  /** One question, only when the outcome hangs on the answer. */
  clarification_question: Line.default(''),
  next_suggestions: z.array(Line.min(1)).max(6).default([]),
});
export type PlanReply = z.infer<typeof PlanReply>;
