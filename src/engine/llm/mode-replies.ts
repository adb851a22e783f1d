import { z } from 'zod';
import { ProposedOperation } from './narrate-outcome.ts';
import { OfferedChoice } from './offered-choice.ts';

const Points = z.array(z.string().max(600)).max(12).default([]);

/** A THINK turn: the situation weighed, and nothing done. */
export const ThinkReply = z.object({
  thinking: z.string().min(1).max(6000),
  analysis: z
    .object({ pros: Points, cons: Points, confidence: z.string().max(200).default('') })
    .prefault({}),
  choices: z.array(OfferedChoice).min(1).max(8),
});
export type ThinkReply = z.infer<typeof ThinkReply>;

/** A GOD turn: what was changed at the owner's word, and what else can be. */
export const GodReply = z.object({
  god_mode_response: z.string().min(1).max(6000),
  operations: z.array(ProposedOperation).max(40).default([]),
  choices: z.array(OfferedChoice).max(8).default([]),
});
export type GodReply = z.infer<typeof GodReply>;
