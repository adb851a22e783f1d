import { type ContentDifference, findChangedPacks } from '#engine/content/begin-campaign.ts';
import type { PinnedPack } from '#engine/domain/pinned-pack.ts';
import { type CampaignRecord, type CampaignSort, toCampaignKey } from '#engine/store/campaigns.ts';
import type { PackUpdate } from '#engine/turn/start-campaign.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { type ConnectionArgs, defineConnectionNames, toConnection, toPageRequest } from '../../connection.ts';
import type { Context } from '../../context.ts';
import { findPlayerContent, readCampaignTexts } from '../../views/pack-contents.ts';
import { ContentKind } from '../content/content-kind.ts';
import { EntryPoint } from '../content/entry-point.ts';
import {
  createInvalidInput,
  createNotFound,
  Forbidden,
  InvalidInput,
  NotFound,
  Refused,
} from '../failure.ts';
import { VIEW_AS, VIEW_PERSONA } from '../view-as.ts';
import { Session } from './session.ts';

type Change = {
  readonly pinned: PinnedPack;
  readonly kind: 'changed' | 'missing';
  readonly message: string;
  readonly isKept: boolean;
};

const PackChangeKind = builder.enumType('PackChangeKind', {
  description: 'Change of a pack since a campaign began with it.',
  values: {
    CHANGED: { value: 'changed', description: 'The installed one says something else.' },
    MISSING: { value: 'missing', description: 'It is not installed any more, or has errors.' },
  } as const,
});

const ContentChangeKind = builder.enumType('ContentChangeKind', {
  description: 'What another version of a pack does to a content.',
  values: {
    ADDED: { value: 'added', description: 'It is new.' },
    REMOVED: { value: 'removed', description: 'It is gone.' },
    EDITED: { value: 'edited', description: 'It says something else.' },
  } as const,
});

const PackChange = builder.objectRef<Change>('PackChange').implement({
  subGraphs: AUTHORING_ONLY,
  description: 'A pack that is no longer what it was when a campaign began with it.',
  fields: (t) => ({
    packId: t.id({ description: 'The id the pack gives itself.', resolve: ({ pinned }) => pinned.id }),
    kind: t.field({
      type: PackChangeKind,
      description: 'Kind of change.',
      resolve: ({ kind }) => kind,
    }),
    message: t.exposeString('message', { description: 'A sentence that can be shown to a person.' }),
    pinnedVersion: t.string({
      description: 'The version the campaign began with and is played with.',
      resolve: ({ pinned }) => pinned.version,
    }),
    installedVersion: t.string({
      nullable: true,
      description: 'The version that is installed now; null when there is none.',
      resolve: ({ pinned }, _args, { library }) => library().findPack(pinned.id)?.version,
    }),
    isKept: t.exposeBoolean('isKept', {
      description:
        'Whether the server keeps the pack as the campaign began with it. If not, its turns fail with CONTENT_MISSING until that version is installed again.',
    }),
  }),
});

/** Finds packs of a campaign that changed or went missing since it began. */
async function findPackChanges(
  pins: readonly PinnedPack[],
  { library, packRepository }: Context,
): Promise<readonly Change[]> {
  const changes = findChangedPacks(library(), pins);
  if (changes.length === 0) return [];
  const kept = await packRepository.kept(pins.map(({ hash }) => hash));
  return changes.flatMap(({ rejected, reason, path }) => {
    const pinned = pins.find(({ id }) => id === path?.[0]);
    if (pinned === undefined) return [];
    const kind = rejected === 'pack-missing' ? 'missing' : 'changed';
    return [{ pinned, kind, message: reason, isKept: kept.has(pinned.hash) }];
  });
}

const PinnedPackType = builder.objectRef<PinnedPack>('PinnedPack').implement({
  description: 'A pack exactly as it was when a campaign began.',
  fields: (t) => ({
    packId: t.exposeID('id', { description: 'The id the pack gives itself: `neo_seattle`.' }),
    version: t.exposeString('version', { description: 'The version the pack had.' }),
    hash: t.exposeString('hash', { description: 'The hash of everything in it.' }),
  }),
});

export const Campaign = builder.objectRef<CampaignRecord>('Campaign');

builder.node(Campaign, {
  description: 'One playthrough of an entry point; its world goes its own way from there.',
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { loaders }) => loaders.campaign.load(id),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the campaign.' }),
    entryPointId: t.exposeID('entryPointId', {
      description:
        'Id of the entry point among all packs: `neo_seattle:dead_drop`. `startCampaign` takes it.',
    }),
    entryPoint: t.field({
      type: EntryPoint,
      nullable: true,
      description: 'Entry point as it is installed now; null when its pack is gone.',
      resolve: ({ entryPointId }, _args, { library }) =>
        findPlayerContent(library(), 'entry_point', entryPointId),
    }),
    packs: t.expose('packs', { type: [PinnedPackType], description: 'The packs it is played with.' }),
    packChanges: t.field({
      type: [PackChange],
      description:
        'Changes of its packs since it was pinned to them. The campaign continues with the pinned versions until one is adopted.',
      resolve: ({ packs }, _args, context) => findPackChanges(packs, context),
    }),
    prologue: t.string({
      nullable: true,
      description:
        'Authored text to show before the prose of the opening, one line per paragraph. Null without one. It is never part of a narration.',
      resolve: async (campaign, _args, context) => (await readCampaignTexts(campaign, context)).prologue,
    }),
    goals: t.stringList({
      description: 'Goal of the players at the beginning.',
      resolve: async (campaign, _args, context) => [...(await readCampaignTexts(campaign, context)).goals],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Start time.' }),
    sessions: t.field({
      type: [Session],
      description: 'Sessions of the campaign, oldest first.',
      resolve: ({ id }, _args, { loaders }) => loaders.sessionsOfCampaign.load(id),
    }),
  }),
});

const CampaignSortEnum = builder.enumType('CampaignSort', {
  description: 'Order of a list of campaigns.',
  values: {
    LAST_PLAYED: { value: 'last-played', description: 'Last played first.' },
    CREATED: { value: 'created', description: 'Newest first.' },
    NAME: { value: 'name', description: 'By name.' },
  } as const,
});

const CampaignFilterInput = builder.inputType('CampaignFilter', {
  description: 'Which campaigns a list shows.',
  fields: (t) => ({
    archived: t.boolean({ description: 'Only those that are archived. Default: only the others.' }),
    deleted: t.boolean({
      description: 'Only those that are deleted and can be restored. Default: only the others.',
    }),
    entryPointId: t.globalID({ for: EntryPoint, description: 'Only those of this entry point.' }),
  }),
});

const [connection, edge] = defineConnectionNames('Campaign', 'campaigns');

/** Page of campaigns with a function that counts all of them. */
type CountedPage = { readonly countAll: () => Promise<number> };

export const CampaignConnection = builder.connectionObject(
  {
    ...connection,
    type: Campaign,
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of all campaigns of the list, on every page of it.',
        // Every list of campaigns is made by `loadCampaignPage`.
        resolve: (page) => (page as unknown as CountedPage).countAll(),
      }),
    }),
  },
  edge,
);

type CampaignListArgs = ConnectionArgs & {
  readonly search?: string | null | undefined;
  readonly sort?: CampaignSort | null | undefined;
  readonly filter?: typeof CampaignFilterInput.$inferInput | null | undefined;
};

/** Keys hold an id and a name or a time. */
const parseCampaignKey = (text: string): string | null => (/^\S+ ./s.test(text) ? text : null);

/** Returns a page of the campaigns visible to the viewer. */
export async function loadCampaignPage(
  { search, sort, filter, ...args }: CampaignListArgs,
  { store, access }: Context,
) {
  const request = toPageRequest(args, parseCampaignKey);
  const order = sort ?? 'last-played';
  const chosen = {
    ...(search == null || search.trim() === '' ? {} : { search: search.trim() }),
    ...(filter?.entryPointId == null ? {} : { entryPointId: filter.entryPointId.id }),
    archived: filter?.archived ?? false,
    deleted: filter?.deleted ?? false,
  };
  const page = await store.campaigns.list(request, order, chosen, access.bounds);
  const counted: CountedPage = { countAll: () => store.campaigns.count(chosen, access.bounds) };
  return { ...toConnection(page, request, (campaign) => toCampaignKey(order, campaign)), ...counted };
}

builder.queryFields((t) => ({
  campaign: t.field({
    type: Campaign,
    nullable: true,
    description: 'A campaign by its id; null when there is none.',
    args: {
      id: t.arg.globalID({ required: true, for: Campaign, description: 'The id of the campaign.' }),
      as: t.arg(VIEW_AS),
      persona: t.arg(VIEW_PERSONA),
    },
    resolve: (_root, { id }, { loaders }) => loaders.campaign.load(id.id),
  }),
  campaigns: t.connection(
    {
      type: Campaign,
      description: 'Every campaign you take part in; for an admin, every campaign.',
      args: {
        search: t.arg.string({ description: 'Part of the name, in any case.' }),
        sort: t.arg({ type: CampaignSortEnum, description: 'Order. Default: last played first.' }),
        filter: t.arg({ type: CampaignFilterInput, description: 'Which campaigns to show.' }),
      },
      resolve: (_root, args, context) => loadCampaignPage(args, context),
    },
    CampaignConnection,
  ),
}));

const ContentChangeType = builder.objectRef<ContentDifference>('ContentChange').implement({
  description: 'A content that another version of a pack adds, removes or edits.',
  fields: (t) => ({
    contentId: t.exposeID('id', { description: 'Content: `neo_seattle:viktor`.' }),
    kind: t.field({ type: ContentKind, description: 'Kind of content.', resolve: ({ kind }) => kind }),
    name: t.exposeString('name', { description: 'Its name.' }),
    change: t.field({
      type: ContentChangeKind,
      description: 'Kind of change.',
      resolve: ({ change }) => change,
    }),
    keys: t.exposeStringList('keys', {
      description: 'Keys of its file that say something else; empty unless it was edited.',
    }),
  }),
});

const PackUpdateType = builder.objectRef<PackUpdate>('PackUpdate').implement({
  subGraphs: AUTHORING_ONLY,
  description: 'An installed pack that differs from the one a campaign is pinned to.',
  fields: (t) => ({
    pinned: t.expose('pinned', { type: PinnedPackType, description: 'The version it is played with.' }),
    installed: t.expose('installed', {
      type: PinnedPackType,
      description: 'The version that can be adopted.',
    }),
    contents: t.expose('contents', {
      type: [ContentChangeType],
      description: 'Contents that differ, by id.',
    }),
    obstacle: t.exposeString('obstacle', {
      nullable: true,
      description: 'Reason why it cannot be adopted; null when it can.',
    }),
  }),
});

builder.objectField(Campaign, 'packUpdates', (t) =>
  t.field({
    type: [PackUpdateType],
    nullable: true,
    description: 'Preview of what `adoptPackVersion` would change. Null when the pinned packs are gone.',
    resolve: async (campaign, _args, { campaigns }) => {
      const updates = await campaigns.previewPackUpdates(campaign);
      return isRejection(updates) ? null : updates;
    },
  }),
);

const AdoptPackVersionInput = builder.inputType('AdoptPackVersionInput', {
  description: 'The pack to adopt.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    packId: t.id({ required: true, description: 'The id the pack gives itself: `neo_seattle`.' }),
    hash: t.string({
      required: true,
      description: 'Hash of the installed version as `packUpdates` showed it. Another version is refused.',
    }),
  }),
});

export const CampaignInput = builder.inputType('CampaignInput', {
  description: 'The campaign that is meant.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
  }),
});

const CampaignPayload = builder
  .objectRef<{ readonly campaign: CampaignRecord }>('CampaignPayload')
  .implement({
    description: 'The campaign was changed.',
    fields: (t) => ({
      campaign: t.expose('campaign', { type: Campaign, description: 'The campaign as it is now.' }),
    }),
  });

/** Outcome of a change to a campaign. */
export const CampaignResult = builder.unionType('CampaignResult', {
  description: 'The campaign, or why it was not changed.',
  types: [CampaignPayload, Refused, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('campaign' in result ? 'CampaignPayload' : result.failure),
});

builder.mutationField('adoptPackVersion', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: CampaignResult,
    description:
      'Lets a campaign go on with the installed version of a pack from its next turn. People, places and things in play stay as they are; texts, rules and lore are those of the new version.',
    args: { input: t.arg({ type: AdoptPackVersionInput, required: true, description: 'The pack.' }) },
    resolve: async (_root, { input: { campaignId, packId, hash } }, { store, campaigns }) => {
      const campaign = await store.campaigns.find(campaignId.id);
      if (campaign === null) return createNotFound(['input', 'campaignId'], 'there is no such campaign.');
      const adopted = await campaigns.adoptPackVersion(campaign, { packId, hash });
      if (!isRejection(adopted)) return { campaign: adopted };
      return createInvalidInput(['input', ...(adopted.path ?? ['packId']).map(String)], adopted.reason);
    },
  }),
);
