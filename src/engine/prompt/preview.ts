import type { ModelEntry } from '#engine/llm/catalogue.ts';
import { type Estimate, estimateCost } from '#engine/llm/cost.ts';
import { type CountingError, createTokenCounter } from '#engine/llm/models.ts';
import { splitStable } from '#engine/llm/provider.ts';
import { type AssembleRequest, type AssembleTools, type Assembly, assembleNarration } from './assemble.ts';

/** A prompt as it would be sent, with its cost. */
export type PromptPreview = {
  readonly assembly: Assembly;
  readonly tokens: {
    readonly input: number;
    /** Tokens in prefixes that a warm cache would hold. */
    readonly cacheable: number;
    readonly maxOutput: number;
    /** Error of the counts. */
    readonly error: CountingError;
  };
  /** US dollars, from everything cached and nothing said to nothing cached and everything said. */
  readonly cost: Estimate;
};

/** Assembles a narration for a model and estimates its cost. No model is called. The model's window bounds the budget. */
export function previewPrompt(
  request: AssembleRequest,
  tools: AssembleTools,
  entry: ModelEntry,
): PromptPreview {
  const { count, error } = createTokenCounter(entry);
  const { contextWindow, tokenScale } = entry;
  const assembly = assembleNarration({ contextWindow, tokenScale, ...request }, tools);
  const { system, messages, maxTokens: maxOutput } = assembly.request;
  const blocks = [...system, ...messages];
  const last = blocks.findLastIndex(({ cacheable }) => cacheable === true);
  const sizes = blocks.map(({ text }) => count(text));
  const [ending] = blocks.slice(last);
  const lead = ending === undefined ? '' : 'role' in ending ? splitStable(ending)[0] : ending.text;
  const prefix = last < 0 ? 0 : sum(sizes.slice(0, last)) + count(lead);
  const cacheable = entry.cacheMinimum !== null && prefix >= entry.cacheMinimum ? prefix : 0;
  const input = sum(sizes);
  return {
    assembly,
    tokens: { input, cacheable, maxOutput, error },
    cost: estimateCost(entry.prices, { input, cacheable, maxOutput }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
