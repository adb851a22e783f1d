import { defineEntity, p } from '@mikro-orm/core';
import type { PinnedPack } from '../campaigns.ts';
import { row } from './row.ts';

const CampaignSchema = defineEntity({
  name: 'Campaign',
  properties: {
    ...row,
    name: p.text(),
    entryPointId: p.string(),
    packs: p.json<readonly PinnedPack[]>(),
    /** Prompt id → version, for those the campaign does not play by their newest version. */
    promptPins: p.json<Readonly<Record<string, number>>>(),
  },
});

/** One playthrough of an entry point, with the exact packs it began with. */
export class Campaign extends CampaignSchema.class {}
CampaignSchema.setClass(Campaign);
