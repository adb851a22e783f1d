import type { Clock } from '#engine/util/clock.ts';
import type { KeyedRandom } from '#engine/util/keyed-random.ts';
import { toPlainText } from '#engine/util/plain-text.ts';
import { type BudgetGuard, withBudget } from './budget.ts';
import type { ModelTiers, OpenModel } from './models.ts';
import type { ModelRequest, Provider, ReplyPart } from './provider.ts';
import { SurrogatePairBuffer } from './reading/surrogate-pairs.ts';
import { type RecordCall, withRecording } from './recording.ts';
import { RETRY_DEFAULTS, type RetryBudget, type Sleep, withRetry } from './retry.ts';
import { removeReasoning } from './wrappers/strip-reasoning.ts';

/** Wraps a provider so that its replies hold only text: no control characters, no half of a character that came in two pieces. */
function withCleanText(provider: Provider): Provider {
  return { ...provider, stream: (request) => cleaned(provider, request) };
}

async function* cleaned(provider: Provider, request: ModelRequest): AsyncGenerator<ReplyPart> {
  const wellFormed = new SurrogatePairBuffer();
  for await (const part of provider.stream(request)) {
    if (part.type !== 'text-delta') {
      const rest = wellFormed.end();
      if (rest !== '') yield { type: 'text-delta', text: rest };
      yield part;
      continue;
    }
    const text = toPlainText(wellFormed.take(part.text));
    if (text !== '') yield { ...part, text };
  }
}

/** Budget, retries, recorder, randomness and clock shared by the calls of one turn. */
export type ModelCallPolicy = {
  readonly budgetGuard: BudgetGuard;
  readonly retries: RetryBudget;
  readonly record: RecordCall;
  readonly random: KeyedRandom;
  readonly sleep: Sleep;
  readonly clock: Clock;
};

/** Creates the two models of a session for one turn: paid for, recorded and retried within the turn's limits. */
export function createTurnModels(small: OpenModel, large: OpenModel, care: ModelCallPolicy): ModelTiers {
  return { small: wrapModel(small, care), large: wrapModel(large, care) };
}

/** Wraps a model with the policy of a turn. The budget is inside, so that every attempt is paid for; retrying is outermost. */
export function wrapModel(
  { key, entry, provider, countTokens, thoughts }: OpenModel,
  care: ModelCallPolicy,
): Provider {
  const { prices } = entry;
  const { budgetGuard, record, clock, random, sleep, retries: budget } = care;
  const paid = withBudget(withCleanText(provider), { prices, budgetGuard, countTokens });
  const recorded = withRecording(paid, { modelKey: key, prices, countTokens, clock, record });
  // Thoughts are recorded but never passed on.
  return withRetry(removeReasoning(recorded, thoughts), { ...RETRY_DEFAULTS, budget, random, sleep });
}
