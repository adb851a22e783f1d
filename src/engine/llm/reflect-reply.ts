import { z } from 'zod';

/** What one character does, and what it keeps to itself. Only the visible part leaves the step. */
export const ReflectReply = z.object({
  /** What anyone present can see or hear the character do or say. */
  action_text: z.string().min(1).max(2000),
  intent_tags: z.array(z.string().max(60)).max(8).default([]),
  /** The character's own goals as they stand now. */
  goals: z.array(z.string().max(400)).max(6).default([]),
  /** What the character thinks; never shown to anyone. */
  thought: z.string().max(2000).default(''),
});
export type ReflectReply = z.infer<typeof ReflectReply>;
