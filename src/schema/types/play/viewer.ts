import type { Viewer as ViewerRecord } from '../../access/viewer.ts';
import { LOCAL_VIEWER_ID } from '../../access/viewer.ts';
import { builder } from '../../builder.ts';
import { Campaign, CampaignConnection, loadCampaignPage } from './campaign.ts';
import { CampaignMember } from './campaign-member.ts';

const Role = builder.enumType('Role', {
  description: 'What somebody may do on this server.',
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
      description: 'What you may do with the credential you came with.',
      resolve: ({ roles }) => [...roles],
    }),
    isLocalOwner: t.boolean({
      description: 'Whether this server asks nobody who they are and acts for whoever sits at its machine.',
      resolve: ({ id, tokenId }) => id === LOCAL_VIEWER_ID && tokenId === null,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When your credential ends; null when it does not.',
    }),
    memberships: t.field({
      type: [CampaignMember],
      description: 'What you are in which campaigns.',
      resolve: async ({ id }, _args, { store }) => [...(await store.members.ofViewer(id))],
    }),
    campaigns: t.connection(
      {
        type: Campaign,
        description: 'The campaigns you may see, newest first.',
        resolve: (_viewer, args, context) => loadCampaignPage(args, context),
      },
      CampaignConnection,
    ),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Who you are to this server.',
    resolve: (_root, _args, { access }) => access.viewer,
  }),
);
