import { z } from 'zod';
import { coerceDistinctChoices, OfferedChoice } from './narration.ts';
import { OfferedOperation, ProposedOperation } from './proposed-changes.ts';

const Points = z.array(z.string().max(600)).max(12).default([]);

/** A THINK turn: the situation weighed, and nothing done. */
export const ThinkReply = z.object({
  thinking: z.string().min(1).max(6000),
  analysis: z
    .object({ pros: Points, cons: Points, confidence: z.string().max(200).default('') })
    .prefault({}),
  choices: z.preprocess(coerceDistinctChoices, z.array(OfferedChoice).min(1).max(8)),
});
export type ThinkReply = z.infer<typeof ThinkReply>;

/** A GOD turn: what was changed at the owner's word, and what else can be. */
export const GodReply = z.object({
  god_mode_response: z.string().min(1).max(6000),
  operations: z.array(ProposedOperation).max(40).default([]),
  choices: z.preprocess(coerceDistinctChoices, z.array(OfferedChoice).max(8)).default([]),
});
export type GodReply = z.infer<typeof GodReply>;

/** A question outside the story, a command to the world, or a pause for thought. */
export const AsideInput = z.strictObject({
  playerText: z.string(),
  personaId: z.string(),
  persona: z.string(),
  /** The scene, the state and the persona's sheet as the player knows them, in lines. */
  scene: z.string(),
  rulebook: z.string(),
  /** Only GOD proposes changes. */
  operations: z.array(OfferedOperation),
  language: z.string(),
});
export type AsideInput = z.infer<typeof AsideInput>;
