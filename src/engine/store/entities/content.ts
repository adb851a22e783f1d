import { defineEntity, p } from '@mikro-orm/core';
import type { HomebrewKind } from '../stored-packs.ts';

const KeptPackSchema = defineEntity({
  name: 'KeptPack',
  properties: {
    /** SHA-256 of the pack's content. */
    hash: p.string().length(64).primary(),
    packId: p.string().length(60),
    version: p.string().length(60),
    /** Canonical JSON, zstd. */
    content: p.blob(),
    createdAt: p.datetime(3),
  },
});

/** Pack exactly as it was when a campaign began with it, independent of later changes to its folder. */
export class KeptPack extends KeptPackSchema.class {}
KeptPackSchema.setClass(KeptPack);

const HomebrewVersionSchema = defineEntity({
  name: 'HomebrewVersion',
  indexes: [{ properties: ['packId', 'revision'] }],
  properties: {
    packId: p.string().length(60).primary(),
    /** Within the pack; `pack.yaml` for its manifest. */
    contentId: p.string().length(60).primary(),
    version: p.integer().primary(),
    /** Version of the manifest saved with it: the state of the whole pack it belongs to. */
    revision: p.integer(),
    kind: p.string().length(16).$type<HomebrewKind>(),
    active: p.boolean(),
    /** Data and text as they were saved, key order included. */
    content: p.blob(),
    createdAt: p.datetime(3),
  },
});

/** One version of one content of a homebrew pack, or of its manifest; written once, never changed. */
export class HomebrewVersion extends HomebrewVersionSchema.class {}
HomebrewVersionSchema.setClass(HomebrewVersion);

const SegmentSwitchSchema = defineEntity({
  name: 'SegmentSwitch',
  properties: {
    /** `npc:neo_seattle:viktor` */
    segmentId: p.string().length(160).primary(),
    active: p.boolean(),
    changedAt: p.datetime(3),
  },
});

/** Switch of a prompt segment. A segment without a row is used. */
export class SegmentSwitch extends SegmentSwitchSchema.class {}
SegmentSwitchSchema.setClass(SegmentSwitch);
