import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Campaign } from './campaign.ts';
import { conflictFailure, LastGameMaster } from './campaign-member.ts';
import { type Failure, NotFound, notFound } from './failure.ts';

const RemoveMemberInput = builder.inputType('RemoveMemberInput', {
  description: 'Somebody who is no longer to take part in a campaign.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    viewerId: t.string({ required: true, description: 'By which id the server knows them.' }),
  }),
});

type Removed = { readonly campaign: CampaignRecord };

const RemoveMemberPayload = builder.objectRef<Removed>('RemoveMemberPayload').implement({
  description: 'They take no part any more; whatever they watched has ended, or ends within seconds.',
  fields: (t) => ({
    campaign: t.expose('campaign', { type: Campaign, description: 'The campaign as it is now.' }),
  }),
});

const RemoveMemberResult = builder.unionType('RemoveMemberResult', {
  description: 'The campaign, or why nothing changed.',
  types: [RemoveMemberPayload, LastGameMaster, NotFound],
  resolveType: (result) => ('campaign' in result ? 'RemoveMemberPayload' : result.failure),
});

builder.mutationField('removeMember', (t) =>
  t.field({
    type: RemoveMemberResult,
    description: 'Ends somebody’s part in a campaign. What they played stays as it is.',
    args: { input: t.arg({ type: RemoveMemberInput, required: true, description: 'Who.' }) },
    resolve: async (_root, { input }, context) => {
      const campaign = await context.loaders.campaign.load(input.campaignId.id);
      if (campaign === null) return notFound(['input', 'campaignId'], 'there is no such campaign.');
      return (await remove(campaign.id, input.viewerId, context)) ?? { campaign };
    },
  }),
);

const LeaveCampaignPayload = builder.objectRef<{ readonly left: string }>('LeaveCampaignPayload').implement({
  description: 'You take no part in the campaign any more, and cannot see it.',
  fields: (t) => ({
    name: t.exposeString('left', { description: 'What the campaign is called.' }),
  }),
});

const LeaveCampaignResult = builder.unionType('LeaveCampaignResult', {
  description: 'What was left, or why nothing changed.',
  types: [LeaveCampaignPayload, LastGameMaster, NotFound],
  resolveType: (result) => ('left' in result ? 'LeaveCampaignPayload' : result.failure),
});

builder.mutationField('leaveCampaign', (t) =>
  t.field({
    type: LeaveCampaignResult,
    description: 'Ends your own part in a campaign.',
    args: {
      campaignId: t.arg.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    },
    resolve: async (_root, { campaignId }, context) => {
      const campaign = await context.loaders.campaign.load(campaignId.id);
      if (campaign === null) return notFound(['campaignId'], 'there is no such campaign.');
      return (await remove(campaign.id, context.access.viewer.id, context)) ?? { left: campaign.name };
    },
  }),
);

async function remove(campaignId: string, viewerId: string, context: Context): Promise<Failure | null> {
  const removed = await context.store.members.remove({ campaignId, viewerId });
  return typeof removed === 'string' ? conflictFailure(removed) : null;
}
