import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import { BudgetExceeded, BudgetUnenforceable } from '#engine/llm/budget.ts';
import { ModelUnavailable } from '#engine/llm/models.ts';
import { ProviderError, type ProviderFault } from '#engine/llm/provider.ts';
import { HISTORY_JOB, type JobRecord, type JobRows, MAX_JOB_ATTEMPTS } from '#engine/store/jobs.ts';
import type { EngineServices, TurnLog } from './engine-services.ts';
import { rebuildSessionHistory } from './history-index.ts';
import { consolidateMemories } from './jobs/consolidate-memories.ts';
import { type JobContext, type JobTools, loadJobContext } from './jobs/job-context.ts';
import { refreshProfile } from './jobs/refresh-profile.ts';
import { condenseStory } from './jobs/running-summary.ts';
import { summariseChapter, summariseSession, writeRecap } from './jobs/summaries.ts';
import { LeaseLostError } from './turn-failure.ts';

/** Time for which a server keeps a job without renewing its claim. */
const CLAIM_MILLISECONDS = 120_000;

/** A job in hand: `lost` tells that another server has it now, `letGo` ends the asking for more time. */
type RenewedClaim = { readonly lost: AbortSignal; readonly letGo: () => void };

/** Renews the claim while a job is worked on: a slow worker keeps the job, a dead one loses it. */
function renewJobClaim(
  job: JobRecord,
  { store, clock }: Pick<EngineServices, 'store' | 'clock'>,
  log: TurnLog,
): RenewedClaim {
  const lost = new AbortController();
  const renew = (): void => {
    const until = new Date(clock().getTime() + CLAIM_MILLISECONDS);
    store.jobs.renew(job, until).then(
      (isHeld) => {
        if (!isHeld) lost.abort(new LeaseLostError(`job ${job.id} was lost to another server`));
      },
      (error: unknown) => log.warn({ jobId: job.id, err: error }, 'a job could not be kept for longer'),
    );
  };
  const heartbeat = setInterval(renew, CLAIM_MILLISECONDS / 3);
  return { lost: lost.signal, letGo: () => clearInterval(heartbeat) };
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** The pauses after the faults of a job itself: 10 s, 1 min, 6 min, 36 min, 3 h. */
const FIRST_PAUSE = 10 * SECOND;
const GROWTH = 6;
const LONGEST_PAUSE = 3 * HOUR;
const SHORTEST_WAIT = 30 * SECOND;
const LONGEST_WAIT = 2 * HOUR;

/** Faults that the operator of the server must fix and that no retry repairs. */
const SETTINGS: readonly ProviderFault[] = ['unauthorized', 'not-found'];

/**
 * Postpones or ends a job that failed. A job waits while the fault is not its own: the provider is down, the server stops, a
 * key or a budget needs attention. Its own faults are counted, and end it. Returns false when another server has taken the
 * job.
 */
async function postponeJob(
  job: JobRecord,
  error: unknown,
  { store, clock }: Pick<EngineServices, 'store' | 'clock'>,
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

/**
 * Returns the wait before the next attempt: as long as the job has waited already. This limits futile calls, and a short
 * outage costs a short wait.
 */
function waitOf({ createdAt }: JobRecord, error: unknown, now: number): number {
  const asked = error instanceof ProviderError ? (error.retryAfterMs ?? 0) : 0;
  const doubled = Math.min(Math.max(now - createdAt.getTime(), SHORTEST_WAIT), LONGEST_WAIT);
  return Math.max(doubled, asked);
}

/** Runs background jobs after turns. It never delays a turn, and no turn fails because of a job. */
export type JobWorker = {
  /** Wakes the worker, because there may be jobs. Called after every commit and at the start. */
  readonly wake: () => void;
  /** Resolves when nothing is due. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Work = (jobContext: JobContext, tools: JobTools) => Promise<JobRows>;

/** Function for each kind of job. */
const WORK: Readonly<Record<string, Work>> = {
  profile: refreshProfile,
  running: condenseStory,
  chapter: summariseChapter,
  session: summariseSession,
  recap: writeRecap,
  consolidate: consolidateMemories,
};

const LOST = 'a job was lost to another server';
/** Interval between searches for jobs that were postponed, or whose worker died. */
const LOOK_AGAIN = 30_000;

export function createJobWorker(
  services: EngineServices,
  log: TurnLog,
  onSettled: () => void = () => {},
): JobWorker {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let isWoken = false;
  let hasLookedBack = false;
  /** Revives jobs that an earlier server gave up, so that each is tried once more. */
  const lookBack = async (): Promise<void> => {
    if (!hasLookedBack) await services.store.jobs.revive(services.clock());
    hasLookedBack = true;
  };
  const run = async (): Promise<void> => {
    // The caller that waits for the turn that woke it is answered first.
    await nextTick();
    while (isWoken && !stopped.signal.aborted) {
      isWoken = false;
      try {
        await lookBack();
        while (!stopped.signal.aborted && (await settleOne(services, log, stopped.signal))) onSettled();
      } catch (error) {
        log.error({ err: error }, 'jobs could not be read');
        break;
      }
    }
    running = null;
  };
  const wake = (): void => {
    if (stopped.signal.aborted) return;
    isWoken = true;
    running ??= run();
  };
  const look = setInterval(wake, LOOK_AGAIN);
  look.unref();
  return {
    wake,
    idle: async () => {
      while (running !== null) await running;
    },
    stop: async () => {
      clearInterval(look);
      stopped.abort(new Error('the server is stopping'));
      await running;
      await wait(0);
    },
  };
}

/** Does one job that is due; false when there is none. */
async function settleOne(services: EngineServices, log: TurnLog, stopping: AbortSignal): Promise<boolean> {
  const { store, clock } = services;
  const now = clock();
  const [job] = await store.jobs.claim(1, now, new Date(now.getTime() + CLAIM_MILLISECONDS));
  if (job === undefined) return false;
  const about = { jobId: job.id, kind: job.kind, sessionId: job.scene.sessionId, attempt: job.attempts };
  const { lost, letGo } = renewJobClaim(job, services, log);
  try {
    const rows = await rowsOf(job, services, log, AbortSignal.any([stopping, lost]));
    if (await store.jobs.done(job, rows, clock())) log.info(about, 'settled');
    else log.warn(about, LOST);
  } catch (error) {
    const isOurs = await postponeJob(job, error, services, stopping.aborted);
    log.warn({ ...about, reason: String(error) }, isOurs ? 'a job after a turn did not come off' : LOST);
  } finally {
    letGo();
  }
  return true;
}

async function rowsOf(
  job: JobRecord,
  services: EngineServices,
  log: TurnLog,
  signal: AbortSignal,
): Promise<JobRows> {
  const work = WORK[job.kind];
  if (job.kind === HISTORY_JOB) return rebuildSessionHistory(job, services);
  if (work === undefined) throw new Error(`nobody knows how to do a job of kind ${job.kind}`);
  const jobContext = await loadJobContext(job, services, signal);
  if (jobContext === null) return {};
  try {
    return await work(jobContext, services);
  } finally {
    await jobContext.ledger.written().catch((error: unknown) => {
      log.error({ jobId: job.id, err: error }, 'what the models of a job cost could not be written');
    });
  }
}
