import { isOnLineage } from '#engine/domain/lineage.ts';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { newSession, type SessionTools } from './new-session.ts';

export type ForkRequest = {
  readonly sceneId: string;
  /** Whether the session the scene was played in goes on as well. */
  readonly keepParentActive: boolean;
};

/**
 * Other ways a story can go. A branch is a new session that sees every row up to the scene it grew from and none that came
 * after; nothing that was played is ever undone.
 */
export type SessionBrancher = {
  readonly forkSession: (request: ForkRequest) => Promise<SessionRecord | Rejection>;
  /** Goes back to an earlier scene of a session's line; the session itself is put aside. */
  readonly rewindSession: (sessionId: string, toSceneId: string) => Promise<SessionRecord | Rejection>;
};

export function sessionBrancher(tools: SessionTools): SessionBrancher {
  const { scenes, sessions } = tools.store;
  return {
    async forkSession({ sceneId, keepParentActive }) {
      const scene = await scenes.find(sceneId);
      if (scene === null) return UNKNOWN_SCENE;
      const others = keepParentActive
        ? ({ others: 'stay' } as const)
        : ({ others: 'put-aside', sessionId: scene.sessionId } as const);
      return newSession({ fromSceneId: sceneId, continuing: null, others, cause: 'forked' }, tools);
    },

    async rewindSession(sessionId, toSceneId) {
      const [session, scene] = await Promise.all([sessions.find(sessionId), scenes.find(toSceneId)]);
      if (session === null) return reject('unknown-session', 'there is no such session.', ['sessionId']);
      if (scene === null) return UNKNOWN_SCENE;
      const refused = reasonToStay(session, scene);
      if (isRejection(refused)) return refused;
      const others = { others: 'put-aside', sessionId } as const;
      return newSession({ fromSceneId: toSceneId, continuing: sessionId, others, cause: 'rewound' }, tools);
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
