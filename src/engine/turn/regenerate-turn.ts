import type { TurnRecord } from '#engine/domain/turn.ts';
import { toSessionEventRow } from '#engine/live/session-event.ts';
import type { NarrationEventFactory } from '#engine/store/narrations.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { EngineServices } from './engine-services.ts';
import { isNarrated } from './packet/conversation.ts';
import { Recorder } from './recording/recorder.ts';
import { regenerateNarration } from './regeneration/regenerate-narration.ts';
import { loadRegenerationContext, type RegenerationContext } from './regeneration/regeneration-context.ts';
import { type StreamText, streamRegeneration } from './regeneration/stream-regeneration.ts';

export type Regeneration = {
  readonly sceneId: string;
  readonly version: number;
  readonly narration: string;
  /** The checks it did not pass. */
  readonly flags: readonly string[];
};

export type TurnRegenerator = {
  /**
   * Tells a committed turn again: same dice, same changes, other words. Every version is kept; the story goes on with the new
   * one. In a session that is closed it is refused, unless one that goes on stands at the scene.
   */
  readonly regenerate: (turnId: string) => Promise<Regeneration | Rejection>;
  /** Lets the story go on with one of the tellings of a scene, where it may be told again. */
  readonly choose: (sceneId: string, version: number) => Promise<Regeneration | Rejection>;
};

export function createTurnRegenerator(services: EngineServices): TurnRegenerator {
  const { store } = services;
  return {
    async regenerate(turnId) {
      const turn = await store.turns.find(turnId);
      if (turn === null) return reject('unknown-turn', 'there is no such turn.', ['turnId']);
      const refused = reasonNotTo(turn);
      if (refused !== null) return refused;
      const scene = turn.sceneId === null ? null : await store.scenes.find(turn.sceneId);
      if (scene === null) throw new Error(`turn ${turnId} is committed and has no scene`);
      const closed = await goneOnWithElsewhere(scene, services);
      if (closed !== null) return { ...closed, path: ['turnId'] };
      const regenerationContext = await loadRegenerationContext(turn, scene, services);
      return streamRegeneration(scene, services, (say, retellingId) =>
        retell(regenerationContext, services, { say, retellingId }),
      );
    },

    async choose(sceneId, version) {
      const scene = await store.scenes.find(sceneId);
      if (scene === null) return reject('unknown-scene', 'there is no such scene.', ['sceneId']);
      const closed = await goneOnWithElsewhere(scene, services);
      if (closed !== null) return { ...closed, path: ['sceneId'] };
      const versions = await store.narrations.narrationsOf(sceneId);
      const chosen = versions.find((one) => one.version === version);
      if (chosen === undefined) {
        const there = versions.map((one) => one.version).join(', ');
        return reject('unknown-version', `there is no version ${version}; there are ${there}.`, ['version']);
      }
      const at = services.clock();
      const told = await store.narrations.chooseNarration(sceneId, version, at, chosenAs(scene, at));
      services.log.announce(told ?? []);
      return { sceneId, version, narration: chosen.narration, flags: chosen.flags };
    },
  };
}

function reasonNotTo({ status, input }: TurnRecord): Rejection | null {
  const path = ['turnId'];
  if (status !== 'committed')
    return reject(
      'not-committed',
      `this turn is ${status}; only one that made a scene can be told again.`,
      path,
    );
  return isNarrated(input) ? null : reject('not-told', 'nothing was narrated in this turn.', path);
}

/**
 * Rejects regeneration of a scene that other sessions have built on. A scene has one narration for all its viewers. Once the
 * session that made it is closed, only a session that stands at the scene may regenerate it.
 */
async function goneOnWithElsewhere(
  { id, sessionId }: SceneRecord,
  { store: { sessions } }: Pick<EngineServices, 'store'>,
): Promise<Rejection | null> {
  const made = await sessions.find(sessionId);
  if (made === null) throw new Error(`scene ${id} belongs to no session`);
  if (made.status === 'active') return null;
  const all = await sessions.ofCampaigns([made.campaignId]);
  if (all.some(({ status, currentSceneId }) => status === 'active' && currentSceneId === id)) return null;
  return reject(
    'session-closed',
    `this session is ${made.status}; nothing in it is told another way any more.`,
  );
}

type Aloud = { readonly say: StreamText; readonly retellingId: string };

async function retell(
  regenerationContext: RegenerationContext,
  services: EngineServices,
  { say, retellingId }: Aloud,
): Promise<Regeneration | Rejection> {
  const { scene, persona } = regenerationContext;
  const { store, log, clock } = services;
  const recorder = new Recorder();
  const told = await regenerateNarration(regenerationContext, { recorder, say }, services);
  if (told === null) {
    return reject(
      'narration-refused',
      'The storyteller broke a rule of this table. The telling stays as it was; try again.',
    );
  }
  const { narration, flags } = told;
  const recording: unknown = JSON.parse(
    recorder.written({ retold: { sceneId: scene.id, personaId: persona.id } }).toString(),
  );
  const at = clock();
  const added = await store.narrations.addNarration({
    sceneId: scene.id,
    narration,
    flags,
    recording,
    choose: true,
    at,
    tell: chosenAs(scene, at),
    retellingId,
  });
  if (added === null)
    return reject(
      'retelling-withdrawn',
      'this telling was withdrawn; the scene stays as it was. Try again.',
      ['turnId'],
    );
  log.announce(added.events);
  return { sceneId: scene.id, version: added.version, narration, flags };
}

/** Creates the event that announces the chosen narration of a scene. */
function chosenAs({ id: sceneId }: SceneRecord, at: Date): NarrationEventFactory {
  return (version) => toSessionEventRow({ type: 'narration-chosen', sceneId, version }, at);
}
