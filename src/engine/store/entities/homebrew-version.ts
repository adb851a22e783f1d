import { defineEntity, p } from '@mikro-orm/core';
import type { HomebrewKind } from '../homebrew.ts';

const HomebrewVersionSchema = defineEntity({
  name: 'HomebrewVersion',
  indexes: [{ properties: ['packId', 'revision'] }],
  properties: {
    packId: p.string().length(60).primary(),
    /** Within the pack; `pack.yaml` for its manifest. */
    contentId: p.string().length(60).primary(),
    version: p.integer().primary(),
    /** The version of the manifest that came with it: which state of the whole pack it belongs to. */
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
