import { LockMode } from '@mikro-orm/core';
import { CampaignInvitation } from './entities/campaign-invitation.ts';
import { insertMember, type MemberConflict, type MemberRecord } from './members.ts';
import type { Database } from './rows/database.ts';

export type NewInvitation = {
  readonly id: string;
  readonly campaignId: string;
  /** SHA-256 of the code. */
  readonly hash: string;
  readonly personaId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Whoever comes with a code. */
export type Guest = { readonly viewerId: string; readonly name: string };

export type InvitationStore = {
  readonly add: (invitation: NewInvitation) => Promise<void>;
  /** The campaign a code that is still good leads to; null for every other code. */
  readonly campaignOf: (hash: string, now: Date) => Promise<string | null>;
  /** Makes the guest a player of the campaign and uses the code up; null when the code is not good. */
  readonly accept: (hash: string, guest: Guest, now: Date) => Promise<MemberRecord | MemberConflict | null>;
};

export function invitationStore(database: Database): InvitationStore {
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
