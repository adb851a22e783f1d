import { z } from 'zod';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { OpenModel } from './models.ts';
import { ProviderError } from './provider.ts';
import { readJson } from './reading/find-json.ts';
import { removeReasoning } from './wrappers/strip-reasoning.ts';

/** Result of a test call: how fast a model answered and whether its reply kept the asked-for shape. */
export type ModelTest =
  | {
      readonly answered: true;
      readonly firstTokenMs: number;
      readonly tokensPerSecond: number;
      readonly isJsonValid: boolean;
      /** Expected time to the first word of a narration, by the lengths of an ordinary turn. */
      readonly expectedFirstWordMs: number;
    }
  | { readonly answered: false; readonly reason: string };

const Answer = z.object({ place: z.string(), people: z.number() });

/** One sentence of the test prompt. It is repeated, so that reading the prompt takes a measurable time. */
const SENTENCE =
  'Three people wait at the ferry: a carter with a lame horse, a girl who counts the lamps, and a clerk asleep on his papers. ';
const PROMPT_TOKENS = 1_000;
const REPLY_TOKENS = 80;

/** Tokens an ordinary turn reads before the first word of its narration, and writes in its Reading. */
const READ_BEFORE_FIRST_WORD = 10_000;
const WRITTEN_BEFORE_FIRST_WORD = 90;

const SCHEMA = {
  type: 'object',
  properties: { place: { type: 'string' }, people: { type: 'number' } },
  required: ['place', 'people'],
  additionalProperties: false,
} as const;

/** Makes one small call to a model and measures it. A model that does not answer is a result, not an error. */
export async function testModel(
  { provider, entry, thoughts }: Pick<OpenModel, 'provider' | 'entry' | 'thoughts'>,
  stopwatch: () => number,
  signal: AbortSignal,
): Promise<ModelTest> {
  const text = SENTENCE.repeat(Math.ceil(PROMPT_TOKENS / estimateTokens(SENTENCE)));
  const begun = stopwatch();
  let firstAt: number | null = null;
  let reply = '';
  try {
    for await (const part of removeReasoning(provider, thoughts).stream({
      step: 'test',
      system: [{ text: 'Answer with one JSON object and nothing else.', cacheable: false }],
      messages: [
        {
          role: 'user',
          text: `${text}\n\nAnswer with {"place": "where the people wait", "people": how many they are}.`,
        },
      ],
      input: null,
      seed: 'test',
      maxTokens: REPLY_TOKENS,
      signal,
      output: { name: 'test', schema: SCHEMA },
    })) {
      if (part.type === 'text-delta') firstAt ??= stopwatch();
      if (part.type === 'text-delta') reply += part.text;
    }
  } catch (error) {
    if (signal.aborted) return { answered: false, reason: `${entry.name} did not answer in time.` };
    if (!(error instanceof ProviderError)) throw error;
    return { answered: false, reason: error.message };
  }
  if (firstAt === null) return { answered: false, reason: `${entry.name} gave an empty reply.` };
  const firstTokenMs = firstAt - begun;
  const writtenMs = Math.max(1, stopwatch() - firstAt);
  const tokensPerSecond = (estimateTokens(reply) / writtenMs) * 1000;
  return {
    answered: true,
    firstTokenMs,
    tokensPerSecond,
    isJsonValid: isAnswer(reply),
    expectedFirstWordMs:
      firstTokenMs * (READ_BEFORE_FIRST_WORD / PROMPT_TOKENS) +
      (WRITTEN_BEFORE_FIRST_WORD / tokensPerSecond) * 1000,
  };
}

function isAnswer(reply: string): boolean {
  const read = readJson(reply);
  return read.found && Answer.safeParse(read.value).success;
}
