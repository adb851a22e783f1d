import { randomBytes } from 'node:crypto';
import { createOpaqueToken, hashOpaqueToken, INVITATION_PREFIX } from '#engine/store/api-tokens.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  Forbidden,
  InvalidInput,
  NotFound,
} from '../failure.ts';
import { Campaign } from './campaign.ts';
import { findPlayablePersona, MemberResult, toMemberFailure } from './campaign-member.ts';

const MOST_DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;

const InvitePlayerInput = builder.inputType('InvitePlayerInput', {
  description: 'An invitation for one player.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    personaId: t.id({
      description:
        'Persona of the guest, by the id inside the campaign or in its pack. Can be assigned later.',
    }),
    days: t.int({ defaultValue: 7, description: `For how many days it is good: 1 to ${MOST_DAYS}.` }),
  }),
});

type Invited = { readonly code: string; readonly expiresAt: Date };

const InvitePlayerPayload = builder.objectRef<Invited>('InvitePlayerPayload').implement({
  description: 'The invitation. Its code is shown this once.',
  fields: (t) => ({
    invitationCode: t.exposeString('code', {
      description: 'Token the guest passes to `joinCampaign`. Any holder may join; it works once.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it is good.' }),
  }),
});

const InvitePlayerResult = builder.unionType('InvitePlayerResult', {
  description: 'The invitation, or why there is none.',
  types: [InvitePlayerPayload, InvalidInput, NotFound, Forbidden],
  resolveType: (result) =>
    'code' in result && 'expiresAt' in result ? 'InvitePlayerPayload' : result.failure,
});

builder.mutationField('invitePlayer', (t) =>
  t.field({
    type: InvitePlayerResult,
    description: 'Makes a code with which one person may join a campaign as a player.',
    args: { input: t.arg({ type: InvitePlayerInput, required: true, description: 'The invitation.' }) },
    resolve: async (_root, { input }, context) => {
      const campaignId = input.campaignId.id;
      if ((await context.loaders.campaign.load(campaignId)) === null) {
        return createNotFound(['input', 'campaignId'], 'there is no such campaign.');
      }
      const days = input.days ?? 7;
      if (days < 1 || days > MOST_DAYS) {
        return createInvalidInput(['input', 'days'], `${days} is not a number from 1 to ${MOST_DAYS}.`);
      }
      const found = await findPlayablePersona(input.personaId, campaignId, context);
      if ('failure' in found) return found;
      const { code, hash } = createOpaqueToken(INVITATION_PREFIX, randomBytes);
      const createdAt = context.clock();
      const expiresAt = new Date(createdAt.getTime() + days * DAY_MILLISECONDS);
      const id = context.newId();
      await context.store.invitations.add({ id, campaignId, hash, ...found, createdAt, expiresAt });
      return { code, expiresAt };
    },
  }),
);

type Joined = { readonly member: MemberRecord };

const JoinCampaignInput = builder.inputType('JoinCampaignInput', {
  description: 'The invitation.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'The code you were given.' }),
  }),
});

builder.mutationField('joinCampaign', (t) =>
  t.field({
    type: MemberResult,
    description: 'Joins a campaign with the code of an invitation.',
    args: { input: t.arg({ type: JoinCampaignInput, required: true, description: 'The invitation.' }) },
    resolve: (_root, { input: { code } }, context) => join(hashOpaqueToken(code.trim()), context),
  }),
);

async function join(hash: string, { store, log, access, clock }: Context): Promise<Joined | Failure> {
  const { id: viewerId, name, campaignIds } = access.viewer;
  const campaignId = await store.invitations.campaignOf(hash, clock());
  // A credential limited to other campaigns cannot use an invitation to this one.
  if (campaignId === null || campaignIds?.has(campaignId) === false) return noInvitation();
  const joined = await store.invitations.accept(hash, { viewerId, name }, clock());
  if (joined === null) return noInvitation();
  if (typeof joined === 'string') return toMemberFailure(joined);
  log.wake(campaignId);
  return { member: joined };
}

function noInvitation(): Failure {
  return createNotFound(['input', 'code'], 'there is no such invitation, or it was used, or it has expired.');
}
