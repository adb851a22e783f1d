import type { MemberRecord } from '#engine/store/members.ts';
import { builder } from '../builder.ts';
import { Campaign } from './campaign.ts';
import { CampaignMember, conflictFailure, PersonaTaken, unknownPersona } from './campaign-member.ts';
import { NotFound, notFound } from './failure.ts';

const AssignPersonaInput = builder.inputType('AssignPersonaInput', {
  description: 'Who is to play whom.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    viewerId: t.string({ required: true, description: 'The member, by the id the server knows them by.' }),
    personaId: t.string({
      description: 'Who they are to play, by the id inside the campaign; left out, they play nobody.',
    }),
  }),
});

type Assigned = { readonly member: MemberRecord };

const AssignPersonaPayload = builder.objectRef<Assigned>('AssignPersonaPayload').implement({
  description: 'They play that persona from now on, and see what it knows.',
  fields: (t) => ({
    member: t.expose('member', { type: CampaignMember, description: 'The member as they are now.' }),
  }),
});

const AssignPersonaResult = builder.unionType('AssignPersonaResult', {
  description: 'The member, or why nothing changed.',
  types: [AssignPersonaPayload, PersonaTaken, NotFound],
  resolveType: (result) => ('member' in result ? 'AssignPersonaPayload' : result.failure),
});

builder.mutationField('assignPersona', (t) =>
  t.field({
    type: AssignPersonaResult,
    description: 'Gives a member a persona to play, another one, or none.',
    args: { input: t.arg({ type: AssignPersonaInput, required: true, description: 'Who plays whom.' }) },
    resolve: async (_root, { input }, context) => {
      const campaignId = input.campaignId.id;
      if ((await context.loaders.campaign.load(campaignId)) === null) {
        return notFound(['input', 'campaignId'], 'there is no such campaign.');
      }
      const personaId = input.personaId ?? null;
      const unknown = await unknownPersona(personaId, campaignId, context);
      if (unknown !== null) return unknown;
      const key = { campaignId, viewerId: input.viewerId };
      const assigned = await context.store.members.assignPersona(key, personaId);
      return typeof assigned === 'string' ? conflictFailure(assigned) : { member: assigned };
    },
  }),
);
