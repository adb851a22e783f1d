import { defineEntity, p } from '@mikro-orm/core';
import type { MemberRole } from '../roles.ts';
import { Campaign } from './campaign.ts';

const CampaignMemberSchema = defineEntity({
  name: 'CampaignMember',
  // Nobody plays a persona that somebody else plays; members without one do not meet here.
  uniques: [{ properties: ['campaign', 'personaId'] }],
  properties: {
    campaign: () => p.manyToOne(Campaign).deleteRule('cascade').index(false).primary(),
    viewerId: p.string().length(128).primary().index(),
    name: p.string().length(120),
    role: p.string().length(16).$type<MemberRole>(),
    /** Who they play, by the id inside the campaign. */
    personaId: p.string().length(120).strictNullable(),
    createdAt: p.datetime(3),
  },
});

/** Somebody who takes part in a campaign: its game master or one of its players. */
export class CampaignMember extends CampaignMemberSchema.class {}
CampaignMemberSchema.setClass(CampaignMember);
