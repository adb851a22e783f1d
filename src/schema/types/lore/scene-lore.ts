import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SceneLore as Lore, Passage } from '#retrieval/scene-lore.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { canPerceive } from '../../views/turn-records.ts';
import { loadVisibleScene, type VisibleScene, withViewScope } from '../../views/visible-scene.ts';
import {
  findKnownCharacter,
  findKnownLocation,
  KnownCharacter,
  KnownLocation,
} from '../scene/known-entity.ts';
import { Scene } from '../scene/scene.ts';
import { Thread } from '../scene/story-progress.ts';

export const SceneLoreBoundary = defineWordEnum('SceneLoreBoundary', 'Reason a working set was rebuilt.', {
  'session-start': 'A session began.',
  'place-change': 'The story went to another place.',
  overflow: 'There was no room for what was asked for.',
  invalidated: 'Its sources had changed.',
});

export const LorePassage = builder.objectRef<Omit<Passage, 'tokens'>>('LorePassage').implement({
  description: 'Passage of authored lore.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Its id, as a search of the lore gives it: `neo_seattle:neon_dragon:history`.',
    }),
    title: t.exposeString('title', { description: 'The headings it stands under.' }),
    text: t.exposeString('text', { description: 'The text, to be shown as text and never as markup.' }),
  }),
});

type Shown = {
  readonly lore: Lore;
  readonly seen: VisibleScene;
  readonly passages: readonly Passage[];
  readonly pulled: readonly Passage[];
};

const SceneLore = builder.objectRef<Shown>('SceneLore').implement({
  description:
    'Lore working set of this scene, limited to what your persona may know: place, characters, and open lore about them.',
  fields: (t) => ({
    boundary: t.field({
      type: SceneLoreBoundary,
      description: 'Reason it was built.',
      resolve: ({ lore }) => lore.boundary,
    }),
    sinceExchange: t.int({
      description: 'The exchange of the conversation it was made in, counted from 0.',
      resolve: ({ lore }) => lore.since,
    }),
    exchange: t.int({
      description: 'The exchange it has reached. In between it only grows.',
      resolve: ({ lore }) => lore.exchange,
    }),
    place: t.field({
      type: KnownLocation,
      nullable: true,
      description: 'Place of the story; null when it is not set or your persona does not know it.',
      resolve: ({ lore, seen }) => findKnownLocation(seen.viewScope, lore.placeId),
    }),
    people: t.field({
      type: [KnownCharacter],
      description: 'Those it was prepared for who are known to your persona.',
      resolve: ({ lore, seen }) =>
        lore.visible.briefings.flatMap(
          ({ characterId }) => findKnownCharacter(seen.viewScope, characterId) ?? [],
        ),
    }),
    threads: t.field({
      type: [Thread],
      description: 'The questions of the story it has something to say about.',
      resolve: ({ lore, seen: { view, viewScope } }) => {
        const connected = new Set(lore.visible.threads.map(({ threadId }) => threadId));
        return withViewScope(
          viewScope,
          view.threads.filter(({ id }) => connected.has(id)),
        );
      },
    }),
    passages: t.field({
      type: [LorePassage],
      description: 'Description of the place.',
      resolve: ({ passages }) => [...passages],
    }),
    pulled: t.field({
      type: [LorePassage],
      description: 'Records looked up since, because a player or character mentioned them.',
      resolve: ({ pulled }) => [...pulled],
    }),
  }),
});

builder.objectField(Scene, 'lore', (t) =>
  t.field({
    type: SceneLore,
    nullable: true,
    description:
      'Lore working set of the scene; null when it was narrated without one, or your persona did not perceive it.',
    resolve: (scene, _args, context) => shownLore(scene, context),
  }),
);

async function shownLore(scene: SceneRecord, context: Context): Promise<Shown | null> {
  const [lore, seen, isOpen] = await Promise.all([
    context.loaders.sceneLore.load(scene.id),
    loadVisibleScene(scene, context),
    openPassages(scene, context),
  ]);
  const readers = lore?.readers ?? scene.audience ?? null;
  if (lore === null || !(await canPerceive(scene.sessionId, readers, context))) return null;
  const { atmosphere, pulls } = lore.visible;
  return { lore, seen, passages: atmosphere.filter(isOpen), pulled: pulls.filter(isOpen) };
}

/**
 * Returns a filter that keeps authored passages, recognised by the pack in their id.
 * The open part of a working set is open to the storyteller. Its history passages are meant for one persona, so other
 * viewers get authored passages only.
 */
async function openPassages({ sessionId }: SceneRecord, { loaders }: Context) {
  const session = await loaders.session.load(sessionId);
  const campaign = session === null ? null : await loaders.campaign.load(session.campaignId);
  const packs = (campaign?.packs ?? []).map(({ id }) => `${id}:`);
  return ({ id }: Pick<Passage, 'id'>): boolean => packs.some((pack) => id.startsWith(pack));
}
