import { LockMode } from '@mikro-orm/core';
import type { ScenePosition } from '#engine/domain/lineage.ts';
import type { MemberRole } from '#engine/domain/roles.ts';
import type { Database } from './database/database.ts';
import { Campaign, CampaignInvitation, CampaignMember } from './entities/campaign.ts';

export type MemberRecord = {
  readonly campaignId: string;
  readonly viewerId: string;
  readonly name: string;
  readonly role: MemberRole;
  /** Persona the member plays, by its id inside the campaign; null when the member plays none. */
  readonly personaId: string | null;
  readonly createdAt: Date;
  /** Last scene they have read; absent before they read one. */
  readonly readScene?: ScenePosition;
  /** Time of the last sign of life on a campaign-wide stream; absent when there was none. */
  readonly seenAt?: Date;
  readonly typingUntil?: Date;
};

/** Columns of a member who has read nothing and shows no sign of life. */
export const UNREAD = { readSessionId: null, readSceneIndex: null, seenAt: null, typingUntil: null } as const;

/** Why a change of the members was not made. */
export type MemberConflict = 'already-member' | 'no-member' | 'persona-taken' | 'last-gm';

/** One viewer's place in one campaign. */
type MemberKey = { readonly campaignId: string; readonly viewerId: string };

export type MemberStore = {
  /** Returns the members of these campaigns, in the order they joined. */
  readonly ofCampaigns: (campaignIds: readonly string[]) => Promise<readonly MemberRecord[]>;
  readonly ofViewer: (viewerId: string) => Promise<readonly MemberRecord[]>;
  readonly add: (member: MemberRecord) => Promise<MemberRecord | MemberConflict>;
  /** Removes a member. A campaign keeps at least one game master. */
  readonly remove: (key: MemberKey) => Promise<MemberRecord | MemberConflict>;
  /** Keeps the scene a member has read up to. */
  readonly markRead: (key: MemberKey, scene: ScenePosition) => Promise<void>;
  /** Keeps a sign of life of members: seen at a time, typing until another. Null takes it back. */
  readonly markPresence: (
    members: { readonly campaignId: string; readonly viewerIds: readonly string[] },
    presence: { readonly seenAt?: Date; readonly typingUntil?: Date | null },
  ) => Promise<void>;
  readonly assignPersona: (
    key: MemberKey,
    personaId: string | null,
  ) => Promise<MemberRecord | MemberConflict>;
};

export function createMemberStore(database: Database): MemberStore {
  return {
    ofCampaigns: async (campaignIds) => {
      const where = { campaign: { $in: [...campaignIds] } };
      const found = await database.find(CampaignMember, where, {
        orderBy: { createdAt: 'asc', viewerId: 'asc' },
      });
      return found.map(memberRecordOf);
    },
    ofViewer: async (viewerId) => {
      const found = await database.find(CampaignMember, { viewerId }, { orderBy: { campaign: 'asc' } });
      return found.map(memberRecordOf);
    },
    add: (member) => database.transactional((tx) => insertMember(tx, member)),
    markRead: async (key, { sessionId, index }) => {
      await database.update(CampaignMember, whereOf(key), {
        readSessionId: sessionId,
        readSceneIndex: index,
      });
    },
    markPresence: async ({ campaignId, viewerIds }, presence) => {
      const where = { campaign: campaignId, viewerId: { $in: [...viewerIds] } };
      await database.update(CampaignMember, where, presence);
    },
    remove: (key) => database.transactional((tx) => removeMember(tx, key)),
    assignPersona: (key, personaId) =>
      database.transactional(async (tx) => {
        await lockCampaign(tx, key.campaignId);
        const member = await findMember(tx, key);
        if (member === null) return 'no-member';
        if (await isTaken(tx, personaId, key)) return 'persona-taken';
        await tx.update(CampaignMember, whereOf(key), { personaId });
        return { ...memberRecordOf(member), personaId };
      }),
  };
}

/** Adds a member within a transaction. Later additions to the same campaign wait for it. */
async function insertMember(tx: Database, member: MemberRecord): Promise<MemberRecord | MemberConflict> {
  const { campaignId, viewerId, name, role, personaId, createdAt } = member;
  const row = { viewerId, name, role, personaId, createdAt, ...UNREAD };
  await lockCampaign(tx, campaignId);
  if ((await findMember(tx, member)) !== null) return 'already-member';
  if (await isTaken(tx, member.personaId, member)) return 'persona-taken';
  await tx.insert(CampaignMember, { ...row, campaign: campaignId });
  return member;
}

async function removeMember(tx: Database, key: MemberKey): Promise<MemberRecord | MemberConflict> {
  await lockCampaign(tx, key.campaignId);
  const member = await findMember(tx, key);
  if (member === null) return 'no-member';
  const masters = await tx.count(CampaignMember, { campaign: key.campaignId, role: 'gm' });
  if (member.role === 'gm' && masters === 1) return 'last-gm';
  await tx.remove(CampaignMember, whereOf(key));
  return memberRecordOf(member);
}

/** Locks a campaign, so that its members change one at a time and a check still holds when the change is written. */
async function lockCampaign(tx: Database, id: string): Promise<void> {
  await tx.findOne(Campaign, { id }, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE });
}

const whereOf = ({ campaignId, viewerId }: MemberKey) => ({ campaign: campaignId, viewerId });

function findMember(tx: Database, key: MemberKey): Promise<CampaignMember | null> {
  return tx.findOne(CampaignMember, whereOf(key));
}

async function isTaken(
  tx: Database,
  personaId: string | null,
  { campaignId, viewerId }: MemberKey,
): Promise<boolean> {
  if (personaId === null) return false;
  const others = { campaign: campaignId, personaId, viewerId: { $ne: viewerId } };
  return (await tx.count(CampaignMember, others)) > 0;
}

function memberRecordOf(member: CampaignMember): MemberRecord {
  const { viewerId, name, role, personaId, createdAt, readSessionId, readSceneIndex } = member;
  const { seenAt, typingUntil } = member;
  return {
    campaignId: member.campaign.id,
    viewerId,
    name,
    role,
    personaId,
    createdAt,
    ...(readSessionId === null || readSceneIndex === null
      ? {}
      : { readScene: { sessionId: readSessionId, index: readSceneIndex } }),
    ...(seenAt === null ? {} : { seenAt }),
    ...(typingUntil === null ? {} : { typingUntil }),
  };
}

type NewInvitation = {
  readonly id: string;
  readonly campaignId: string;
  /** SHA-256 of the code. */
  readonly hash: string;
  readonly personaId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Viewer who redeems an invitation code. */
type Guest = { readonly viewerId: string; readonly name: string };

export type InvitationStore = {
  readonly add: (invitation: NewInvitation) => Promise<void>;
  /** Returns the campaign of a valid code; null for every other code. */
  readonly campaignOf: (hash: string, now: Date) => Promise<string | null>;
  /** Makes the guest a player of the campaign and uses the code up; null when the code is not good. */
  readonly accept: (hash: string, guest: Guest, now: Date) => Promise<MemberRecord | MemberConflict | null>;
};

export function createInvitationStore(database: Database): InvitationStore {
  return {
    add: async ({ campaignId, ...invitation }) => {
      await database.insert(CampaignInvitation, { ...invitation, campaign: campaignId, acceptedBy: null });
    },
    campaignOf: async (hash, now) => {
      const invitation = await database.findOne(CampaignInvitation, goodAt(hash, now));
      return invitation === null ? null : invitation.campaign.id;
    },
    accept: (hash, { viewerId, name }, now) =>
      database.transactional(async (tx) => {
        const invitation = await tx.findOne(CampaignInvitation, goodAt(hash, now), {
          lockMode: LockMode.PESSIMISTIC_WRITE,
        });
        if (invitation === null) return null;
        const member = await insertMember(tx, {
          campaignId: invitation.campaign.id,
          viewerId,
          name,
          role: 'player',
          personaId: invitation.personaId,
          createdAt: now,
        });
        if (typeof member === 'string') return member;
        await tx.update(CampaignInvitation, { id: invitation.id }, { acceptedBy: viewerId });
        return member;
      }),
  };
}

const goodAt = (hash: string, now: Date) => ({ hash, acceptedBy: null, expiresAt: { $gt: now } });
