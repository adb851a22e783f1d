import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { ScenePosition } from '#engine/domain/lineage.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Database } from './database/database.ts';
import { JobEntity } from './entities/jobs.ts';
import { MemoryEntity } from './entities/scene-rows.ts';
import { lockSession } from './leases/claim-turn.ts';
import { insertMemories, type MemoryRecord } from './memories.ts';
import { type HistoryRecord, insertHistory } from './scene-rows/history-log.ts';
import { insertSummaries, type SummaryRecord } from './summaries.ts';

/** A dead job failed too often by itself and may be tried once more; a lethal one took its servers with it and never is. */
export type JobStatus = 'waiting' | 'claimed' | 'done' | 'dead' | 'lethal';

/** Has everything a session left for the index made anew. Means something on one server alone: archives leave it out. */
export const HISTORY_JOB = 'history';

/** Number of attempts after which a job is given up: it failed by itself, or its servers died. */
export const MAX_JOB_ATTEMPTS = 6;

/** Work to be done after a commit. */
export type NewJob = {
  readonly id: string;
  readonly kind: string;
  /** Subject of the job. A session never has two jobs under one key; the first stays. */
  readonly key: string;
  readonly payload: Json;
};

export type JobRecord = NewJob & {
  readonly scene: ScenePosition;
  readonly createdAt: Date;
  readonly status: JobStatus;
  /**
   * Number of claims that were not given back, this one included. Identifies the holder: a later claim invalidates an
   * earlier one.
   */
  readonly attempts: number;
  readonly lastError: string | null;
};

/** Rows a job produces, written in one transaction with its completion. */
export type JobRows = {
  readonly summaries?: readonly SummaryRecord[];
  /** Of one scene, in their order: each gets its place when it is written, behind those the scene has by then. */
  readonly memories?: readonly MemoryRecord[];
  readonly history?: readonly HistoryRecord[];
  readonly jobs?: readonly NewJob[];
};

/** Number of open jobs, date of the oldest, and number of jobs given up. */
export type JobTally = {
  readonly waiting: number;
  readonly oldest: Date | null;
  readonly dead: number;
  readonly lethal: number;
};

type Held = Pick<JobRecord, 'id' | 'attempts'>;

/**
 * Work that survives a crash. One caller at a time holds a job. A caller that does not finish in time, because it
 * died, loses the job to the next. The endings return false and write nothing when the caller no longer holds the
 * job.
 */
export type JobStore = {
  /** Adds jobs outside of a commit. Skips keys that the session already has. */
  readonly add: (scene: ScenePosition, jobs: readonly NewJob[], at: Date) => Promise<void>;
  /** Claims the jobs that have been due the longest, up to a limit. A job left by its server is due again. */
  readonly claim: (limit: number, now: Date, claimUntil: Date) => Promise<readonly JobRecord[]>;
  /** Keeps it for longer. */
  readonly renew: (job: Held, claimUntil: Date) => Promise<boolean>;
  readonly done: (job: Held, rows: JobRows, at: Date) => Promise<boolean>;
  /** Puts it back, to be taken on not before that time. */
  readonly retry: (job: Held, notBefore: Date, error: string) => Promise<boolean>;
  /** Gives a job back as though it had not been claimed: the job did not cause the obstacle. */
  readonly giveBack: (job: Held, notBefore: Date, error: string) => Promise<boolean>;
  /** Gives it up; it stays to be looked at. */
  readonly bury: (job: Held, error: string) => Promise<boolean>;
  /**
   * Makes jobs that were given up due again from a time on, in all or of a session. Also makes jobs dated in the
   * future due. The clock was wrong when they were written, and they must not wait until that date.
   */
  readonly revive: (at: Date, sessionId?: string) => Promise<void>;
  /** Returns the number of open jobs, in all or of a session. */
  readonly waiting: (sessionId?: string) => Promise<number>;
  readonly tally: () => Promise<JobTally>;
};

export function createJobStore(database: Database): JobStore {
  const release = async (
    { id, attempts }: Held,
    change: Partial<Pick<JobEntity, 'notBefore' | 'lastError' | 'attempts'>>,
  ) => {
    const status: JobStatus = change.notBefore === undefined ? 'dead' : 'waiting';
    const where = { id, attempts, status: 'claimed' } as const;
    return (await database.update(JobEntity, where, { ...change, status, claimedUntil: null })) === 1;
  };
  return {
    add: (scene, jobs, at) => database.transactional((tx) => insertJobs(tx, scene, jobs, at)),
    claim: (limit, now, claimUntil) => database.transactional((tx) => claim(tx, limit, now, claimUntil)),
    renew: async ({ id, attempts }, claimUntil) =>
      (await database.update(JobEntity, { id, attempts, status: 'claimed' }, heldUntil(claimUntil))) === 1,
    done: (job, rows, at) => database.transactional((tx) => finish(tx, job, rows, at)),
    retry: (job, notBefore, lastError) => release(job, { notBefore, lastError }),
    // Only the caller's own count is taken back: the number of one who took it on before and lost it is never given again.
    giveBack: (job, notBefore, lastError) =>
      release(job, { notBefore, lastError, attempts: job.attempts - 1 }),
    bury: (job, lastError) => release(job, { lastError }),
    revive: async (at, sessionId) => {
      await reviveJobs(database, at, sessionId);
      await bringBack(database, at, sessionId);
    },
    waiting: (sessionId) =>
      database.count(JobEntity, {
        ...OPEN,
        ...ofSession(sessionId),
      }),
    tally: () => tally(database),
  };
}

const OPEN: FilterQuery<JobEntity> & object = { status: { $in: ['waiting', 'claimed'] } };

async function tally(database: Database): Promise<JobTally> {
  const [waiting, dead, lethal, [first]] = await Promise.all([
    database.count(JobEntity, OPEN),
    database.count(JobEntity, { status: 'dead' }),
    database.count(JobEntity, { status: 'lethal' }),
    database.find(JobEntity, OPEN, { orderBy: { createdAt: 'asc' }, limit: 1 }),
  ]);
  return { waiting, dead, lethal, oldest: first?.createdAt ?? null };
}

const ofSession = (sessionId: string | undefined) => (sessionId === undefined ? {} : { session: sessionId });

/** Revives jobs that were given up. Their attempts are kept, so that each is tried once and no more. */
export async function reviveJobs(database: Database, at: Date, sessionId?: string): Promise<void> {
  const given = { status: 'dead', ...ofSession(sessionId) } as const;
  await database.update(JobEntity, given, { status: 'waiting', notBefore: at });
}

/** More than the clocks of servers on one database differ. */
const AN_HOUR = 3_600_000;

async function bringBack(database: Database, at: Date, sessionId?: string): Promise<void> {
  const toCome = { ...OPEN, ...ofSession(sessionId), createdAt: { $gt: new Date(at.getTime() + AN_HOUR) } };
  const due = { status: 'waiting', createdAt: at, notBefore: at, claimedUntil: null } as const;
  await database.update(JobEntity, toCome, due);
}

/** A job becomes due again when its holder does not return, behind all jobs that became due before. */
const heldUntil = (until: Date) => ({ claimedUntil: until, notBefore: until });
const LETHAL = 'every server that took it on was gone before it was done';

async function claim(
  tx: Database,
  limit: number,
  now: Date,
  claimUntil: Date,
): Promise<readonly JobRecord[]> {
  // A claim without an end was imported from a file written while another server held the job.
  const left: FilterQuery<JobEntity> & object = {
    status: 'claimed',
    $or: [{ claimedUntil: { $lte: now } }, { claimedUntil: null }],
  };
  const lethal = { status: 'lethal', claimedUntil: null, lastError: LETHAL } as const;
  await tx.update(JobEntity, { ...left, attempts: { $gte: MAX_JOB_ATTEMPTS } }, lethal);
  const due: FilterQuery<JobEntity> = { $or: [{ status: 'waiting', notBefore: { $lte: now } }, left] };
  const found = await tx.find(JobEntity, due, {
    orderBy: { notBefore: 'asc', createdAt: 'asc', id: 'asc' },
    limit,
    // On PostgreSQL two servers that ask at once get different jobs.
    lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
  });
  const jobs: JobRecord[] = [];
  for (const job of found) {
    const attempts = job.attempts + 1;
    const change = { status: 'claimed', attempts, ...heldUntil(claimUntil) } as const;
    await tx.update(JobEntity, { id: job.id }, change);
    jobs.push({ ...recordOf(job), status: 'claimed', attempts });
  }
  return jobs;
}

async function finish(tx: Database, { id, attempts }: Held, rows: JobRows, at: Date): Promise<boolean> {
  const ours = { id, attempts, status: 'claimed' } as const;
  const job = await tx.findOne(JobEntity, ours);
  if (job === null) return false;
  // The session's row first, as everywhere. A session that ends again locks it before this job: a deadlock otherwise.
  await lockSession(tx, job.session.id);
  const memories = await behindOthers(tx, rows.memories ?? []);
  const ending = { status: 'done', claimedUntil: null, lastError: null } as const;
  if ((await tx.update(JobEntity, ours, ending)) === 0) return false;
  await insertSummaries(tx, rows.summaries ?? []);
  await insertMemories(tx, memories, at);
  await insertHistory(tx, rows.history ?? [], at);
  await insertJobs(tx, { sessionId: job.session.id, index: job.sceneIndex }, rows.jobs ?? [], at);
  return true;
}

/**
 * Numbers new memories behind those the scene already has. The session's row is locked, as it is by other jobs and by game masters
 * who edit memories.
 */
async function behindOthers(
  tx: Database,
  memories: readonly MemoryRecord[],
): Promise<readonly MemoryRecord[]> {
  const [first] = memories;
  if (first === undefined) return [];
  const { sessionId, index } = first.scene;
  const count = await tx.count(MemoryEntity, { session: sessionId, sceneIndex: index });
  return memories.map((memory, place) => ({ ...memory, ordinal: count + place }));
}

function recordOf(job: JobEntity): JobRecord {
  const { id, kind, key, payload, createdAt, status, attempts, lastError, sceneIndex } = job;
  const scene = { sessionId: job.session.id, index: sceneIndex };
  return { id, kind, key, payload, scene, createdAt, status, attempts, lastError };
}

/** Writes jobs together with the scene they follow from; a key the session already has is passed over. */
export async function insertJobs(
  tx: Database,
  scene: ScenePosition,
  jobs: readonly NewJob[],
  createdAt: Date,
): Promise<void> {
  await tx.insertMissing(
    JobEntity,
    jobs.map((job) => ({
      ...job,
      createdAt,
      session: scene.sessionId,
      sceneIndex: scene.index,
      status: 'waiting' as const,
      attempts: 0,
      notBefore: createdAt,
      claimedUntil: null,
      lastError: null,
    })),
  );
}
