import {
  countLoreTokens,
  type DiscoverableLore,
  type HiddenBriefing,
  type SceneLore as Lore,
  type Pull,
  type PullLogEntry,
  type ThreadConnection,
  type VisibleBriefing,
} from '#retrieval/scene-lore.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import { type ViewScope, type ViewScoped, withViewScope } from '../../views/visible-scene.ts';
import { GmScene } from '../gm/gm-scene.ts';
import {
  findKnownCharacter,
  findKnownEntity,
  findKnownLocation,
  KnownCharacter,
  KnownEntity,
  KnownLocation,
} from '../scene/known-entity.ts';
import { LorePassage, SceneLoreBoundary } from './scene-lore.ts';

export const PulledType = defineWordEnum('PulledType', 'Kind of record that was looked up.', {
  character: 'A character.',
  event: 'Something that happened.',
  law: 'A law.',
  lore: 'Passage of lore.',
});

const GmBriefing = builder
  .objectRef<ViewScoped<VisibleBriefing & Partial<HiddenBriefing>>>('GmBriefing')
  .implement({
    description: 'Working-set entry of a present character.',
    fields: (t) => ({
      character: t.field({
        type: KnownCharacter,
        nullable: true,
        description: 'The character; null when no longer part of the scene.',
        resolve: ({ characterId, viewScope }) => findKnownCharacter(viewScope, characterId),
      }),
      shows: t.exposeString('disposition', { description: 'Visible appearance.' }),
      knows: t.stringList({ description: 'Knowledge.', resolve: ({ knows }) => [...(knows ?? [])] }),
      withholds: t.stringList({
        description: 'Knowledge they withhold.',
        resolve: ({ withholds }) => [...(withholds ?? [])],
      }),
      capabilities: t.string({
        description: 'Abilities; empty when none are recorded.',
        resolve: ({ capabilities }) => capabilities ?? '',
      }),
    }),
  });

const GmDiscoverable = builder.objectRef<ViewScoped<DiscoverableLore>>('GmDiscoverable').implement({
  description: 'Something that could be found out in this scene.',
  fields: (t) => ({
    factId: t.exposeID('id', { description: 'The id of the fact.' }),
    subject: t.field({
      type: KnownEntity,
      nullable: true,
      description: 'Subject; null when no longer part of the scene.',
      resolve: ({ subjectId, viewScope }) => findKnownEntity(viewScope, subjectId),
    }),
    triggers: t.exposeStringList('triggers', { description: 'Action or utterance that reveals it.' }),
    content: t.exposeString('content', { description: 'Text of the discovery.' }),
  }),
});

const GmThreadLore = builder.objectRef<ThreadConnection>('GmThreadLore').implement({
  description: 'Working-set entry of an open thread.',
  fields: (t) => ({
    threadId: t.exposeID('threadId', { description: 'The id of the question.' }),
    title: t.exposeString('title', { description: 'Name.' }),
    text: t.exposeString('text', { description: 'Known facts.' }),
  }),
});

const PulledRecord = builder.objectRef<Pull & { readonly isHidden: boolean }>('PulledRecord').implement({
  description: 'Record looked up because a player or character mentioned it.',
  fields: (t) => ({
    type: t.field({ type: PulledType, description: 'Kind.', resolve: ({ type }) => type }),
    recordId: t.exposeID('id', { description: 'Its id among those of its kind.' }),
    title: t.exposeString('title', { description: 'Name.' }),
    text: t.exposeString('text', { description: 'Text given to the storyteller.' }),
    tokens: t.exposeInt('tokens', { description: 'Size in tokens.' }),
    isHidden: t.exposeBoolean('isHidden', { description: 'Whether only the game master may read it.' }),
  }),
});

const LorePull = builder.objectRef<PullLogEntry>('LorePull').implement({
  description: 'A line of the log: something was looked up.',
  fields: (t) => ({
    exchange: t.exposeInt('exchange', { description: 'In which exchange of the conversation.' }),
    type: t.field({ type: PulledType, description: 'Kind of record.', resolve: ({ type }) => type }),
    recordId: t.exposeID('id', { description: 'Its id among those of its kind.' }),
    tokens: t.exposeInt('tokens', { description: 'Size in tokens.' }),
  }),
});

type Master = Lore & { readonly viewScope: ViewScope };

const GmSceneLore = builder.objectRef<Master>('GmSceneLore').implement({
  description: 'Complete lore working set of a scene, for the game master.',
  fields: (t) => ({
    boundary: t.field({
      type: SceneLoreBoundary,
      description: 'Reason it was built.',
      resolve: ({ boundary }) => boundary,
    }),
    place: t.field({
      type: KnownLocation,
      nullable: true,
      description: 'Place of the story; null when it is not set.',
      resolve: ({ placeId, viewScope }) => findKnownLocation(viewScope, placeId),
    }),
    sinceExchange: t.exposeInt('since', { description: 'The exchange it was made in, counted from 0.' }),
    exchange: t.exposeInt('exchange', { description: 'The exchange it has reached.' }),
    tokens: t.int({
      description: 'Size in a prompt, in tokens.',
      resolve: (lore) => countLoreTokens(lore),
    }),
    staleBecause: t.exposeString('stale', {
      nullable: true,
      description: 'Reason it is rebuilt in the next turn; null when it is kept.',
    }),
    briefings: t.field({
      type: [GmBriefing],
      description: 'About those who are there, what shows and what does not.',
      resolve: ({ visible, hidden, viewScope }) =>
        visible.briefings.map((shown) => ({
          ...hidden.briefings.find(({ characterId }) => characterId === shown.characterId),
          ...shown,
          viewScope,
        })),
    }),
    discoverables: t.field({
      type: [GmDiscoverable],
      description: 'Discoveries available in the scene.',
      resolve: ({ hidden, viewScope }) => withViewScope(viewScope, hidden.discoverables),
    }),
    threads: t.field({
      type: [GmThreadLore],
      description: 'About the questions of the story.',
      resolve: ({ visible }) => [...visible.threads],
    }),
    passages: t.field({
      type: [LorePassage],
      description: 'Description of the place.',
      resolve: ({ visible }) => [...visible.atmosphere],
    }),
    pulls: t.field({
      type: [PulledRecord],
      description: 'Records looked up since it was built.',
      resolve: ({ visible, hidden }) => [
        ...visible.pulls.map((pull) => ({ ...pull, isHidden: false })),
        ...hidden.pulls.map((pull) => ({ ...pull, isHidden: true })),
      ],
    }),
    pullLog: t.field({
      type: [LorePull],
      description:
        'Everything that was looked up since it was made, and the latest of what is no longer in it.',
      resolve: ({ pullLog }) => [...pullLog],
    }),
  }),
});

builder.objectField(GmScene, 'lore', (t) =>
  t.field({
    type: GmSceneLore,
    nullable: true,
    description: 'Complete lore working set; null when the scene was narrated without one.',
    resolve: async ({ scene, viewScope }, _args, { loaders }) => {
      const lore = await loaders.sceneLore.load(scene.id);
      return lore === null ? null : { ...lore, viewScope };
    },
  }),
);
