import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import { HISTORY_JOB, type JobRecord, type JobRows } from '#engine/store/jobs.ts';
import { condenseStory } from './settle/condense-story.ts';
import type { Desk } from './settle/condensed-row.ts';
import { consolidate } from './settle/consolidate.ts';
import { gatherHistory } from './settle/gather-history.ts';
import { type JobMoment, jobMoment } from './settle/job-moment.ts';
import { CLAIM_MILLISECONDS, keepClaim } from './settle/keep-claim.ts';
import { putOff } from './settle/put-off.ts';
import { refreshProfile } from './settle/refresh-profile.ts';
import { sumUpChapter, sumUpSession, writeRecap } from './settle/summaries.ts';
import type { TurnLog } from './turn-log.ts';
import type { Workshop } from './turn-tools.ts';

/** Tidies up after turns: it never holds one up, and whatever becomes of it no turn fails by it. */
export type Settler = {
  /** There may be something to do. To be called after every commit and at the start. */
  readonly wake: () => void;
  /** Resolves when nothing is due. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Work = (moment: JobMoment, desk: Desk) => Promise<JobRows>;

/** What is done for each kind of job. */
const WORK: Readonly<Record<string, Work>> = {
  profile: refreshProfile,
  running: condenseStory,
  chapter: sumUpChapter,
  session: sumUpSession,
  recap: writeRecap,
  consolidate,
};

const LOST = 'a job was lost to another server';
/** How often it looks for jobs that were put off, or whose worker died. */
const LOOK_AGAIN = 30_000;

export function settler(workshop: Workshop, log: TurnLog, onSettled: () => void = () => {}): Settler {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let isWoken = false;
  let hasLookedBack = false;
  /** What a server before gave up may come off now: it is tried once more. */
  const lookBack = async (): Promise<void> => {
    if (!hasLookedBack) await workshop.store.jobs.revive(workshop.clock());
    hasLookedBack = true;
  };
  const run = async (): Promise<void> => {
    // Whoever waits for the turn that woke it is answered first.
    await nextTick();
    while (isWoken && !stopped.signal.aborted) {
      isWoken = false;
      try {
        await lookBack();
        while (!stopped.signal.aborted && (await settleOne(workshop, log, stopped.signal))) onSettled();
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
async function settleOne(workshop: Workshop, log: TurnLog, stopping: AbortSignal): Promise<boolean> {
  const { store, clock } = workshop;
  const now = clock();
  const [job] = await store.jobs.claim(1, now, new Date(now.getTime() + CLAIM_MILLISECONDS));
  if (job === undefined) return false;
  const about = { jobId: job.id, kind: job.kind, sessionId: job.scene.sessionId, attempt: job.attempts };
  const { lost, letGo } = keepClaim(job, workshop, log);
  try {
    const rows = await rowsOf(job, workshop, log, AbortSignal.any([stopping, lost]));
    if (await store.jobs.done(job, rows, clock())) log.info(about, 'settled');
    else log.warn(about, LOST);
  } catch (error) {
    const isOurs = await putOff(job, error, workshop, stopping.aborted);
    log.warn({ ...about, reason: String(error) }, isOurs ? 'a job after a turn did not come off' : LOST);
  } finally {
    letGo();
  }
  return true;
}

async function rowsOf(
  job: JobRecord,
  workshop: Workshop,
  log: TurnLog,
  signal: AbortSignal,
): Promise<JobRows> {
  const work = WORK[job.kind];
  if (job.kind === HISTORY_JOB) return gatherHistory(job, workshop);
  if (work === undefined) throw new Error(`nobody knows how to do a job of kind ${job.kind}`);
  const moment = await jobMoment(job, workshop, signal);
  if (moment === null) return {};
  try {
    return await work(moment, workshop);
  } finally {
    await moment.ledger.written().catch((error: unknown) => {
      log.error({ jobId: job.id, err: error }, 'what the models of a job cost could not be written');
    });
  }
}
