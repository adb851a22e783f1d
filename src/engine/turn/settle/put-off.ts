import { ModelUnavailable } from '#engine/llm/models.ts';
import { type Fault, ProviderError } from '#engine/llm/provider.ts';
import { BudgetExceeded, BudgetUnenforceable } from '#engine/llm/purse.ts';
import { type JobRecord, MAX_JOB_ATTEMPTS } from '#engine/store/jobs.ts';
import type { Workshop } from '../turn-tools.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** The pauses after the faults of a job itself: 10 s, 1 min, 6 min, 36 min, 3 h. */
const FIRST_PAUSE = 10 * SECOND;
const GROWTH = 6;
const LONGEST_PAUSE = 3 * HOUR;
const SHORTEST_WAIT = 30 * SECOND;
const LONGEST_WAIT = 2 * HOUR;

/** What whoever runs the server sets right, and what no asking again mends. */
const SETTINGS: readonly Fault[] = ['unauthorized', 'not-found'];

/**
 * Sees to a job that did not come off. When the fault is not its own it waits for as long as that lasts: the provider is down, the
 * server stops, a key or a budget is to be seen to. Its own faults are counted, and end it. False when the job has become
 * another server's.
 */
export async function putOff(
  job: JobRecord,
  error: unknown,
  { store, clock }: Pick<Workshop, 'store' | 'clock'>,
  isStopping: boolean,
): Promise<boolean> {
  const now = clock().getTime();
  const reason = String(error);
  if (isStopping) return store.jobs.giveBack(job, new Date(now), reason);
  if (isFromOutside(error)) return store.jobs.giveBack(job, new Date(now + waitOf(job, error, now)), reason);
  if (isHopeless(error) || job.attempts >= MAX_JOB_ATTEMPTS) return store.jobs.bury(job, reason);
  const pause = Math.min(FIRST_PAUSE * GROWTH ** (job.attempts - 1), LONGEST_PAUSE);
  return store.jobs.retry(job, new Date(now + pause), reason);
}

function isFromOutside(error: unknown): boolean {
  if (error instanceof ProviderError) return error.retryable || SETTINGS.includes(error.fault);
  return [BudgetExceeded, BudgetUnenforceable, ModelUnavailable].some((kind) => error instanceof kind);
}

function isHopeless(error: unknown): boolean {
  return error instanceof ProviderError && !error.retryable;
}

/** As long again as it has waited already, so that nobody is asked in vain too often and a short outage costs a short wait. */
function waitOf({ createdAt }: JobRecord, error: unknown, now: number): number {
  const asked = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0;
  const doubled = Math.min(Math.max(now - createdAt.getTime(), SHORTEST_WAIT), LONGEST_WAIT);
  return Math.max(doubled, asked);
}
