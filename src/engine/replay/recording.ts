import { z } from 'zod';
import type { Json } from '#engine/util/canonical-json.ts';
import { Boundary, PullLogEntry } from '#retrieval/scene-lore.ts';

const Milliseconds = z.number().min(0);
const JsonValue = z.custom<Json>((value) => value !== undefined);

const RecordedStep = z.object({ name: z.string(), milliseconds: Milliseconds });

const Usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheWriteTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteHourTokens: z.number().exactOptional(),
});

const CallEnd = z.discriminatedUnion('type', [
  z.object({ type: z.literal('finished'), reason: z.enum(['finished', 'length', 'refused']) }),
  z.object({
    type: z.literal('failed'),
    fault: z.string(),
    status: z.number().nullable(),
    retryable: z.boolean(),
    retryAfterMs: z.number().exactOptional(),
    message: z.string(),
  }),
  z.object({ type: z.literal('aborted') }),
  z.object({ type: z.literal('abandoned') }),
]);

const RecordedCall = z.object({
  step: z.string(),
  purpose: z.enum(['ask', 'repair', 'retry']),
  modelKey: z.string(),
  provider: z.string(),
  startedAt: z.iso.datetime(),
  firstDeltaMs: Milliseconds.nullable(),
  durationMs: Milliseconds,
  end: CallEnd,
  usage: Usage.nullable(),
  cost: z.union([z.number(), z.literal('unknown')]),
  prompts: z.array(z.object({ id: z.string(), version: z.int(), hash: z.string() })),
  request: z.object({
    system: z.array(z.object({ text: z.string() })),
    messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
    maxTokens: z.number(),
    seed: z.string(),
    temperature: z.number().exactOptional(),
  }),
  /** Input of the prompt; null for steps that prepare a narration, which is written from the same input. */
  input: JsonValue,
  reply: z.string(),
});

/** Composition of a prompt, as far as a report shows it. */
const RecordedPrompt = z.looseObject({
  step: z.string(),
  audit: z.object({
    budget: z.number(),
    tokens: z.number(),
    tokensBefore: z.number(),
    scopes: z.array(z.object({ scope: z.string(), tokens: z.number(), tokensBefore: z.number() })),
    summary: z.string(),
  }),
});

const RecordedVerdict = z.object({
  check: z.string(),
  severity: z.enum(['grave', 'slight']),
  excerpt: z.string(),
  explanation: z.string(),
  /** Object of the check: the prose as first narrated, the repaired prose, or the rest of the outcome. */
  of: z.string(),
});

const RecordedOperations = z.object({
  asker: z.string().default('engine'),
  proposals: z.array(z.unknown()).default([]),
  effects: z.array(z.unknown()).default([]),
  rejected: z.array(z.unknown()).default([]),
});

const RecordedRead = z.object({ of: z.string(), asked: JsonValue, got: JsonValue });

const Rows = z.object({
  memories: z.array(z.looseObject({ row: z.string(), characterId: z.string() })),
  chronicle: z.array(z.looseObject({ id: z.string() })),
  rolls: z.array(z.looseObject({ line: z.string() })),
  actions: z.array(
    z.object({
      characterId: z.string(),
      action: z.string(),
      intents: z.array(z.string()),
      thought: z.string(),
    }),
  ),
  relations: z.array(z.looseObject({})),
});

const Outcome = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('committed'),
    sceneId: z.string(),
    sceneIndex: z.int(),
    narration: z.string(),
    rows: Rows,
  }),
  z.object({ type: z.literal('answered'), answer: z.looseObject({ text: z.string() }) }),
  z.object({
    type: z.literal('suspended'),
    suspension: z.looseObject({ kind: z.enum(['clarification', 'roll']) }),
  }),
  z.object({
    type: z.literal('failed'),
    failure: z.object({
      code: z.string(),
      message: z.string(),
      retryable: z.boolean(),
      retryAfterSeconds: z.number().exactOptional(),
    }),
  }),
  z.object({ type: z.literal('cancelled') }),
]);

const LoreKept = z.looseObject({
  boundary: Boundary,
  since: z.int(),
  exchange: z.int(),
  pullLog: z.array(PullLogEntry),
});

/**
 * Complete record of one attempt at a turn, as stored. Only the game master may read it. `cuts` names the parts left out
 * because they were too long.
 */
export const Recording = z.object({
  version: z.literal(1),
  turn: z.looseObject({
    id: z.string(),
    sessionId: z.string(),
    attempt: z.int(),
    baseSceneId: z.string(),
    input: z.looseObject({ kind: z.string() }),
  }),
  session: z.looseObject({
    id: z.string(),
    campaignId: z.string(),
    smallModel: z.string(),
    largeModel: z.string(),
    sceneIndex: z.int(),
  }),
  outcome: Outcome,
  endedAt: z.iso.datetime(),
  steps: z.array(RecordedStep),
  prompts: z.array(RecordedPrompt),
  calls: z.array(RecordedCall),
  rolls: z.array(z.looseObject({ line: z.string() })),
  searches: z.array(z.object({ query: z.unknown(), found: z.array(z.string()) })),
  operations: z.array(RecordedOperations),
  sceneLore: z.object({ before: LoreKept, after: LoreKept, isRouted: z.boolean() }).nullable(),
  verdicts: z.array(RecordedVerdict),
  notes: z.array(z.object({ step: z.string(), note: z.unknown() })),
  reads: z.array(RecordedRead),
  cuts: z.array(z.string()),
});
export type Recording = z.infer<typeof Recording>;
export type RecordedCall = Recording['calls'][number];
export type RecordedRead = Recording['reads'][number];
export type Committed = Extract<Recording['outcome'], { readonly type: 'committed' }>;

/** Parses a stored recording; returns null when this version cannot read it. */
export function readRecording(content: unknown): Recording | null {
  return Recording.safeParse(content).data ?? null;
}
