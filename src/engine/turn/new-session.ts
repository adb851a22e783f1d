import type { Clock } from '#engine/kit/clock.ts';
import type { NewId } from '#engine/kit/new-id.ts';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { EventLog } from '#engine/live/event-log.ts';
import { type SessionEventBody, toSessionEventRow } from '#engine/live/session-event.ts';
import { commitToSeed } from '#engine/rules/dice-proof.ts';
import type { OtherSessionsPolicy, SessionRecord } from '#engine/store/sessions.ts';
import type { Store } from '#engine/store/store.ts';
import { cancelledAt } from './cancelled-at.ts';

/** What is needed to begin and end sessions. */
export type SessionTools = {
  readonly store: Store;
  readonly log: Pick<EventLog, 'announce'>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** A fresh dice seed that nobody can guess. */
  readonly newSeed: () => string;
  /** Called when a session has ended and left something to be done. */
  readonly onEnded?: () => void;
};

export type NewSession = {
  readonly fromSceneId: string;
  readonly continuing: string | null;
  readonly others: OtherSessionsPolicy;
  /** What readers of a session that is put aside are told was done. */
  readonly cause: Extract<SessionEventBody, { type: 'context-reset' }>['cause'];
};

/**
 * Grows a session from a scene and tells the readers of those it puts aside. It rolls on with the seed of its line, so that
 * the same scene gives the same faces, unless that seed has been revealed.
 */
export async function newSession(
  { fromSceneId, continuing, others, cause }: NewSession,
  { store, log, clock, newId, newSeed }: SessionTools,
): Promise<SessionRecord | Rejection> {
  const [sessionId, seed, at] = [newId(), newSeed(), clock()];
  const reset = { type: 'context-reset', cause, continuedBySessionId: sessionId, fromSceneId } as const;
  const forked = await store.sessions.fork({
    fromSceneId,
    continuing,
    sessionId,
    freshSeed: { seed, seedCommitment: commitToSeed(seed) },
    models: null,
    others,
    tell: () => toSessionEventRow(reset, at),
    cancellation: cancelledAt(at),
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
