import { z } from 'zod';

/**
 * What a narrator is told. Everything in it may be said aloud: what players have not discovered is never put
 * in. The prompt is written from it, and the offline storyteller answers from it directly.
 */
export const NarrationInput = z.strictObject({
  isOpening: z.boolean(),
  /** The player's own words; null when nobody has spoken yet. */
  playerText: z.string().nullable(),
  tone: z.string(),
  date: z.string(),
  timeOfDay: z.string(),
  place: z.strictObject({ name: z.string(), description: z.string() }).nullable(),
  persona: z.strictObject({ name: z.string() }).nullable(),
  present: z.array(
    z.strictObject({ name: z.string(), role: z.string(), description: z.string(), speech: z.string() }),
  ),
  exits: z.array(z.string()),
  threads: z.array(z.string()),
  /** What the dice decided, when they were asked: binding for whoever narrates. */
  outcome: z.strictObject({ line: z.string(), band: z.string(), meaning: z.string() }).nullable(),
  lore: z.array(z.strictObject({ title: z.string(), text: z.string() })),
  /** The opening as its author wrote it; only in the first turn. */
  entryStart: z.string().nullable(),
});
export type NarrationInput = Readonly<z.infer<typeof NarrationInput>>;

const Choice = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'a choice key is snake_case'),
  text: z.string().min(1),
  description: z.string(),
  risk: z.enum(['safe', 'low', 'medium', 'high']),
});

/** What a narrator proposes after the prose: changes to the world and ways on. The engine decides what becomes of it. */
export const NarrationOutcome = z.strictObject({
  operations: z.array(z.looseObject({ op: z.string() })).default([]),
  choices: z.array(Choice).max(5).default([]),
  summary: z.string().default(''),
});
export type NarrationOutcome = Readonly<z.infer<typeof NarrationOutcome>>;
