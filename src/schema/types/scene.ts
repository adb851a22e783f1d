import { isRejection } from '#engine/kit/rejection.ts';
import { type PlayerView, playerView } from '#engine/state/player-view.ts';
import type { Choice } from '#engine/state/record.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';

type Entity = PlayerView['entities'][string];
type Seen = Extract<Entity, { kind: 'character' }>;

const Place = builder.objectRef<Extract<Entity, { kind: 'location' }>>('Place').implement({
  description: 'Where a scene plays, as the player knows it.',
  fields: (t) => ({
    entityId: t.exposeString('id', { description: 'Its id inside the campaign: `loc_neon_dragon_001`.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    description: t.exposeString('description', { description: 'What can be seen of it.' }),
  }),
});

const PresentCharacter = builder.objectRef<Seen>('PresentCharacter').implement({
  description: 'Somebody who is there, as the player perceives them.',
  fields: (t) => ({
    entityId: t.exposeString('id', { description: 'Their id inside the campaign: `npc_viktor_001`.' }),
    name: t.exposeString('name', { description: 'What they are called.' }),
    role: t.exposeString('role', { description: 'Who they are to everybody.' }),
    description: t.exposeString('description', { description: 'What can be seen of them.' }),
    isPersona: t.exposeBoolean('isPersona', { description: 'Whether a player plays them.' }),
  }),
});

const Risk = builder.enumType('Risk', {
  description: 'How much a choice may cost.',
  values: {
    SAFE: { value: 'safe', description: 'Nothing to lose.' },
    LOW: { value: 'low', description: 'Little to lose.' },
    MEDIUM: { value: 'medium', description: 'Something to lose.' },
    HIGH: { value: 'high', description: 'Much to lose.' },
  } as const,
});

const SceneChoice = builder.objectRef<Choice>('Choice').implement({
  description: 'Something the player could do next. Anything else can be done as well.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its name in snake_case; `other_action` is always there.' }),
    text: t.exposeString('text', { description: 'A few words for a button.' }),
    description: t.exposeString('description', { description: 'A sentence that says more.' }),
    risk: t.field({ type: Risk, description: 'How much it may cost.', resolve: ({ risk }) => risk }),
  }),
});

export const Scene = builder.objectRef<SceneRecord>('Scene');

builder.node(Scene, {
  description: 'The world after a turn, as the player may see it. It never changes.',
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { loaders }) => loaders.scene.load(id),
  fields: (t) => ({
    index: t.exposeInt('index', {
      description: 'Its place in the line of scenes: 0 is where the entry point begins.',
    }),
    narration: t.exposeString('narration', {
      description: 'What was told, to be shown as text and never as markup; empty for scene 0.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
    place: t.field({
      type: Place,
      nullable: true,
      description: 'Where it plays; null when nobody is anywhere in particular.',
      resolve: async (scene, _args, context) => {
        const view = await viewOf(scene, context);
        const place = view.scene.placeId === null ? undefined : view.entities[view.scene.placeId];
        return place?.kind === 'location' ? place : null;
      },
    }),
    present: t.field({
      type: [PresentCharacter],
      description: 'Who is there and can be perceived.',
      resolve: async (scene, _args, context) => {
        const { scene: setting, entities } = await viewOf(scene, context);
        return setting.presentIds.flatMap((id) => {
          const entity = entities[id];
          return entity?.kind === 'character' ? entity : [];
        });
      },
    }),
    choices: t.field({
      type: [SceneChoice],
      description: 'What the player could do next.',
      resolve: async (scene, _args, context) => [...(await viewOf(scene, context)).planning.choices],
    }),
  }),
});

builder.queryField('scene', (t) =>
  t.field({
    type: Scene,
    nullable: true,
    description: 'A scene by its id; null when there is none.',
    args: { id: t.arg.globalID({ required: true, for: Scene, description: 'The id of the scene.' }) },
    resolve: (_root, { id }, { loaders }) => loaders.scene.load(id.id),
  }),
);

/** The scene as the first persona's player may see it: until there are accounts, everybody plays that one. */
async function viewOf({ id }: SceneRecord, { loaders }: Context): Promise<PlayerView> {
  const snapshot = await loaders.snapshot.load(id);
  const [personaId] = snapshot.personas;
  const view = personaId === undefined ? null : playerView(snapshot, personaId);
  if (view === null || isRejection(view)) throw new Error(`scene ${id} has no persona to see it through`);
  return view;
}
