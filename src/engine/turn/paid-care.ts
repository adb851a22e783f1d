import { keyedRandom } from '#engine/kit/keyed-random.ts';
import type { RecordCall } from '#engine/llm/recording.ts';
import { RetryBudget } from '#engine/llm/retry.ts';
import { sleep } from '#engine/llm/sleep.ts';
import type { TurnCare } from '#engine/llm/turn-models.ts';
import type { CallLedger, Payer } from './call-ledger.ts';
import type { Workshop } from './turn-tools.ts';

type Bounds = {
  /** How often all the calls together may be tried again. */
  readonly retries: number;
  /** Names the pauses between attempts, so that they are the same whenever this is replayed. */
  readonly random: { readonly key: string; readonly label: string };
  /** Hears of each call beside the ledger. */
  readonly record?: RecordCall;
};

/** The care under which a session's models are asked: its purse pays, its ledger knows of every attempt, retrying has an end. */
export async function paidCare(
  { sessionId }: Payer,
  ledger: CallLedger,
  { retries, random, record }: Bounds,
  { treasury, clock, sleep: pause = sleep }: Workshop,
): Promise<TurnCare> {
  return {
    purse: await treasury.purseFor(sessionId),
    retries: new RetryBudget(retries),
    record: (call) => {
      record?.(call);
      ledger.enter(call);
    },
    random: keyedRandom(random.key, random.label),
    sleep: pause,
    clock,
  };
}
