import { hashOfCode } from '#engine/store/hidden-code.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { AlreadyMember, CampaignMember, conflictFailure, PersonaTaken } from './campaign-member.ts';
import { type Failure, NotFound, notFound } from './failure.ts';

type Joined = { readonly member: MemberRecord };

const JoinCampaignPayload = builder.objectRef<Joined>('JoinCampaignPayload').implement({
  description: 'You take part in the campaign now.',
  fields: (t) => ({ member: t.expose('member', { type: CampaignMember, description: 'Your part in it.' }) }),
});

const JoinCampaignResult = builder.unionType('JoinCampaignResult', {
  description: 'Your part in the campaign, or why you have none.',
  types: [JoinCampaignPayload, AlreadyMember, PersonaTaken, NotFound],
  resolveType: (result) => ('member' in result ? 'JoinCampaignPayload' : result.failure),
});

builder.mutationField('joinCampaign', (t) =>
  t.field({
    type: JoinCampaignResult,
    description: 'Joins a campaign with the code of an invitation.',
    args: { code: t.arg.string({ required: true, description: 'The code you were given.' }) },
    resolve: (_root, { code }, context) => join(hashOfCode(code.trim()), context),
  }),
);

async function join(hash: string, { store, access, clock }: Context): Promise<Joined | Failure> {
  const { id: viewerId, name, campaignIds } = access.viewer;
  const campaignId = await store.invitations.campaignOf(hash, clock());
  // A credential that opens other campaigns alone opens no invitation to this one.
  if (campaignId === null || campaignIds?.has(campaignId) === false) return noInvitation();
  const joined = await store.invitations.accept(hash, { viewerId, name }, clock());
  if (joined === null) return noInvitation();
  return typeof joined === 'string' ? conflictFailure(joined) : { member: joined };
}

function noInvitation(): Failure {
  return notFound(['code'], 'there is no such invitation, or it was used, or it has expired.');
}
