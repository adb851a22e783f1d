import { z } from 'zod';
import { isPresent, isTyping } from '#engine/live/campaign-watch.ts';
import type { MemberConflict, MemberRecord } from '#engine/store/members.ts';
import { isPlainText } from '#engine/util/plain-text.ts';
import { findPersonaId } from '../../access/acting-persona.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  type FailureCode,
  Forbidden,
  InvalidInput,
  NotFound,
  Refused,
} from '../failure.ts';
import { Campaign, CampaignInput, CampaignResult } from './campaign.ts';

const MemberRole = builder.enumType('MemberRole', {
  description: 'Role in a campaign.',
  values: {
    PLAYER: { value: 'player', description: 'Plays a persona and sees what it knows.' },
    GM: { value: 'gm', description: 'Owns the campaign and sees everything.' },
  } as const,
});

/** Formats the key of a member. The viewer's own id is for the game master alone, so the moment of joining stands for it. */
export function formatMemberKey(member: MemberRecord, members: readonly MemberRecord[]): string {
  const together = members.filter(({ createdAt }) => createdAt.getTime() === member.createdAt.getTime());
  const place = together.findIndex(({ viewerId }) => viewerId === member.viewerId);
  return `${member.campaignId}/${member.createdAt.getTime()}/${place}`;
}

async function findMember(key: string, { loaders }: Context): Promise<MemberRecord | null> {
  const members = await loaders.members.load(key.split('/')[0] ?? '');
  return members.find((member) => formatMemberKey(member, members) === key) ?? null;
}

export const CampaignMember = builder.objectRef<MemberRecord>('CampaignMember');

builder.node(CampaignMember, {
  id: {
    resolve: async (member, _args, { loaders }) =>
      formatMemberKey(member, await loaders.members.load(member.campaignId)),
    description: 'Their id.',
  },
  loadOne: findMember,
  description: 'Member of a campaign.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    role: t.field({ type: MemberRole, description: 'Role in the campaign.', resolve: ({ role }) => role }),
    personaId: t.exposeID('personaId', {
      nullable: true,
      description:
        'Their persona, by the id inside the campaign: `npc_viktor_001`; null when they have none.',
    }),
    joinedAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when.' }),
    isPresent: t.boolean({
      description: 'Whether they follow the campaign with `campaignEvents` just now.',
      resolve: (member, _args, { clock }) => isPresent(member, clock()),
    }),
    isTyping: t.boolean({
      description: 'Whether they are typing just now, as they told with `setTyping`.',
      resolve: (member, _args, { clock }) => isTyping(member, clock()),
    }),
    isViewer: t.boolean({
      description: 'Whether this is you.',
      resolve: ({ viewerId }, _args, { access }) => viewerId === access.viewer.id,
    }),
    viewerId: t.exposeID('viewerId', {
      nullable: true,
      description: 'By which id the server knows them.',
    }),
    campaign: t.field({
      type: Campaign,
      description: 'The campaign.',
      resolve: async ({ campaignId }, _args, { loaders }) => {
        const campaign = await loaders.campaign.load(campaignId);
        if (campaign === null) throw new Error(`campaign ${campaignId} has members and is not there`);
        return campaign;
      },
    }),
  }),
});

builder.objectFields(Campaign, (t) => ({
  members: t.field({
    type: [CampaignMember],
    description: 'Members, in the order they joined.',
    resolve: async ({ id }, _args, { loaders }) => [...(await loaders.members.load(id))],
  }),
  viewerMembership: t.field({
    type: CampaignMember,
    nullable: true,
    description: 'Your role in it; null when you see it without being a member.',
    resolve: async ({ id }, _args, { loaders, access }) =>
      (await loaders.members.load(id)).find(({ viewerId }) => viewerId === access.viewer.id),
  }),
}));

/** Converts the rejection of a membership change into a failure. */
export function toMemberFailure(conflict: MemberConflict): Failure {
  switch (conflict) {
    case 'already-member':
      return failure('ALREADY_MEMBER', 'They take part in the campaign already.', []);
    case 'persona-taken':
      return failure('PERSONA_TAKEN', 'Another player plays this persona.', ['input', 'personaId']);
    case 'last-gm':
      return failure(
        'LAST_GAME_MASTER',
        'A campaign keeps at least one game master. Make another member a game master first.',
        [],
      );
    case 'no-member':
      return createNotFound(['input', 'viewerId'], 'there is no such member.');
  }
}

function failure(code: FailureCode, message: string, path: readonly string[]): Failure {
  return { failure: 'Refused', code, message, path };
}

/** Finds the persona to assign among those of all branches of a campaign; null when none is named. */
export async function findPlayablePersona(
  named: string | null | undefined,
  campaignId: string,
  { loaders }: Context,
): Promise<{ readonly personaId: string | null } | Failure> {
  if (named == null) return { personaId: null };
  const sessions = await loaders.sessionsOfCampaign.load(campaignId);
  const loaded = await loaders.snapshot.loadMany(sessions.map(({ currentSceneId }) => currentSceneId));
  const snapshots = loaded.flatMap((snapshot) => (snapshot instanceof Error ? [] : [snapshot]));
  for (const snapshot of snapshots) {
    const personaId = findPersonaId(named, snapshot);
    if (personaId !== null) return { personaId };
  }
  const known = [...new Set(snapshots.flatMap(({ personas }) => personas))].join(', ');
  return createNotFound(['input', 'personaId'], `this id is not a playable character. Playable: ${known}.`);
}

const AddMemberInput = builder.inputType('AddMemberInput', {
  description: 'New member of a campaign.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    viewerId: t.id({
      required: true,
      description: 'By which id the server knows them: the `viewer { id }` they see of themselves.',
    }),
    name: t.string({ required: true, description: 'Name, at most 120 characters.' }),
    role: t.field({ type: MemberRole, defaultValue: 'player', description: 'Role.' }),
    personaId: t.id({
      description: 'Their persona, by the id inside the campaign or in its pack. Can be assigned later.',
    }),
  }),
});

const NO_TEXT = 'The text holds characters that are no text; leave them out';

const Named = z.object({
  viewerId: z
    .string()
    .trim()
    .min(1, 'The id of the viewer is empty')
    .max(128, 'The id of the viewer is longer than 128 characters')
    .refine(isPlainText, NO_TEXT),
  name: z
    .string()
    .trim()
    .min(1, 'The name is empty')
    .max(120, 'The name is longer than 120 characters')
    .refine(isPlainText, NO_TEXT),
});

type Changed = { readonly member: MemberRecord };

const MemberPayload = builder.objectRef<Changed>('MemberPayload').implement({
  description: 'The member was added, or was given another persona.',
  fields: (t) => ({
    member: t.expose('member', { type: CampaignMember, description: 'The member as they are now.' }),
  }),
});

/** Outcome of a change to a member. */
export const MemberResult = builder.unionType('MemberResult', {
  description: 'The member, or why nothing changed.',
  types: [MemberPayload, Refused, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('member' in result ? 'MemberPayload' : result.failure),
});

builder.mutationField('addMember', (t) =>
  t.field({
    type: MemberResult,
    description: 'Adds a user of known id to a campaign. See `invitePlayer` for others.',
    args: { input: t.arg({ type: AddMemberInput, required: true, description: 'New member and role.' }) },
    resolve: (_root, { input }, context) => add(input, context),
  }),
);

type Input = typeof AddMemberInput.$inferInput;

async function add(input: Input, context: Context): Promise<Changed | Failure> {
  const campaignId = input.campaignId.id;
  if ((await context.loaders.campaign.load(campaignId)) === null) {
    return createNotFound(['input', 'campaignId'], 'there is no such campaign.');
  }
  const named = Named.safeParse(input);
  if (!named.success) {
    const issue = named.error.issues[0];
    return createInvalidInput(['input', ...(issue?.path ?? []).map(String)], `${issue?.message}.`);
  }
  const found = await findPlayablePersona(input.personaId, campaignId, context);
  if ('failure' in found) return found;
  const role = input.role ?? 'player';
  const member = { campaignId, ...named.data, role, ...found, createdAt: context.clock() };
  const added = await context.store.members.add(member);
  if (typeof added === 'string') return toMemberFailure(added);
  context.log.wake(campaignId);
  return { member: added };
}

const RemoveMemberInput = builder.inputType('RemoveMemberInput', {
  description: 'Member to remove from a campaign.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    viewerId: t.id({ required: true, description: 'By which id the server knows them.' }),
  }),
});

builder.mutationField('removeMember', (t) =>
  t.field({
    type: CampaignResult,
    description:
      'Removes a member from a campaign. Their subscriptions end within seconds; the turns they played stay unchanged.',
    args: { input: t.arg({ type: RemoveMemberInput, required: true, description: 'Member to remove.' }) },
    resolve: async (_root, { input }, context) => {
      const campaign = await context.loaders.campaign.load(input.campaignId.id);
      if (campaign === null) return createNotFound(['input', 'campaignId'], 'there is no such campaign.');
      return (await remove(campaign.id, input.viewerId, context)) ?? { campaign };
    },
  }),
);

const LeaveCampaignPayload = builder.objectRef<{ readonly left: string }>('LeaveCampaignPayload').implement({
  description: 'You take no part in the campaign any more, and cannot see it.',
  fields: (t) => ({
    name: t.exposeString('left', { description: 'Name of the campaign.' }),
  }),
});

const LeaveCampaignResult = builder.unionType('LeaveCampaignResult', {
  description: 'The campaign that was left, or the reason nothing changed.',
  types: [LeaveCampaignPayload, Refused, NotFound, InvalidInput, Forbidden],
  resolveType: (result) => ('left' in result ? 'LeaveCampaignPayload' : result.failure),
});

builder.mutationField('leaveCampaign', (t) =>
  t.field({
    type: LeaveCampaignResult,
    description: 'Ends your own part in a campaign.',
    args: {
      input: t.arg({ type: CampaignInput, required: true, description: 'The campaign to leave.' }),
    },
    resolve: async (_root, { input: { campaignId } }, context) => {
      const campaign = await context.loaders.campaign.load(campaignId.id);
      if (campaign === null) return createNotFound(['input', 'campaignId'], 'there is no such campaign.');
      return (await remove(campaign.id, context.access.viewer.id, context)) ?? { left: campaign.name };
    },
  }),
);

async function remove(campaignId: string, viewerId: string, context: Context): Promise<Failure | null> {
  const removed = await context.store.members.remove({ campaignId, viewerId });
  if (typeof removed === 'string') return toMemberFailure(removed);
  context.log.wake(campaignId);
  return null;
}

const AssignPersonaInput = builder.inputType('AssignPersonaInput', {
  description: 'Assignment of a persona to a member.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    viewerId: t.id({ required: true, description: 'The member, by the id the server knows them by.' }),
    personaId: t.id({
      description: 'Their persona, by the id inside the campaign or in its pack. Omit it to unassign.',
    }),
  }),
});

builder.mutationField('assignPersona', (t) =>
  t.field({
    type: MemberResult,
    description: 'Gives a member a persona to play, another one, or none.',
    args: {
      input: t.arg({
        type: AssignPersonaInput,
        required: true,
        description: 'Assignment of a persona to a member.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const campaignId = input.campaignId.id;
      if ((await context.loaders.campaign.load(campaignId)) === null) {
        return createNotFound(['input', 'campaignId'], 'there is no such campaign.');
      }
      const found = await findPlayablePersona(input.personaId, campaignId, context);
      if ('failure' in found) return found;
      const key = { campaignId, viewerId: input.viewerId };
      const assigned = await context.store.members.assignPersona(key, found.personaId);
      return typeof assigned === 'string' ? toMemberFailure(assigned) : { member: assigned };
    },
  }),
);
