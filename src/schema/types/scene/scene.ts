import type { PlayerView } from '#engine/state/player-view.ts';
import type { Choice } from '#engine/state/record.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { canPerceive } from '../../views/turn-records.ts';
import {
  findMentionedEntities,
  loadVisibleScene,
  type ViewScoped,
  withViewScope,
} from '../../views/visible-scene.ts';
import { VIEW_AS, VIEW_PERSONA } from '../view-as.ts';
import {
  findKnownCharacter,
  findKnownEntity,
  findKnownLocation,
  KnownCharacter,
  KnownEntity,
  KnownLocation,
} from './known-entity.ts';
import { EMPHASIS_ARGUMENT, formatNarration, NARRATION_FORMAT } from './narration-text.ts';
import { WorldTime } from './world-time.ts';

const Risk = defineWordEnum('Risk', 'Risk of a choice.', {
  safe: 'Nothing to lose.',
  low: 'Little to lose.',
  medium: 'Something to lose.',
  high: 'Much to lose.',
});

export const SceneChoice = builder.objectRef<Choice>('Choice').implement({
  description: 'Something the player could do next. Anything else can be done as well.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its name in snake_case.' }),
    text: t.exposeString('text', { description: 'A few words for a button.' }),
    description: t.exposeString('description', { description: 'A sentence that says more.' }),
    risk: t.field({ type: Risk, description: 'Risk.', resolve: ({ risk }) => risk }),
  }),
});

export const Scene = builder.objectRef<SceneRecord>('Scene');

async function readNarration(
  { sessionId, audience = null, narration }: SceneRecord,
  { emphasis }: { readonly emphasis?: 'keep' | 'remove' | null | undefined },
  context: Context,
): Promise<string> {
  return (await canPerceive(sessionId, audience, context)) ? formatNarration(narration, emphasis) : '';
}

builder.node(Scene, {
  description: 'The world after a turn, as the player may see it. It never changes.',
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { loaders }) => loaders.scene.load(id),
  fields: (t) => ({
    index: t.exposeInt('index', {
      description: 'Its place in the line of scenes: 0 is where the entry point begins.',
    }),
    narration: t.string({
      description: `Narration; empty for scene 0, and for players whose persona did not perceive the turn. ${NARRATION_FORMAT}`,
      args: { emphasis: t.arg(EMPHASIS_ARGUMENT) },
      resolve: readNarration,
    }),
    narrationFlags: t.stringList({
      description:
        'Checks the narration did not pass even when it was set right: `length`, `agency`. Usually none.',
      resolve: ({ flags = [] }) => [...flags],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of saving.' }),
    time: t.field({
      type: WorldTime,
      description: 'World time of the scene, in the world’s own calendar.',
      resolve: async (scene, _args, context) => {
        const { view, viewScope } = await loadVisibleScene(scene, context);
        return { time: view.time, sessionId: viewScope.sessionId };
      },
    }),
    choices: t.field({
      type: [SceneChoice],
      description: 'Choices for the next turn. Free text is always possible and is not listed.',
      resolve: async (scene, _args, context) => [...(await loadVisibleScene(scene, context)).choices],
    }),
    state: t.field({
      type: 'JSON',
      description:
        'All of the scene that you may see, as one JSON object. The fields beside it are the same, typed.',
      resolve: async (scene, _args, context) => (await loadVisibleScene(scene, context)).view,
    }),
  }),
});

builder.queryField('scene', (t) =>
  t.field({
    type: Scene,
    nullable: true,
    description: 'A scene by its id; null when there is none.',
    args: {
      id: t.arg.globalID({ required: true, for: Scene, description: 'The id of the scene.' }),
      as: t.arg(VIEW_AS),
      persona: t.arg(VIEW_PERSONA),
    },
    resolve: (_root, { id }, { loaders }) => loaders.scene.load(id.id),
  }),
);

const Light = defineWordEnum('SceneVisibility', 'Visibility conditions of a scene.', {
  clear: 'Everything.',
  dim: 'Most of it, without the details.',
  dark: 'Next to nothing.',
  obscured: 'Limited by smoke, fog or a crowd.',
});

const Noise = defineWordEnum('SceneNoise', 'Audibility conditions of a scene.', {
  silent: 'A breath.',
  quiet: 'A whisper.',
  normal: 'A voice.',
  loud: 'A raised voice.',
  deafening: 'Nothing else.',
});

builder.objectFields(Scene, (t) => ({
  place: t.field({
    type: KnownLocation,
    nullable: true,
    description: 'Place of the scene; null when there is none in particular.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return findKnownLocation(viewScope, view.scene.placeId);
    },
  }),
  visibility: t.field({
    type: Light,
    description: 'Visibility conditions.',
    resolve: async (scene, _args, context) => (await loadVisibleScene(scene, context)).view.scene.visibility,
  }),
  noise: t.field({
    type: Noise,
    description: 'Audibility conditions.',
    resolve: async (scene, _args, context) => (await loadVisibleScene(scene, context)).view.scene.noise,
  }),
  constraints: t.stringList({
    description: 'Constraints on everyone here.',
    resolve: async (scene, _args, context) => [
      ...(await loadVisibleScene(scene, context)).view.scene.constraints,
    ],
  }),
  persona: t.field({
    type: KnownCharacter,
    nullable: true,
    description: 'Persona whose view of the scene this is: yours.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return findKnownCharacter(viewScope, view.personaId);
    },
  }),
  present: t.field({
    type: [KnownCharacter],
    description: 'Present characters that can be perceived.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return view.scene.presentIds.flatMap((id) => findKnownCharacter(viewScope, id) ?? []);
    },
  }),
  mentioned: t.field({
    type: [KnownEntity],
    description: 'Entities the narration names, as far as your persona knows them, by id.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      const known = Object.values(view.entities).toSorted((one, other) => (one.id < other.id ? -1 : 1));
      return findMentionedEntities(await readNarration(scene, {}, context), known).flatMap(
        ({ id }) => findKnownEntity(viewScope, id) ?? [],
      );
    },
  }),
  entities: t.field({
    type: [KnownEntity],
    description: 'Entities known so far, by id.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return Object.keys(view.entities)
        .toSorted()
        .flatMap((id) => findKnownEntity(viewScope, id) ?? []);
    },
  }),
}));

const Chapter = builder.objectRef<ViewScoped<PlayerView['chapter']>>('Chapter').implement({
  description: 'A chapter of the story.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Its number, from 1.' }),
    title: t.exposeString('title', { description: 'Name.' }),
    startedInScene: t.exposeInt('startedInScene', { description: 'The index of the scene it began in.' }),
    startedAt: t.field({
      type: WorldTime,
      description: 'Start time.',
      resolve: ({ startedAt, viewScope: { sessionId } }) => ({ time: startedAt, sessionId }),
    }),
  }),
});

const CoreMemory = builder.objectRef<ViewScoped<PlayerView['coreMemories'][number]>>('CoreMemory').implement({
  description: 'Something worth remembering for ever.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Text of the memory.' }),
    sceneIndex: t.exposeInt('sceneIndex', { description: 'The index of the scene it happened in.' }),
    time: t.field({
      type: WorldTime,
      description: 'Time of the event.',
      resolve: ({ time, viewScope: { sessionId } }) => ({ time, sessionId }),
    }),
  }),
});

builder.objectFields(Scene, (t) => ({
  chapter: t.field({
    type: Chapter,
    description: 'The chapter it belongs to.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return { ...view.chapter, viewScope };
    },
  }),
  coreMemories: t.field({
    type: [CoreMemory],
    description: 'Permanent memories, oldest first.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return withViewScope(viewScope, view.coreMemories);
    },
  }),
}));

type Block = PlayerView['planning'];

const Planning = builder.objectRef<Block>('Planning').implement({
  description: 'Basis of the choices of a scene, as far as players may know it.',
  fields: (t) => ({
    context: t.string({
      nullable: true,
      description: 'Information for choosing; null when there is none.',
      resolve: ({ context }) => context ?? null,
    }),
    pros: t.stringList({
      description: 'Arguments in favour, after a turn in mode `THINK`.',
      resolve: ({ analysis }) => [...(analysis?.pros ?? [])],
    }),
    cons: t.stringList({
      description: 'Arguments against, after a turn in mode `THINK`.',
      resolve: ({ analysis }) => [...(analysis?.cons ?? [])],
    }),
    confidence: t.string({
      nullable: true,
      description: 'Confidence, in words, after a turn in mode `THINK`; null after any other.',
      resolve: ({ analysis }) => analysis?.confidence ?? null,
    }),
  }),
});

builder.objectField(Scene, 'planning', (t) =>
  t.field({
    type: Planning,
    description: 'Basis of the choices.',
    resolve: async (scene, _args, context) => (await loadVisibleScene(scene, context)).view.planning,
  }),
);
