import {
  type CampaignEvent as CampaignEventRecord,
  type CampaignEventType,
  getTypingEnd,
} from '#engine/live/campaign-watch.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { createGmOnlyError, createUnknownCampaignError } from '../../errors.ts';
import { LiveSource } from '../../transport/live-source.ts';
import { encodeGlobalId } from '../../views/global-id.ts';
import { createNotFound } from '../failure.ts';
import { Campaign, CampaignResult } from '../play/campaign.ts';
import { CampaignMember, formatMemberKey } from '../play/campaign-member.ts';
import { Session } from '../play/session.ts';
import { VIEW_AS } from '../view-as.ts';
import { createStreamAccess } from './stream-access.ts';

const defineEvent = <Type extends CampaignEventType>(name: string, _type: Type) =>
  builder.objectRef<CampaignEventRecord<Type>>(name);

/** Loads the member an event is about; null when they have left since. */
async function loadMember(
  { campaignId, body }: { readonly campaignId: string; readonly body: { readonly viewerId: string } },
  { loaders }: Context,
): Promise<MemberRecord | null> {
  const members = await loaders.members.load(campaignId);
  return members.find(({ viewerId }) => viewerId === body.viewerId) ?? null;
}

const MEMBER = {
  type: CampaignMember,
  nullable: true,
  description: 'The member; null when they have left since.',
} as const;

const MemberJoined = defineEvent('MemberJoined', 'member-joined').implement({
  description: 'A member joined the campaign.',
  fields: (t) => ({
    member: t.field({ ...MEMBER, resolve: (event, _args, context) => loadMember(event, context) }),
  }),
});

const MemberLeft = defineEvent('MemberLeft', 'member-left').implement({
  description: 'A member left the campaign, or was removed from it.',
  fields: (t) => ({
    memberId: t.id({
      description: 'Their id while they were a member.',
      resolve: ({ body: { member, members } }, _args, context) =>
        encodeGlobalId('CampaignMember', formatMemberKey(member, members), context),
    }),
    name: t.string({ description: 'Their name.', resolve: ({ body }) => body.member.name }),
  }),
});

const PresenceChanged = defineEvent('PresenceChanged', 'presence-changed').implement({
  description: 'A member came or went: follows the campaign with `campaignEvents`, or no longer does.',
  fields: (t) => ({
    member: t.field({ ...MEMBER, resolve: (event, _args, context) => loadMember(event, context) }),
    isPresent: t.boolean({ description: 'Whether they are present.', resolve: ({ body }) => body.isPresent }),
  }),
});

const TypingChanged = defineEvent('TypingChanged', 'typing-changed').implement({
  description: 'A member began or ceased to type.',
  fields: (t) => ({
    member: t.field({ ...MEMBER, resolve: (event, _args, context) => loadMember(event, context) }),
    isTyping: t.boolean({ description: 'Whether they are typing.', resolve: ({ body }) => body.isTyping }),
  }),
});

const SessionStarted = defineEvent('SessionStarted', 'session-started').implement({
  description: 'A session was started, forked or rewound to. Watch it with `turnEvents`.',
  fields: (t) => ({
    session: t.field({
      type: Session,
      nullable: true,
      description: 'The new session; null when it is gone.',
      resolve: ({ body }, _args, { loaders }) => loaders.session.load(body.sessionId),
    }),
  }),
});

const CampaignRenamed = defineEvent('CampaignRenamed', 'campaign-renamed').implement({
  description: 'The campaign has another name.',
  fields: (t) => ({ name: t.string({ description: 'Its new name.', resolve: ({ body }) => body.name }) }),
});

const TYPE_NAMES: Readonly<Record<CampaignEventType, string>> = {
  'member-joined': 'MemberJoined',
  'member-left': 'MemberLeft',
  'presence-changed': 'PresenceChanged',
  'typing-changed': 'TypingChanged',
  'session-started': 'SessionStarted',
  'campaign-renamed': 'CampaignRenamed',
};

const CampaignEvent = builder.unionType('CampaignEvent', {
  description: 'Something that happened in a campaign beside its turns.',
  types: [MemberJoined, MemberLeft, PresenceChanged, TypingChanged, SessionStarted, CampaignRenamed],
  resolveType: ({ body }) => TYPE_NAMES[body.type],
});

builder.subscriptionField('campaignEvents', (t) =>
  t.field({
    type: CampaignEvent,
    description:
      'What happens in a campaign beside its turns, for its members. Begins with the members who are present or typing, yourself included. You count as present while the subscription is open. Events are not kept: read the campaign again after you reconnect.',
    args: {
      campaignId: t.arg.globalID({ required: true, for: Campaign, description: 'The campaign to follow.' }),
      as: t.arg(VIEW_AS),
    },
    extensions: { isLive: true },
    subscribe: async (_root, { campaignId: { id: campaignId }, as }, { access, loaders, watches }) => {
      const standing = await access.standingIn(campaignId);
      const isThere = (await loaders.campaign.load(campaignId)) !== null;
      if (standing === null || !isThere) throw createUnknownCampaignError();
      if (as === 'gm' && standing.role !== 'gm') throw createGmOnlyError();
      const { id: viewerId } = access.viewer;
      const isMember = (await loaders.members.load(campaignId)).some(
        (member) => member.viewerId === viewerId,
      );
      const { view, stillAllowed } = createStreamAccess(access, campaignId, standing, [as ?? null]);
      const reader = await watches.open({ campaignId, viewerId: isMember ? viewerId : null, stillAllowed });
      return new LiveSource(reader, view);
    },
    resolve: (event) => event,
  }),
);

const SetTypingInput = builder.inputType('SetTypingInput', {
  description: 'Whether you are typing.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign you type in.' }),
    isTyping: t.boolean({ required: true, description: 'True while you type, false when you are done.' }),
  }),
});

builder.mutationField('setTyping', (t) =>
  t.field({
    type: CampaignResult,
    description:
      'Tells the other members that you are typing. It lapses after 8 seconds: repeat it every few seconds while you type.',
    args: { input: t.arg({ type: SetTypingInput, required: true, description: 'Whether you are typing.' }) },
    resolve: async (_root, { input }, { access, clock, loaders, log, store }) => {
      const campaign = await loaders.campaign.load(input.campaignId.id);
      if (campaign === null) return createNotFound(['input', 'campaignId'], 'there is no such campaign.');
      const typingUntil = input.isTyping ? getTypingEnd(clock()) : null;
      const members = { campaignId: campaign.id, viewerIds: [access.viewer.id] };
      await store.members.markPresence(members, { typingUntil });
      log.wake(campaign.id);
      return { campaign };
    },
  }),
);
