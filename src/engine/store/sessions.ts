import type { Lineage } from '#engine/domain/lineage.ts';
import type { Database } from './database/database.ts';
import { Scene } from './entities/scene.ts';
import { Session } from './entities/session.ts';
import type { EventRow, NewEventRow } from './event-rows.ts';
import { insertJobs, type NewJob, reviveJobs } from './jobs.ts';
import {
  closeSession,
  isSessionRunning,
  lockCampaignSessions,
  toLineage,
  toSessionRecord,
} from './leases/session-locks.ts';
import type { Cancellation } from './leases.ts';

type SessionEndRequest = {
  readonly sessionId: string;
  /**
   * Returns the jobs to do afterwards: its summary and its recap. Receives the session as it ends, when no further
   * change is possible.
   */
  readonly jobsFor: (session: SessionRecord) => readonly NewJob[];
  /** Event for its readers. */
  readonly event: NewEventRow;
  /** Event for its readers about a turn that waited in it. */
  readonly cancellation: Cancellation;
  readonly at: Date;
};

type SessionEndResult =
  | { readonly end: 'ended'; readonly session: SessionRecord; readonly events: readonly EventRow[] }
  | { readonly end: 'unknown-session' }
  | { readonly end: 'already-ended'; readonly session: SessionRecord }
  | { readonly end: 'turn-running'; readonly turnId: string };

async function endSession(tx: Database, end: SessionEndRequest): Promise<SessionEndResult> {
  const found = await tx.findOne(Session, { id: end.sessionId }, { fields: ['campaign'] });
  if (found === null) return { end: 'unknown-session' };
  const sessions = await lockCampaignSessions(tx, found.campaign.id);
  const session = sessions.find(({ id }) => id === end.sessionId);
  if (session === undefined) return { end: 'unknown-session' };
  if (session.status === 'ended') {
    const known = toSessionRecord(session);
    await reviveJobs(tx, end.at, session.id);
    await leaveJobs(tx, known, end);
    return { end: 'already-ended', session: known };
  }
  if (isSessionRunning(session, end.at)) return { end: 'turn-running', turnId: session.leaseTurnId ?? '' };

  const { event, cancellation, at } = end;
  const events = await closeSession(tx, session, { status: 'ended', event, cancellation, at });
  const ended = toSessionRecord(await tx.findOneOrFail(Session, { id: session.id }));
  await leaveJobs(tx, ended, end);
  return { end: 'ended', session: ended, events };
}

/** Adds the jobs of an ended session. Skips jobs it already has. */
function leaveJobs(tx: Database, session: SessionRecord, { jobsFor, at }: SessionEndRequest): Promise<void> {
  return insertJobs(tx, { sessionId: session.id, index: session.sceneIndex }, jobsFor(session), at);
}

/** Policy for sessions that are active when another begins. */
export type OtherSessionsPolicy =
  | { readonly others: 'stay' }
  /** This one is put aside, independent of the scene the new one grows from. */
  | { readonly others: 'put-aside'; readonly sessionId: string }
  /** All sessions of the campaign are put aside: the new one is the only active one. */
  | { readonly others: 'put-all-aside' }
  /** There must be none. */
  | { readonly others: 'none' };

type SessionForkRequest = {
  readonly fromSceneId: string;
  /**
   * Session whose line is continued, if the scene is on it. Includes rows added at that scene by a branch that had no
   * scene of its own yet. Null for the line the scene itself was played in.
   */
  readonly continuing: string | null;
  /** The id of the new session. */
  readonly sessionId: string;
  /** Used only when the seed the scene was played with has been revealed; otherwise the new session goes on with that. */
  readonly freshSeed: { readonly seed: string; readonly seedCommitment: string };
  /** Null for those of the session it grows from. */
  readonly models: { readonly small: string; readonly large: string } | null;
  readonly others: OtherSessionsPolicy;
  /** Creates the event for readers of a session that is put aside. */
  readonly tell: (session: SessionRecord) => NewEventRow;
  /** Event for its readers about a turn that waited in it. */
  readonly cancellation: Cancellation;
  readonly at: Date;
};

type SessionForkResult =
  | { readonly fork: 'made'; readonly session: SessionRecord; readonly events: readonly EventRow[] }
  | { readonly fork: 'unknown-scene' }
  /** A session to be put aside is in the middle of a turn. */
  | { readonly fork: 'turn-running'; readonly sessionId: string; readonly turnId: string }
  /** There was to be no other, and there is. */
  | { readonly fork: 'session-active'; readonly sessionId: string };

/** Forks a session in the transaction of its caller. */
export async function forkSession(tx: Database, fork: SessionForkRequest): Promise<SessionForkResult> {
  const scene = await tx.findOne(
    Scene,
    { id: fork.fromSceneId },
    { fields: ['session', 'index', 'diceIndex'] },
  );
  if (scene === null) return { fork: 'unknown-scene' };
  const { campaign } = await tx.findOneOrFail(Session, { id: scene.session.id }, { fields: ['campaign'] });
  const sessions = await lockCampaignSessions(tx, campaign.id);
  const parent = sessions.find(({ id }) => id === scene.session.id);
  if (parent === undefined) return { fork: 'unknown-scene' };

  const active = sessions.filter(({ status }) => status === 'active');
  if (fork.others.others === 'none' && active[0] !== undefined) {
    return { fork: 'session-active', sessionId: active[0].id };
  }
  const aside = active.filter(({ id }) => isAside(fork.others, id));
  const busy = aside.find((session) => isSessionRunning(session, fork.at));
  if (busy !== undefined) {
    return { fork: 'turn-running', sessionId: busy.id, turnId: busy.leaseTurnId ?? '' };
  }
  const continued = sessions.find(({ id }) => id === fork.continuing);
  const line = sessions.find(({ id }) => id === lastAt(continued, scene)) ?? parent;
  const isShared = active.some(({ seed }) => seed === line.seed);
  const createdAt = await behindAllPlayed(tx, fork.at, sessions);
  await tx.insert(Session, { ...newSession(fork, line, scene, isShared), createdAt });
  const events: EventRow[] = [];
  for (const session of aside) {
    const { cancellation, at } = fork;
    const event = fork.tell(toSessionRecord(session));
    events.push(...(await closeSession(tx, session, { status: 'inactive', event, cancellation, at })));
  }
  const session = await tx.findOneOrFail(Session, { id: fork.sessionId });
  return { fork: 'made', session: toSessionRecord(session), events };
}

/**
 * Returns when a session begins, later than everything played before it, even if the clock was set back. The story
 * then resumes where it was left.
 */
async function behindAllPlayed(tx: Database, at: Date, sessions: readonly Session[]): Promise<Date> {
  const current = sessions.map(({ currentSceneId }) => currentSceneId);
  const scenes = await tx.find(Scene, { id: { $in: current } }, { fields: ['createdAt'] });
  const latest = Math.max(...[...sessions, ...scenes].map(({ createdAt }) => createdAt.getTime()));
  return at.getTime() > latest ? at : new Date(latest + 1);
}

/** Returns the last session of a line that was at a scene of it, whether it made that scene or grew from it. */
function lastAt(session: Session | undefined, scene: Pick<Scene, 'session' | 'index'>): string | null {
  const lineage = session === undefined ? [] : toLineage(session);
  const isOfLine = lineage.some(
    ({ sessionId, upTo }) => sessionId === scene.session.id && scene.index <= upTo,
  );
  const stood = lineage.filter((_, at) => (lineage[at - 1]?.upTo ?? 0) <= scene.index);
  return isOfLine ? (stood.at(-1)?.sessionId ?? null) : null;
}

function isAside(others: OtherSessionsPolicy, sessionId: string): boolean {
  return (
    others.others === 'put-all-aside' || (others.others === 'put-aside' && others.sessionId === sessionId)
  );
}

/**
 * Creates the row of a new session. Uses a fresh seed when the parent's is revealed: rolls with a known seed could be
 * predicted.
 */
function newSession(
  fork: SessionForkRequest,
  parent: Session,
  { index, diceIndex }: Pick<Scene, 'index' | 'diceIndex'>,
  isSeedShared: boolean,
) {
  const { seed, seedCommitment } = isSeedShared ? parent : fork.freshSeed;
  return {
    id: fork.sessionId,
    campaign: parent.campaign.id,
    smallModel: fork.models?.small ?? parent.smallModel,
    largeModel: fork.models?.large ?? parent.largeModel,
    seed,
    seedCommitment,
    status: 'active' as const,
    endedAt: null,
    parentSceneId: fork.fromSceneId,
    ancestors: [...parent.ancestors, { sessionId: parent.id, upTo: index }],
    currentSceneId: fork.fromSceneId,
    sceneIndex: index,
    diceIndex,
    eventSequence: 0,
    leaseTurnId: null,
    leaseExpiresAt: null,
    leaseFence: 0,
    waitingTurnId: null,
  };
}

/**
 * Status of a session; turns are played only in an active one. An inactive session was put aside by a branch that
 * grew from it. An ended session is a sitting that is over. Neither is resumed itself; a new session can grow from
 * any of its scenes.
 */
export type SessionStatus = 'active' | 'inactive' | 'ended';

/** Seed of an imported session that only the server it was played on knows. Such a session never rolls here. */
export const UNKNOWN_SEED = '';

export type SessionRecord = {
  readonly id: string;
  readonly campaignId: string;
  readonly status: SessionStatus;
  readonly smallModel: string;
  readonly largeModel: string;
  readonly seedCommitment: string;
  readonly currentSceneId: string;
  readonly sceneIndex: number;
  /** Position of the next turn's dice in the stream of the seed; absent in recordings of earlier versions. */
  readonly diceIndex?: number;
  /** The scene it grew from; null for the first of a campaign. */
  readonly parentSceneId: string | null;
  /** The scenes it can see: those of the sessions it grew from, and its own so far. */
  readonly lineage: Lineage;
  /** The turn that holds the session just now, if one does. */
  readonly runningTurnId: string | null;
  /** The turn that waits for an answer of the player, if one does. */
  readonly waitingTurnId: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
};

export type SessionStore = {
  readonly find: (id: string) => Promise<SessionRecord | null>;
  readonly findMany: (ids: readonly string[]) => Promise<readonly SessionRecord[]>;
  /** Returns the sessions of campaigns, oldest first. */
  readonly ofCampaigns: (campaignIds: readonly string[]) => Promise<readonly SessionRecord[]>;
  /** Changes the models of a session from its next turn on. Gives the session as it is now. */
  readonly setModels: (id: string, small: string, large: string) => Promise<SessionRecord | null>;
  /** Returns the dice seed; `UNKNOWN_SEED` when it is not here. Kept out of the record so that it is not shown by accident. */
  readonly seedOf: (id: string) => Promise<string>;
  /** Returns the scenes a session can see, up to its current one. */
  readonly lineageOf: (id: string) => Promise<Lineage>;
  /** Returns the sessions that still roll with the seed of this one, itself included. */
  readonly openSessionsSharingSeed: (id: string) => Promise<readonly string[]>;
  /** Returns whether every member may know the seed, because no active session rolls with it. */
  readonly isSeedRevealed: (id: string) => Promise<boolean>;
  /** Returns the revealed seeds by session id. Omits sessions whose seed an active session still rolls with. */
  readonly revealedSeeds: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Forks a new session from a scene in one transaction, or returns why not. */
  readonly fork: (fork: SessionForkRequest) => Promise<SessionForkResult>;
  /** Ends a session in one transaction, or returns why not. */
  readonly end: (end: SessionEndRequest) => Promise<SessionEndResult>;
};

export function createSessionStore(database: Database): SessionStore {
  const openSharing = async (id: string): Promise<string[]> => {
    const { seed } = await database.findOneOrFail(Session, { id }, { fields: ['seed'] });
    const open = await database.find(
      Session,
      { seed, status: 'active' },
      { fields: ['id'], orderBy: { id: 'asc' } },
    );
    return open.map((session) => session.id);
  };
  return {
    find: async (id) => {
      const session = await database.findOne(Session, { id });
      return session === null ? null : toSessionRecord(session);
    },
    findMany: async (ids) => (await database.find(Session, { id: { $in: [...ids] } })).map(toSessionRecord),
    ofCampaigns: async (campaignIds) => {
      const found = await database.find(
        Session,
        { campaign: { $in: [...campaignIds] } },
        { orderBy: { id: 'asc' } },
      );
      return found.map(toSessionRecord);
    },
    setModels: async (id, smallModel, largeModel) => {
      await database.update(Session, { id }, { smallModel, largeModel });
      const session = await database.findOne(Session, { id });
      return session === null ? null : toSessionRecord(session);
    },
    seedOf: async (id) => (await database.findOneOrFail(Session, { id }, { fields: ['seed'] })).seed,
    lineageOf: async (id) => toLineage(await database.findOneOrFail(Session, { id })),
    openSessionsSharingSeed: openSharing,
    isSeedRevealed: async (id) => (await openSharing(id)).length === 0,
    revealedSeeds: async (ids) => {
      const asked = await database.find(Session, { id: { $in: [...ids] } }, { fields: ['seed'] });
      const seeds = asked.map(({ seed }) => seed);
      const open = await database.find(
        Session,
        { seed: { $in: seeds }, status: 'active' },
        { fields: ['seed'] },
      );
      const kept = new Set(open.map(({ seed }) => seed));
      const isHidden = (seed: string) => kept.has(seed) || seed === UNKNOWN_SEED;
      return new Map(asked.flatMap(({ id, seed }) => (isHidden(seed) ? [] : [[id, seed]])));
    },
    fork: (fork) => database.transactional((tx) => forkSession(tx, fork)),
    end: (end) => database.transactional((tx) => endSession(tx, end)),
  };
}
