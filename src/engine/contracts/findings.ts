import { z } from 'zod';

/** Faults of a narration, by kind. A ruleset says for each what is done about it. */
export const FINDING_KINDS = [
  'agency',
  'internal_labels',
  'secrets',
  'dice',
  'contradiction',
  'binding_row',
  'sheet_numbers',
  'boundaries',
  'length',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** Kinds a model judges; length is counted by the engine. */
export const JUDGED_KINDS = [
  'agency',
  'internal_labels',
  'secrets',
  'dice',
  'contradiction',
  'binding_row',
  'sheet_numbers',
  'boundaries',
] as const satisfies readonly FindingKind[];

/** The judge's reply. Each fault is quoted word for word; a quotation that is not in the prose is dropped. */
export const JudgeReply = z.object({
  findings: z
    .array(
      z.object({
        kind: z.enum(JUDGED_KINDS),
        quote: z.string().max(1000).default(''),
        why: z.string().max(600).default(''),
      }),
    )
    .max(12)
    .default([]),
});
export type JudgeReply = z.infer<typeof JudgeReply>;

/** Evidence the judge compares a narration with. It contains the secrets. */
export const JudgeInput = z.strictObject({
  sentences: z.array(z.string()).min(1),
  playerText: z.string(),
  /** The players' characters, who must not be acted for. */
  personas: z.array(z.string()),
  /** Actions of the player's character that the player's own words and the rules allow. */
  allowed: z.array(z.string()),
  /** Facts the engine established this turn: outcome, costs, who did what, what came to light. */
  established: z.array(z.string()),
  /** The row that was rolled and must be told. */
  row: z.string(),
  place: z.string(),
  present: z.array(z.string()),
  absent: z.array(z.string()),
  /** The place the party leaves in this turn, and who stays behind there; absent when it stays where it is. */
  left: z.strictObject({ place: z.string(), present: z.array(z.string()) }).exactOptional(),
  carried: z.array(z.string()),
  /** Facts that players know. */
  known: z.array(z.string()),
  /** Texts that players have not discovered: those about what is here first, in an order that stays while the scene does. */
  secrets: z.array(z.string()),
  /** More of them: those about another person or thing that the passage names, and hidden lore that was looked up. */
  secretsNamed: z.array(z.string()).exactOptional(),
  labels: z.array(z.string()),
  boundaries: z.array(z.string()),
});
export type JudgeInput = z.infer<typeof JudgeInput>;
