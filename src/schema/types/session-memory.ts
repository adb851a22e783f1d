import { isVisibleAlong, lookingBackFrom } from '#engine/memory/lineage.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { badRequest } from '../bad-request.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf, pageRequest, textKey } from '../connection.ts';
import type { Context } from '../context.ts';
import { pageOfList } from '../page-of-list.ts';
import { rulesOfSession, seenScene } from '../seen.ts';
import { characterThrough, KnownCharacter } from './known-entity.ts';
import { Observation, ObservationOrder, observationPage } from './observation.ts';
import { Scene } from './scene.ts';
import { Session } from './session.ts';

/** The scene of a session that is asked about; without an id the one the story stands at. */
export async function sceneOf(
  session: SessionRecord,
  sceneId: string | null,
  { loaders }: Context,
): Promise<SceneRecord> {
  const scene = await loaders.scene.load(sceneId ?? session.currentSceneId);
  const position = scene === null ? null : { sessionId: scene.sessionId, index: scene.index };
  if (scene === null || position === null || !isVisibleAlong(session.lineage, { scene: position })) {
    throw badRequest(
      'at',
      'this is no scene of this session or of those it grew from; give the id of one of its `scenes`',
    );
  }
  return scene;
}

export const AT_SCENE = {
  for: Scene,
  description: 'The scene to look back from; the one the story stands at if you say nothing.',
} as const;

export const BY_ORDER = {
  type: ObservationOrder,
  defaultValue: 'priority',
  description: 'In which order; what matters most first if you say nothing.',
} as const;

builder.objectFields(Session, (t) => ({
  characters: t.connection(
    {
      type: KnownCharacter,
      description: 'Everybody your persona knows by now, itself included, by their ids.',
      resolve: async (session, args, context) => {
        const request = pageRequest(args, textKey);
        const { view, eyes } = await seenScene(await sceneOf(session, null, context), context);
        const known = Object.keys(view.entities).flatMap((id) => characterThrough(eyes, id) ?? []);
        const keyOf = ({ id }: { readonly id: string }) => id;
        return connectionOf(pageOfList(known, request, keyOf), request, keyOf);
      },
    },
    ...connectionNames('KnownCharacter', 'characters somebody knows'),
  ),
  observations: t.connection(
    {
      type: Observation,
      description: 'What your persona remembers at a scene of the session.',
      args: { at: t.arg.globalID(AT_SCENE), by: t.arg(BY_ORDER) },
      resolve: async (session, { at, ...args }, context) => {
        const scene = await sceneOf(session, at?.id ?? null, context);
        const [{ view, eyes }, rules] = await Promise.all([
          seenScene(scene, context),
          rulesOfSession(session.id, context),
        ]);
        const lineage = lookingBackFrom(session.lineage, scene.index);
        const memories = await context.loaders.memories.load({ lineage, characterId: view.personaId });
        const kept = memories.filter(({ retracted }) => !retracted);
        return observationPage(kept, view, rules, eyes, args);
      },
    },
    ...connectionNames('Observation', 'observations'),
  ),
}));
