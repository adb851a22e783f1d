import { defineEntity, p } from '@mikro-orm/core';
import { Campaign } from './campaign.ts';
import { row } from './row.ts';

const CampaignInvitationSchema = defineEntity({
  name: 'CampaignInvitation',
  properties: {
    ...row,
    campaign: () => p.manyToOne(Campaign).deleteRule('cascade'),
    /** SHA-256 of the code. The code itself is shown once. */
    hash: p.string().length(64).unique(),
    /** Who the guest is to play; null when that is settled later. */
    personaId: p.string().length(120).strictNullable(),
    expiresAt: p.datetime(3),
    acceptedBy: p.string().length(128).strictNullable(),
  },
});

/** A code with which one person may join a campaign, once. */
export class CampaignInvitation extends CampaignInvitationSchema.class {}
CampaignInvitationSchema.setClass(CampaignInvitation);
