import { isRejection } from '#engine/kit/rejection.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Campaign } from './campaign.ts';
import { type Failure, NotFound, notFound, plainFailure } from './failure.ts';
import { SessionInUse, sessionFailure } from './session-change.ts';

/** Most bytes of a file the API hands out; the terminal has no such bound. */
const MOST_BYTES = 64 * 1024 * 1024;

const CampaignTooLarge = plainFailure(
  'CampaignTooLarge',
  'The campaign is longer than the API hands out in one answer. `scenewright export` writes it at the terminal.',
);

type Exported = { readonly name: string; readonly bytes: Buffer };

const ExportCampaignPayload = builder.objectRef<Exported>('ExportCampaignPayload').implement({
  description: 'A campaign as one file, as `scenewright export` writes it.',
  fields: (t) => ({
    fileName: t.string({
      description: 'What to call the file.',
      resolve: ({ name }) =>
        `${(name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['campaign']).join('-')}.scenewright`,
    }),
    file: t.string({
      description:
        'Everything in it, in base64: what was played, recordings, packs and the seeds of the dice; no tokens and no invitations.',
      resolve: ({ bytes }) => bytes.toString('base64'),
    }),
    bytes: t.int({ description: 'How long it is.', resolve: ({ bytes }) => bytes.length }),
  }),
});

const ExportCampaignResult = builder.unionType('ExportCampaignResult', {
  description: 'The file, or why there is none.',
  types: [ExportCampaignPayload, SessionInUse, CampaignTooLarge, NotFound],
  resolveType: (result) => ('failure' in result ? result.failure : 'ExportCampaignPayload'),
});

builder.mutationField('exportCampaign', (t) =>
  t.field({
    type: ExportCampaignResult,
    description:
      'Gives a whole campaign as one file. Equal campaigns give equal files; `importCampaign` takes it in elsewhere. For its game master.',
    args: { campaignId: t.arg.globalID({ required: true, for: Campaign, description: 'The campaign.' }) },
    resolve: (_root, { campaignId }, context) => exported(campaignId.id, context),
  }),
);

async function exported(id: string, { store, loaders, clock }: Context): Promise<Exported | Failure> {
  const campaign = await loaders.campaign.load(id);
  if (campaign === null) return notFound(['campaignId'], 'there is no such campaign.');
  const bytes = await store.archives.exportCampaign(id, clock());
  if (isRejection(bytes)) return sessionFailure(bytes);
  if (bytes.length <= MOST_BYTES) return { name: campaign.name, bytes };
  const message = `${campaign.name} has ${Math.ceil(bytes.length / 1024 / 1024)} MiB. Write it with scenewright export.`;
  return { failure: 'CampaignTooLarge', code: 'CAMPAIGN_TOO_LARGE', message, path: ['campaignId'] };
}
