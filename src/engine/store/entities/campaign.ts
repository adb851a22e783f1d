import { defineEntity, p } from '@mikro-orm/core';
import type { PinnedPack } from '#engine/domain/pinned-pack.ts';
import type { MemberRole } from '#engine/domain/roles.ts';
import { baseColumns } from './base-columns.ts';

const CampaignSchema = defineEntity({
  name: 'Campaign',
  properties: {
    ...baseColumns,
    name: p.text(),
    entryPointId: p.string(),
    packs: p.json<readonly PinnedPack[]>(),
    /** Prompt id → version, for those the campaign does not play by their newest version. */
    promptPins: p.json<Readonly<Record<string, number>>>(),
    /** Time of the last committed turn; of the start before there is one. */
    lastPlayedAt: p.datetime(3).strictNullable().index(),
    archivedAt: p.datetime(3).strictNullable(),
    /** Time at which it was asked to be deleted. Its rows stay for a grace period. */
    deletedAt: p.datetime(3).strictNullable().index(),
    /** Hash of the viewer and of their own name for this start: the same start never makes two campaigns. */
    startKey: p.string().length(64).strictNullable().unique(),
  },
});

/** One playthrough of an entry point, with the exact packs it began with. */
export class Campaign extends CampaignSchema.class {}
CampaignSchema.setClass(Campaign);

const CampaignMemberSchema = defineEntity({
  name: 'CampaignMember',
  // Each persona has at most one player. Members without a persona do not conflict here.
  uniques: [{ properties: ['campaign', 'personaId'] }],
  properties: {
    campaign: () => p.manyToOne(Campaign).deleteRule('cascade').index(false).primary(),
    viewerId: p.string().length(128).primary().index(),
    name: p.string().length(120),
    role: p.string().length(16).$type<MemberRole>(),
    /** Persona the member plays, by its id inside the campaign. */
    personaId: p.string().length(120).strictNullable(),
    createdAt: p.datetime(3),
    /** Last scene the member has read: its session and its index. */
    readSessionId: p.string().length(36).strictNullable(),
    readSceneIndex: p.integer().strictNullable(),
    /** Time of the last sign of life on a campaign-wide stream, and until when the member is typing. */
    seenAt: p.datetime(3).strictNullable(),
    typingUntil: p.datetime(3).strictNullable(),
  },
});

/** Member of a campaign: its game master or one of its players. */
export class CampaignMember extends CampaignMemberSchema.class {}
CampaignMemberSchema.setClass(CampaignMember);

const CampaignInvitationSchema = defineEntity({
  name: 'CampaignInvitation',
  properties: {
    ...baseColumns,
    campaign: () => p.manyToOne(Campaign).deleteRule('cascade'),
    /** SHA-256 of the code. The code itself is shown once. */
    hash: p.string().length(64).unique(),
    /** Persona the guest is to play; null when that is decided later. */
    personaId: p.string().length(120).strictNullable(),
    expiresAt: p.datetime(3),
    acceptedBy: p.string().length(128).strictNullable(),
  },
});

/** A code with which one person may join a campaign, once. */
export class CampaignInvitation extends CampaignInvitationSchema.class {}
CampaignInvitationSchema.setClass(CampaignInvitation);
