import type { NarrationRecord } from '#engine/store/narrations.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { Regeneration } from '#engine/turn/regenerate-turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { NOT_PERCEIVED, regenerateTurn } from '../../play-actions.ts';
import { canPerceive } from '../../views/turn-records.ts';
import { createNotFound, Forbidden, InvalidInput, NotFound } from '../failure.ts';
import { Scene } from '../scene/scene.ts';
import { toSessionFailure } from './session.ts';
import { Turn } from './turn.ts';

/** Narration with its scene. */
type NarrationOf = NarrationRecord & { readonly sceneId: string };

const FLAGS = 'Checks it did not pass even when it was set right: `length`, `agency`. Usually none.';

const NarrationVersion = builder.objectRef<NarrationOf>('NarrationVersion');

/** Loads the narrations of a scene; none when the viewer's persona did not perceive its turn. */
async function loadNarrations(
  { id, sessionId, audience = null }: SceneRecord,
  _args: object,
  context: Context,
): Promise<NarrationOf[]> {
  if (!(await canPerceive(sessionId, audience, context))) return [];
  return (await context.loaders.narrations.load(id)).map((one) => ({ ...one, sceneId: id }));
}

builder.node(NarrationVersion, {
  id: { resolve: ({ sceneId, version }) => `${sceneId}/${version}`, description: 'Its id.' },
  loadOne: async (key, context) => {
    const [sceneId = '', version] = key.split('/');
    const scene = await context.loaders.scene.load(sceneId);
    const versions = scene === null ? [] : await loadNarrations(scene, {}, context);
    return versions.find((one) => String(one.version) === version) ?? null;
  },
  description: 'One narration of a scene. All narrations of a scene share the same events.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Narration number, from 1.' }),
    text: t.exposeString('narration', {
      description: 'Narration. Show it as text, never as markup.',
    }),
    flags: t.stringList({ description: FLAGS, resolve: ({ flags }) => [...flags] }),
    isChosen: t.exposeBoolean('isChosen', { description: 'Whether the story goes on with it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the narration.' }),
  }),
});

builder.objectField(Scene, 'narrations', (t) =>
  t.field({
    type: [NarrationVersion],
    description:
      'All narrations of the scene, oldest first; none where your persona did not perceive the turn.',
    resolve: loadNarrations,
  }),
);

const NarrationPayload = builder.objectRef<Regeneration>('NarrationPayload').implement({
  description: 'The scene is told another way.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Narration the story continues with.' }),
    text: t.exposeString('narration', { description: 'Current narration.' }),
    flags: t.stringList({ description: FLAGS, resolve: ({ flags }) => [...flags] }),
    scene: t.field({
      type: Scene,
      description: 'The scene.',
      resolve: async ({ sceneId }, _args, { loaders }) => {
        const scene = await loaders.scene.load(sceneId);
        if (scene === null) throw new Error(`scene ${sceneId} was told again and is not there`);
        return scene;
      },
    }),
  }),
});

const NarrationResult = builder.unionType('NarrationResult', {
  description: 'The narration the story goes on with, or the reason nothing changed.',
  types: [NarrationPayload, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'NarrationPayload'),
});

const RegenerateTurnInput = builder.inputType('RegenerateTurnInput', {
  description: 'The turn to tell again.',
  fields: (t) => ({
    turnId: t.globalID({ required: true, for: Turn, description: 'The turn to tell again.' }),
  }),
});

builder.mutationField('regenerateTurn', (t) =>
  t.field({
    type: NarrationResult,
    description:
      'Has a turn told again: the same dice and changes in other words. Every version is kept, and the story goes on with the new one.',
    args: {
      input: t.arg({ type: RegenerateTurnInput, required: true, description: 'The turn to tell again.' }),
    },
    resolve: (_root, { input: { turnId } }, context) => regenerateTurn(turnId.id, context),
  }),
);

const ChooseNarrationInput = builder.inputType('ChooseNarrationInput', {
  description: 'The narration to continue with.',
  fields: (t) => ({
    sceneId: t.globalID({ required: true, for: Scene, description: 'The scene.' }),
    version: t.int({
      required: true,
      description: 'Narration number, as in `Scene.narrations`.',
    }),
  }),
});

builder.mutationField('chooseNarration', (t) =>
  t.field({
    type: NarrationResult,
    description: 'Continues the story with one of the narrations of a scene.',
    args: {
      input: t.arg({
        type: ChooseNarrationInput,
        required: true,
        description: 'The narration to continue with.',
      }),
    },
    resolve: async (_root, { input: { sceneId, version } }, context) => {
      const scene = await context.loaders.scene.load(sceneId.id);
      if (scene !== null && !(await canPerceive(scene.sessionId, scene.audience ?? null, context)))
        return createNotFound(['input', 'sceneId'], NOT_PERCEIVED);
      const told = await context.tellings.choose(sceneId.id, version);
      return isRejection(told) ? toSessionFailure(told) : told;
    },
  }),
);
