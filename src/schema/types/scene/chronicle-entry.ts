import type { ChronicleEntry as Entry } from '#engine/memory/chronicle.ts';
import { filterKnownEvents } from '#engine/memory/event-knowledge.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import {
  defineConnectionNames,
  paginateList,
  parseTextKey,
  toConnection,
  toPageRequest,
} from '../../connection.ts';
import type { Context } from '../../context.ts';
import { findById, identifyRecord, type RecordView } from '../../views/record-node.ts';
import { loadLineage } from '../../views/scene-lineage.ts';
import {
  loadVisibleScene,
  type ViewScope,
  type ViewScoped,
  withViewScope,
} from '../../views/visible-scene.ts';
import { Session } from '../play/session.ts';
import { findKnownEntity, findKnownLocation, KnownEntity, KnownLocation } from './known-entity.ts';
import { WorldTime } from './world-time.ts';

const ChronicleStatus = defineWordEnum('ChronicleStatus', 'Whether an event is over.', {
  ongoing: 'It still goes on.',
  resolved: 'It is over.',
});

const ChronicleScope = defineWordEnum('ChronicleScope', 'Scope of an event.', {
  campaign: 'It matters in this campaign.',
  world_affecting: 'It matters beyond this campaign.',
});

export const ChronicleEntry = builder.objectRef<ViewScoped<Entry>>('ChronicleEntry');

builder.node(ChronicleEntry, {
  ...identifyRecord<Entry>('ChronicleEntry', ({ id }) => id, findEvent),
  description: 'One event of the campaign’s history.',
  fields: (t) => ({
    eventId: t.exposeID('id', { description: 'Its id, which is its place in the history: `evt_0001`.' }),
    type: t.exposeString('type', { description: 'Kind of event.' }),
    summary: t.exposeString('summary', { description: 'Summary of the event.' }),
    time: t.field({
      type: WorldTime,
      description: 'Time of the event.',
      resolve: ({ time, viewScope: { sessionId } }) => ({ time, sessionId }),
    }),
    chapter: t.exposeInt('chapter', { description: 'The number of the chapter it was told in.' }),
    sceneIndex: t.int({
      description: 'The index of the scene it was told in.',
      resolve: ({ scene }) => scene.index,
    }),
    place: t.field({
      type: KnownLocation,
      nullable: true,
      description: 'Place of the event; null when it is not set or not known.',
      resolve: ({ placeId, viewScope }) => findKnownLocation(viewScope, placeId),
    }),
    involved: t.field({
      type: [KnownEntity],
      description: 'Participants and affected factions.',
      resolve: ({ characterIds, factionIds, viewScope }) =>
        [...characterIds, ...factionIds].flatMap((id) => findKnownEntity(viewScope, id) ?? []),
    }),
    tags: t.exposeStringList('tags', { description: 'Tags.' }),
    status: t.field({
      type: ChronicleStatus,
      description: 'Whether it is over.',
      resolve: ({ status }) => status,
    }),
    scope: t.field({
      type: ChronicleScope,
      description: 'Scope of the event.',
      resolve: ({ scope }) => scope,
    }),
  }),
});

async function findEvent({ scene, view }: RecordView, id: string, context: Context) {
  const entries = await context.loaders.chronicle.load(await loadLineage(scene, context));
  const snapshot = await context.loaders.snapshot.load(scene.id);
  return findById(view === null ? entries : filterKnownEvents(entries, { snapshot, view }), id);
}

/** Returns the padded number of an event id as sort key. Plain ids sort by number only up to evt_9999; longer ones follow. */
const keyOf = ({ id }: Pick<Entry, 'id'>): string => id.slice('evt_'.length).padStart(12, '0');

/** Returns a page of events in their canonical order. */
export function toChroniclePage(
  entries: readonly Entry[],
  viewScope: ViewScope,
  args: Parameters<typeof toPageRequest>[0],
) {
  const request = toPageRequest(args, parseTextKey);
  return toConnection(paginateList(withViewScope(viewScope, entries), request, keyOf), request, keyOf);
}

builder.objectField(Session, 'chronicle', (t) =>
  t.connection(
    {
      type: ChronicleEntry,
      description:
        'Events your persona took part in, witnessed or was told, and common knowledge, in the order of the campaign’s history.',
      resolve: async (session, args, context) => {
        const { entries, viewScope } = await knownTo(session, context);
        return toChroniclePage(entries, viewScope, args);
      },
    },
    ...defineConnectionNames('ChronicleEntry', 'events'),
  ),
);

/** Loads the events the persona knows of. Other events stay out, because the persona may still discover them. */
async function knownTo({ currentSceneId }: { readonly currentSceneId: string }, context: Context) {
  const scene = await context.loaders.scene.load(currentSceneId);
  if (scene === null) throw new Error(`there is no scene ${currentSceneId}`);
  const [{ view, viewScope }, entries] = await Promise.all([
    loadVisibleScene(scene, context),
    loadLineage(scene, context).then((lineage) => context.loaders.chronicle.load(lineage)),
  ]);
  const snapshot = await context.loaders.snapshot.load(scene.id);
  return { entries: filterKnownEvents(entries, { snapshot, view }), viewScope };
}
