import { isOnLineage } from '#engine/domain/lineage.ts';
import type { EventLog } from '#engine/live/event-log.ts';
import { type SessionEventBody, toSessionEventRow } from '#engine/live/session-event.ts';
import { commitToSeed } from '#engine/rules/verifiable-rolls.ts';
import type { NewJob } from '#engine/store/jobs.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { OtherSessionsPolicy, SessionRecord } from '#engine/store/sessions.ts';
import type { Store } from '#engine/store/store.ts';
import type { SummaryRecord } from '#engine/store/summaries.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { NewId } from '#engine/util/new-id.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { createCancellation } from './runner/end-attempt.ts';

/** Services needed to begin and end sessions. */
export type SessionTools = {
  readonly store: Store;
  readonly log: Pick<EventLog, 'announce'>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Creates an unguessable dice seed. */
  readonly newSeed: () => string;
  /** Called when a session has ended and left something to be done. */
  readonly onEnded?: () => void;
};

type NewSession = {
  readonly fromSceneId: string;
  readonly continuing: string | null;
  readonly others: OtherSessionsPolicy;
  /** Cause given to readers of a session that is put aside. */
  readonly cause: Extract<SessionEventBody, { type: 'session-continued' }>['cause'];
};

/**
 * Grows a session from a scene and tells the readers of those it puts aside. It rolls on with the seed of its line, so that
 * the same scene gives the same faces, unless that seed has been revealed.
 */
async function createSession(
  { fromSceneId, continuing, others, cause }: NewSession,
  { store, log, clock, newId, newSeed }: SessionTools,
): Promise<SessionRecord | Rejection> {
  const [sessionId, seed, at] = [newId(), newSeed(), clock()];
  const continued = {
    type: 'session-continued',
    cause,
    continuedBySessionId: sessionId,
    fromSceneId,
  } as const;
  const forked = await store.sessions.fork({
    fromSceneId,
    continuing,
    sessionId,
    freshSeed: { seed, seedCommitment: commitToSeed(seed) },
    models: null,
    others,
    tell: () => toSessionEventRow(continued, at),
    cancellation: createCancellation(at),
    at,
  });
  switch (forked.fork) {
    case 'made':
      log.announce(forked.events);
      return forked.session;
    case 'unknown-scene':
      return reject('unknown-scene', 'there is no such scene.', ['sceneId']);
    case 'turn-running':
      return reject('turn-running', 'a turn is being played; wait until it is done, or cancel it.');
    case 'session-active':
      return reject(
        'session-active',
        'the campaign has a session that goes on; play in it or end it, or name the scene to start from.',
      );
  }
}

/** One session of a campaign as its history tells it. */
type PlayedSession = {
  readonly session: SessionRecord;
  /** The first scene it made itself, and the last; null when it made none. */
  readonly scenes: { readonly from: number; readonly to: number } | null;
  /** Summary of the session; null until it is ended and summed up. */
  readonly summary: string | null;
};

export type StartedSession = { readonly session: SessionRecord; readonly recap: SummaryRecord | null };
export type EndedSession = {
  readonly session: SessionRecord;
  /** The dice seed, now that no session rolls with it; null while another session still does. */
  readonly seed: string | null;
};

export type SessionLifecycle = {
  /**
   * Takes a campaign up again, where it was last played or at the scene that is named. Then it is the only session that goes
   * on: with a scene named, the others are put aside; without one, there must be none.
   */
  readonly startSession: (campaignId: string, sceneId?: string) => Promise<StartedSession | Rejection>;
  /** Ends a sitting. Its summary and recap are written afterwards. Ended twice, it stays ended; what was given up is tried once more. */
  readonly endSession: (sessionId: string) => Promise<EndedSession | Rejection>;
  /** Returns the recap of the last sitting along a session's line; null when there is none. */
  readonly recapOf: (sessionId: string) => Promise<SummaryRecord | null>;
  /** Returns the dice seed of a session, so that all viewers can check its rolls; null while a session still rolls with it. */
  readonly revealedSeed: (sessionId: string) => Promise<string | null>;
  /** Returns the sessions of a campaign, oldest first. */
  readonly history: (campaignId: string) => Promise<readonly PlayedSession[]>;
};

export function createSessionLifecycle(tools: SessionTools): SessionLifecycle {
  const { store, clock, log, newId } = tools;
  const revealedSeed = async (id: string) => (await store.sessions.revealedSeeds([id])).get(id) ?? null;
  const recap = (session: SessionRecord) => store.summaries.latest(session.lineage, 'recap');
  return {
    async startSession(campaignId, sceneId) {
      const sessions = await store.sessions.ofCampaigns([campaignId]);
      const origin = await originOf(sessions, sceneId, tools);
      if (isRejection(origin)) return origin;
      const others = { others: sceneId === undefined ? 'none' : 'put-all-aside' } as const;
      const session = await createSession({ ...origin, others, cause: 'forked' }, tools);
      return isRejection(session) ? session : { session, recap: await recap(session) };
    },

    async endSession(sessionId) {
      const at = clock();
      const event = toSessionEventRow({ type: 'session-closed' }, at);
      const jobsFor = (session: SessionRecord) => jobsOfEnd(session, newId);
      const ended = await store.sessions.end({
        sessionId,
        jobsFor,
        event,
        cancellation: createCancellation(at),
        at,
      });
      if (ended.end === 'unknown-session') return UNKNOWN_SESSION;
      if (ended.end === 'turn-running') {
        return reject('turn-running', 'a turn is being played; wait until it is done, or cancel it.');
      }
      if (ended.end === 'ended') log.announce(ended.events);
      tools.onEnded?.();
      return { session: ended.session, seed: await revealedSeed(sessionId) };
    },

    async recapOf(sessionId) {
      const session = await store.sessions.find(sessionId);
      return session === null ? null : recap(session);
    },

    revealedSeed: async (sessionId) =>
      (await store.sessions.find(sessionId)) === null ? null : revealedSeed(sessionId),

    async history(campaignId) {
      const sessions = await store.sessions.ofCampaigns([campaignId]);
      const ids = sessions.map(({ id }) => id);
      const summaries = await store.summaries.ofSessions(ids, 'session');
      return sessions.map((session) => {
        return { session, scenes: ownScenes(session), summary: summaries.get(session.id)?.text ?? null };
      });
    },
  };
}

const UNKNOWN_SESSION = reject('unknown-session', 'there is no such session.', ['sessionId']);

type Origin = { readonly fromSceneId: string; readonly continuing: string | null };

/** Finds the scene where a sitting begins: the one named, or where the campaign was last played. */
async function originOf(
  sessions: readonly SessionRecord[],
  sceneId: string | undefined,
  { store }: SessionTools,
): Promise<Origin | Rejection> {
  if (sceneId === undefined) {
    const last = await lastPlayed(sessions, store);
    if (last === undefined) return reject('unknown-campaign', 'there is no such campaign.', ['campaignId']);
    return { fromSceneId: last.currentSceneId, continuing: last.id };
  }
  const scene = await store.scenes.find(sceneId);
  if (scene === null || !sessions.some(({ id }) => id === scene.sessionId)) {
    return reject('unknown-scene', 'this campaign has no such scene.', ['sceneId']);
  }
  return { fromSceneId: sceneId, continuing: null };
}

/**
 * Finds the session in which a scene was made last, or that began after all scenes. The time a session ended says nothing:
 * one that was put aside may be ended long afterwards. The session that put it aside began after its last scene.
 */
async function lastPlayed(
  sessions: readonly SessionRecord[],
  { scenes }: Pick<SessionTools['store'], 'scenes'>,
): Promise<SessionRecord | undefined> {
  const current = await scenes.findMany(sessions.map(({ currentSceneId }) => currentSceneId));
  const madeAt = new Map(current.map(({ id, createdAt }) => [id, createdAt.getTime()]));
  const moment = ({ createdAt, currentSceneId }: SessionRecord) =>
    Math.max(createdAt.getTime(), madeAt.get(currentSceneId) ?? 0);
  return sessions.toSorted((one, other) => moment(one) - moment(other)).at(-1);
}

/** Returns the range of scenes a session made itself; the first follows the one it grew from. */
function ownScenes({ lineage, sceneIndex }: SessionRecord): PlayedSession['scenes'] {
  const grownFrom = lineage.at(-2)?.upTo ?? -1;
  return sceneIndex > grownFrom ? { from: grownFrom + 1, to: sceneIndex } : null;
}

/** Lists the jobs due at the end of a sitting; none when nothing happened in it. */
function jobsOfEnd(session: SessionRecord, newId: SessionTools['newId']): readonly NewJob[] {
  const scenes = ownScenes(session);
  if (scenes === null) return [];
  const payload = { fromSceneIndex: scenes.from, toSceneIndex: scenes.to };
  return (['session', 'recap'] as const).map((kind) => ({ id: newId(), kind, key: kind, payload }));
}

type ForkRequest = {
  readonly sceneId: string;
  /** Whether the session the scene was played in goes on as well. */
  readonly keepParentActive: boolean;
};

/**
 * Creates other ways a story can go. A branch is a new session that sees every row up to the scene it grew from and none
 * after it. Nothing that was played is ever undone.
 */
export type SessionBrancher = {
  readonly forkSession: (request: ForkRequest) => Promise<SessionRecord | Rejection>;
  /** Goes back to an earlier scene of a session's line; the session itself is put aside. */
  readonly rewindSession: (sessionId: string, toSceneId: string) => Promise<SessionRecord | Rejection>;
};

export function createSessionBrancher(tools: SessionTools): SessionBrancher {
  const { scenes, sessions } = tools.store;
  return {
    async forkSession({ sceneId, keepParentActive }) {
      const scene = await scenes.find(sceneId);
      if (scene === null) return UNKNOWN_SCENE;
      const others = keepParentActive
        ? ({ others: 'stay' } as const)
        : ({ others: 'put-aside', sessionId: scene.sessionId } as const);
      return createSession({ fromSceneId: sceneId, continuing: null, others, cause: 'forked' }, tools);
    },

    async rewindSession(sessionId, toSceneId) {
      const [session, scene] = await Promise.all([sessions.find(sessionId), scenes.find(toSceneId)]);
      if (session === null) return reject('unknown-session', 'there is no such session.', ['sessionId']);
      if (scene === null) return UNKNOWN_SCENE;
      const refused = reasonToStay(session, scene);
      if (isRejection(refused)) return refused;
      const others = { others: 'put-aside', sessionId } as const;
      return createSession(
        { fromSceneId: toSceneId, continuing: sessionId, others, cause: 'rewound' },
        tools,
      );
    },
  };
}

const UNKNOWN_SCENE = reject('unknown-scene', 'there is no such scene.', ['sceneId']);

function reasonToStay(session: SessionRecord, scene: SceneRecord): Rejection | null {
  if (session.status !== 'active') {
    return reject(
      'session-closed',
      `this session is ${session.status}; start a session from the scene instead.`,
      ['sessionId'],
    );
  }
  if (scene.id === session.currentSceneId) {
    return reject('already-there', 'the session stands at this scene; name an earlier one.', ['toSceneId']);
  }
  const isOfLine = isOnLineage(session.lineage, {
    scene: { sessionId: scene.sessionId, index: scene.index },
  });
  if (isOfLine) return null;
  return reject('scene-not-in-line', 'this session was never at that scene; fork from it instead.', [
    'toSceneId',
  ]);
}
