import type { Clock } from '#engine/util/clock.ts';
import type { KeyedRandom } from '#engine/util/keyed-random.ts';
import type { ModelTiers } from './model-tiers.ts';
import type { OpenModel } from './models.ts';
import { withMoney } from './money.ts';
import { onlyText } from './only-text.ts';
import { onlyTheReply } from './only-the-reply.ts';
import type { Provider } from './provider.ts';
import type { Purse } from './purse.ts';
import { type RecordCall, withRecording } from './recording.ts';
import { RETRY_DEFAULTS, type RetryBudget, type Sleep, withRetry } from './retry.ts';

/** What the calls of one turn share. */
export type TurnCare = {
  readonly purse: Purse;
  readonly retries: RetryBudget;
  readonly record: RecordCall;
  readonly random: KeyedRandom;
  readonly sleep: Sleep;
  readonly clock: Clock;
};

/** The two models of a session as one turn may use them: paid for, recorded and asked again within the turn's bounds. */
export function turnModels(small: OpenModel, large: OpenModel, care: TurnCare): ModelTiers {
  return { small: caredFor(small, care), large: caredFor(large, care) };
}

/** One model under a turn's care. Money is inside, so that every attempt is paid for; retrying is outside all. */
export function caredFor(
  { key, entry, provider, countTokens, thoughts }: OpenModel,
  care: TurnCare,
): Provider {
  const { prices } = entry;
  const { purse, record, clock, random, sleep, retries: budget } = care;
  const paid = withMoney(onlyText(provider), { prices, purse, countTokens });
  const recorded = withRecording(paid, { modelKey: key, prices, countTokens, clock, record });
  // What was thought aloud is recorded and goes no further.
  return withRetry(onlyTheReply(recorded, thoughts), { ...RETRY_DEFAULTS, budget, random, sleep });
}
