import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import type { Prices } from './catalogue.ts';
import { type Cost, costOf, estimateCost } from './price.ts';
import type { ModelRequest, Provider, ReplyPart } from './provider.ts';
import type { Purse } from './purse.ts';

export type MoneyTools = {
  readonly prices: Prices;
  readonly purse: Purse;
  readonly countTokens: CountTokens;
};

/** Refuses a call the budgets do not allow, before it is made, and books what each call did cost. */
export function withMoney(provider: Provider, tools: MoneyTools): Provider {
  return { ...provider, stream: (request) => paid(provider, request, tools) };
}

async function* paid(
  provider: Provider,
  request: ModelRequest,
  { prices, purse, countTokens }: MoneyTools,
): AsyncGenerator<ReplyPart> {
  const input = promptTokens(request, countTokens);
  const { most } = estimateCost(prices, { input, cacheable: input, maxOutput: request.maxTokens });
  purse.reserve(most, provider.id);
  let cost: Cost | null = null;
  let said = '';
  try {
    for await (const part of provider.stream(request)) {
      if (part.type === 'text-delta') said += part.text;
      else cost = costOf(prices, part.usage);
      yield part;
    }
  } finally {
    // A reply that broke off was paid for without a bill: what was sent and said is the best guess there is.
    purse.settle(most, cost ?? brokenOffCost(prices, input, countTokens(said)));
  }
}

/** How many tokens a request's prompt is estimated to have. */
export function promptTokens(
  { system, messages }: Pick<ModelRequest, 'system' | 'messages'>,
  countTokens: CountTokens,
): number {
  const texts = [...system, ...messages].map(({ text }) => text);
  return texts.reduce((total, text) => total + countTokens(text), 0);
}

/** The cost of a reply that ended without saying so; nothing when the model had not begun to answer. */
export function brokenOffCost(prices: Prices, inputTokens: number, outputTokens: number): Cost {
  if (outputTokens === 0) return 0;
  return costOf(prices, { inputTokens, outputTokens, cacheWriteTokens: 0, cacheReadTokens: 0 });
}
