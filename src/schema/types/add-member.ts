import { z } from 'zod';
import type { MemberRecord } from '#engine/store/members.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Campaign } from './campaign.ts';
import {
  AlreadyMember,
  CampaignMember,
  conflictFailure,
  MemberRole,
  PersonaTaken,
  unknownPersona,
} from './campaign-member.ts';
import { type Failure, InvalidInput, invalidInput, NotFound, notFound } from './failure.ts';

const AddMemberInput = builder.inputType('AddMemberInput', {
  description: 'Somebody who is to take part in a campaign.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    viewerId: t.string({
      required: true,
      description: 'By which id the server knows them: the `viewer { id }` they see of themselves.',
    }),
    name: t.string({ required: true, description: 'What they are called: at most 120 characters.' }),
    role: t.field({ type: MemberRole, defaultValue: 'player', description: 'What they are to be.' }),
    personaId: t.string({
      description: 'Who they are to play, by the id inside the campaign; can be settled later.',
    }),
  }),
});

const Named = z.object({
  viewerId: z.string().trim().min(1, 'is empty').max(128, 'is longer than 128 characters'),
  name: z.string().trim().min(1, 'is empty').max(120, 'is longer than 120 characters'),
});

type Added = { readonly member: MemberRecord };

const AddMemberPayload = builder.objectRef<Added>('AddMemberPayload').implement({
  description: 'They take part now.',
  fields: (t) => ({ member: t.expose('member', { type: CampaignMember, description: 'The new member.' }) }),
});

const AddMemberResult = builder.unionType('AddMemberResult', {
  description: 'The member, or why there is none.',
  types: [AddMemberPayload, AlreadyMember, PersonaTaken, InvalidInput, NotFound],
  resolveType: (result) => ('member' in result ? 'AddMemberPayload' : result.failure),
});

builder.mutationField('addMember', (t) =>
  t.field({
    type: AddMemberResult,
    description: 'Makes somebody whose id you know a member of a campaign. See `invitePlayer` for others.',
    args: { input: t.arg({ type: AddMemberInput, required: true, description: 'Who, and as what.' }) },
    resolve: (_root, { input }, context) => add(input, context),
  }),
);

type Input = typeof AddMemberInput.$inferInput;

async function add(input: Input, context: Context): Promise<Added | Failure> {
  const campaignId = input.campaignId.id;
  if ((await context.loaders.campaign.load(campaignId)) === null) {
    return notFound(['input', 'campaignId'], 'there is no such campaign.');
  }
  const named = Named.safeParse(input);
  if (!named.success) {
    const issue = named.error.issues[0];
    return invalidInput(['input', ...(issue?.path ?? []).map(String)], `${issue?.message}.`);
  }
  const personaId = input.personaId ?? null;
  const unknown = await unknownPersona(personaId, campaignId, context);
  if (unknown !== null) return unknown;
  const role = input.role ?? 'player';
  const member = { campaignId, ...named.data, role, personaId, createdAt: context.clock() };
  const added = await context.store.members.add(member);
  return typeof added === 'string' ? conflictFailure(added) : { member: added };
}
