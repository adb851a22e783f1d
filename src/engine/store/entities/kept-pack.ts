import { defineEntity, p } from '@mikro-orm/core';

const KeptPackSchema = defineEntity({
  name: 'KeptPack',
  properties: {
    /** SHA-256 of what the pack says. */
    hash: p.string().length(64).primary(),
    packId: p.string().length(60),
    version: p.string().length(60),
    /** Canonical JSON, zstd. */
    content: p.blob(),
    createdAt: p.datetime(3),
  },
});

/** A pack exactly as a campaign began with it, whatever became of its folder since. */
export class KeptPack extends KeptPackSchema.class {}
KeptPackSchema.setClass(KeptPack);
