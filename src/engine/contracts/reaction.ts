import { z } from 'zod';
import { coerceWord } from './fields/coerce-values.ts';
import { ActionKind } from './reading.ts';

const Id = z.string().max(200);

/** Action of one character, with the thoughts it keeps to itself. Only the visible part leaves the step. */
export const Reaction = z.object({
  /** Words and actions of the character that anyone present can see or hear. */
  action: z.string().min(1).max(2000),
  intents: z.array(z.string().max(60)).max(8).default([]),
  /** The character's own goals as they stand now. */
  goals: z.array(z.string().max(400)).max(6).default([]),
  /** Thoughts of the character; game master only. */
  thought: z.string().max(2000).default(''),
  /** An action the rules have to decide: its kind, its target and the check or attack used. */
  attempt: z
    .object({
      kind: z.preprocess(coerceWord, ActionKind).catch('other'),
      target: Id.default(''),
      check: z.string().max(80).default(''),
      means: z.string().max(120).default(''),
    })
    .nullable()
    .catch(null)
    .default(null),
});
export type Reaction = z.infer<typeof Reaction>;

/**
 * Input for one character's decision: itself, its own memories, and its perceptions. It contains no other character's
 * thoughts.
 */
export const ReactInput = z.strictObject({
  characterId: Id,
  name: z.string(),
  /** Profile of the character: role, description, speech, sample lines, goals, red lines, what it keeps to itself. */
  profile: z.string(),
  /** Attitudes towards the people present, one line each. */
  relations: z.array(z.string()),
  /** Its sheet in lines, and how hurt it is. */
  sheet: z.array(z.string()),
  rulebook: z.string(),
  checks: z.array(z.strictObject({ id: z.string(), label: z.string(), covers: z.string() })),
  scene: z.string(),
  present: z.array(z.strictObject({ id: Id, name: z.string() })),
  /** Whether it takes part in a running fight. */
  fights: z.boolean().default(false),
  /** Most pressing first, with the weight each still has. */
  memories: z.array(z.strictObject({ content: z.string(), priority: z.number() })),
  /** Action of the player's character, with its result by the rules. */
  playerText: z.string(),
  outcome: z.array(z.string()),
  /** A step of its own agenda that is due now. */
  agenda: z.string(),
  lastNarration: z.string(),
  language: z.string(),
});
export type ReactInput = z.infer<typeof ReactInput>;
