import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { toSessionEventRow } from '#engine/live/session-event.ts';
import type { NewJob } from '#engine/store/jobs.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { SummaryRecord } from '#engine/store/summaries.ts';
import { cancelledAt } from './cancelled-at.ts';
import { newSession, type SessionTools } from './new-session.ts';

/** One session of a campaign as its history tells it. */
export type Sitting = {
  readonly session: SessionRecord;
  /** The first scene it made itself, and the last; null when it made none. */
  readonly scenes: { readonly from: number; readonly to: number } | null;
  /** What happened in it; null until it is ended and summed up. */
  readonly summary: string | null;
};

export type StartedSitting = { readonly session: SessionRecord; readonly recap: SummaryRecord | null };
export type EndedSitting = {
  readonly session: SessionRecord;
  /** The dice seed, now that nobody rolls with it; null while another session still does. */
  readonly seed: string | null;
};

export type Sittings = {
  /**
   * Takes a campaign up again, where it was last played or at the scene that is named. Then it is the only session that goes
   * on: with a scene named, the others are put aside; without one, there must be none.
   */
  readonly startSession: (campaignId: string, sceneId?: string) => Promise<StartedSitting | Rejection>;
  /** Ends a sitting. Its summary and recap are written afterwards. Ended twice, it stays ended; what was given up is tried once more. */
  readonly endSession: (sessionId: string) => Promise<EndedSitting | Rejection>;
  /** What was told at the end of the last sitting along a session's line; null when none has been. */
  readonly recapOf: (sessionId: string) => Promise<SummaryRecord | null>;
  /** The dice seed of a session, for everybody to check its rolls; null while somebody still rolls with it. */
  readonly revealedSeed: (sessionId: string) => Promise<string | null>;
  /** The sessions of a campaign, oldest first. */
  readonly history: (campaignId: string) => Promise<readonly Sitting[]>;
};

export function sittings(tools: SessionTools): Sittings {
  const { store, clock, log, newId } = tools;
  const revealedSeed = async (id: string) =>
    (await store.sessions.isSeedRevealed(id)) ? store.sessions.seedOf(id) : null;
  const recap = (session: SessionRecord) => store.summaries.latest(session.lineage, 'recap');
  return {
    async startSession(campaignId, sceneId) {
      const sessions = await store.sessions.ofCampaigns([campaignId]);
      const origin = await originOf(sessions, sceneId, tools);
      if (isRejection(origin)) return origin;
      const others = { others: sceneId === undefined ? 'none' : 'put-all-aside' } as const;
      const session = await newSession({ ...origin, others, cause: 'forked' }, tools);
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
        cancellation: cancelledAt(at),
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

/** Where a sitting begins: at the scene that is named, or where the campaign was last played. */
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
 * The session in which a scene was made last, or that began after all scenes. When a session is ended says nothing: one that
 * was put aside may be ended long afterwards, and whatever put it aside began after its last scene.
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

/** The first scene a session can have made itself follows the one it grew from. */
function ownScenes({ lineage, sceneIndex }: SessionRecord): Sitting['scenes'] {
  const grownFrom = lineage.at(-2)?.upTo ?? -1;
  return sceneIndex > grownFrom ? { from: grownFrom + 1, to: sceneIndex } : null;
}

/** A sitting in which nothing happened has nothing to tell. */
function jobsOfEnd(session: SessionRecord, newId: SessionTools['newId']): readonly NewJob[] {
  const scenes = ownScenes(session);
  if (scenes === null) return [];
  const payload = { fromSceneIndex: scenes.from, toSceneIndex: scenes.to };
  return (['session', 'recap'] as const).map((kind) => ({ id: newId(), kind, key: kind, payload }));
}
