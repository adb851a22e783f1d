import { findChangedPacks } from '#engine/content/begin-campaign.ts';
import type { CampaignRecord, PinnedPack } from '#engine/store/campaigns.ts';
import { builder } from '../../builder.ts';
import {
  type ConnectionArgs,
  defineConnectionNames,
  parseTextKey,
  toConnection,
  toPageRequest,
} from '../../connection.ts';
import type { Context } from '../../context.ts';
import { readCampaignTexts } from '../../views/pack-contents.ts';
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

const PackChange = builder.objectRef<Change>('PackChange').implement({
  description: 'A pack that is no longer what it was when a campaign began with it.',
  fields: (t) => ({
    packId: t.string({ description: 'The id the pack gives itself.', resolve: ({ pinned }) => pinned.id }),
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
  { library, shelf }: Context,
): Promise<readonly Change[]> {
  const changes = findChangedPacks(library(), pins);
  if (changes.length === 0) return [];
  const kept = await shelf.kept(pins.map(({ hash }) => hash));
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
    packId: t.exposeString('id', { description: 'The id the pack gives itself: `neo_seattle`.' }),
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
    entryPointId: t.exposeString('entryPointId', { description: 'Entry point: `neo_seattle:dead_drop`.' }),
    packs: t.expose('packs', { type: [PinnedPackType], description: 'The packs it is played with.' }),
    packChanges: t.field({
      type: [PackChange],
      description:
        'Changes of its packs since the start. The campaign always continues with the versions it began with.',
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
      description: 'Its sittings and branches, oldest first.',
      resolve: ({ id }, _args, { loaders }) => loaders.sessionsOfCampaign.load(id),
    }),
  }),
});

const [connection, edge] = defineConnectionNames('Campaign', 'campaigns');

export const CampaignConnection = builder.connectionObject({ ...connection, type: Campaign }, edge);

/** Returns a page of the campaigns visible to the viewer. */
export async function loadCampaignPage(args: ConnectionArgs, { store, access }: Context) {
  const request = toPageRequest(args, parseTextKey);
  return toConnection(await store.campaigns.page(request, access.bounds), request, (campaign) => campaign.id);
}

builder.queryFields((t) => ({
  campaign: t.field({
    type: Campaign,
    nullable: true,
    description: 'A campaign by its id; null when there is none.',
    args: { id: t.arg.globalID({ required: true, for: Campaign, description: 'The id of the campaign.' }) },
    resolve: (_root, { id }, { loaders }) => loaders.campaign.load(id.id),
  }),
  campaigns: t.connection(
    {
      type: Campaign,
      description: 'Every campaign you take part in, newest first; for an admin, every campaign.',
      resolve: (_root, args, context) => loadCampaignPage(args, context),
    },
    CampaignConnection,
  ),
}));
