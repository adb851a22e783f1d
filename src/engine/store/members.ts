import { LockMode } from '@mikro-orm/core';
import { Campaign } from './entities/campaign.ts';
import { CampaignMember } from './entities/campaign-member.ts';
import type { MemberRole } from './roles.ts';
import type { Database } from './rows/database.ts';

export type MemberRecord = {
  readonly campaignId: string;
  readonly viewerId: string;
  readonly name: string;
  readonly role: MemberRole;
  /** Who they play, by the id inside the campaign; null when they play nobody. */
  readonly personaId: string | null;
  readonly createdAt: Date;
};

/** Why a change of the members was not made. */
export type MemberConflict = 'already-member' | 'no-member' | 'persona-taken' | 'last-gm';

/** One viewer's place in one campaign. */
export type MemberKey = { readonly campaignId: string; readonly viewerId: string };

export type MemberStore = {
  /** The members of these campaigns, in the order they joined. */
  readonly ofCampaigns: (campaignIds: readonly string[]) => Promise<readonly MemberRecord[]>;
  readonly ofViewer: (viewerId: string) => Promise<readonly MemberRecord[]>;
  readonly add: (member: MemberRecord) => Promise<MemberRecord | MemberConflict>;
  /** A campaign keeps at least one game master. */
  readonly remove: (key: MemberKey) => Promise<MemberRecord | MemberConflict>;
  readonly assignPersona: (
    key: MemberKey,
    personaId: string | null,
  ) => Promise<MemberRecord | MemberConflict>;
};

export function memberStore(database: Database): MemberStore {
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

/** Adds a member within a transaction; whoever adds another to the same campaign waits for it. */
export async function insertMember(
  tx: Database,
  member: MemberRecord,
): Promise<MemberRecord | MemberConflict> {
  const { campaignId, ...row } = member;
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

/** The members of a campaign change one at a time, so that what was looked at still holds when it is written. */
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
  const { viewerId, name, role, personaId, createdAt } = member;
  return { campaignId: member.campaign.id, viewerId, name, role, personaId, createdAt };
}
