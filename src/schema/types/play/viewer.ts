import type { Viewer as ViewerRecord } from '../../access/viewer.ts';
import { LOCAL_VIEWER_ID } from '../../access/viewer.ts';
import { builder } from '../../builder.ts';
import { Campaign, CampaignConnection, loadCampaignPage } from './campaign.ts';
import { CampaignMember } from './campaign-member.ts';

const Role = builder.enumType('Role', {
  description: 'Permission on this server.',
  values: {
    PLAYER: { value: 'player', description: 'Plays in the campaigns they are a member of.' },
    GM: { value: 'gm', description: 'Starts campaigns and is their game master.' },
    AUTHOR: { value: 'author', description: 'Writes packs and knows all their secrets.' },
    ADMIN: { value: 'admin', description: 'May do everything.' },
  } as const,
});

const Viewer = builder.objectRef<ViewerRecord>('Viewer').implement({
  description: 'You, as the server knows you.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'By which id the server knows you. Give it to a game master who wants to add you.',
    }),
    name: t.exposeString('name', { description: 'Your name.' }),
    roles: t.field({
      type: [Role],
      description: 'Permissions of your credential.',
      resolve: ({ roles }) => [...roles],
    }),
    mayStartCampaigns: t.boolean({
      description: 'Whether you may start campaigns and be their game master.',
      resolve: (_viewer, _args, { access }) => access.holds('gm'),
    }),
    mayJoinCampaigns: t.boolean({
      description: 'Whether you may join campaigns by an invitation.',
      resolve: (_viewer, _args, { access }) => access.holds('player'),
    }),
    mayWritePacks: t.boolean({
      description: 'Whether you may write packs and read their secrets.',
      resolve: (_viewer, _args, { access }) => access.holds('author'),
    }),
    mayAdminister: t.boolean({
      description: 'Whether you may import campaigns and see everything.',
      resolve: (_viewer, _args, { access }) => access.holds('admin'),
    }),
    isLocalOwner: t.boolean({
      description: 'Whether the server runs without sign-in and serves any user of its machine.',
      resolve: ({ id, tokenId }) => id === LOCAL_VIEWER_ID && tokenId === null,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Expiry of your credential; null when it has none.',
    }),
    memberships: t.field({
      type: [CampaignMember],
      description: 'Your roles in campaigns.',
      resolve: async ({ id }, _args, { store }) => [...(await store.members.ofViewer(id))],
    }),
    campaigns: t.connection(
      {
        type: Campaign,
        description: 'The campaigns you may see, last played first.',
        resolve: (_viewer, args, context) => loadCampaignPage(args, context),
      },
      CampaignConnection,
    ),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Identity and permissions of the caller.',
    resolve: (_root, _args, { access }) => access.viewer,
  }),
);
