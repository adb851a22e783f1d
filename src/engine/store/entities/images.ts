import { defineEntity, p } from '@mikro-orm/core';
import type { ImageType } from '#engine/util/image-file.ts';
import { Campaign } from './campaign.ts';

const imageColumns = {
  /** SHA-256 of the bytes. */
  hash: p.string().length(64).index(),
  type: p.string().length(16).$type<ImageType>(),
  width: p.integer(),
  height: p.integer(),
  bytes: p.blob(),
  createdAt: p.datetime(3),
};

const PortraitSchema = defineEntity({
  name: 'Portrait',
  properties: {
    campaign: () => p.manyToOne(Campaign).deleteRule('cascade').index(false).primary(),
    /** Character by its id inside the campaign. */
    characterId: p.string().length(120).primary(),
    ...imageColumns,
  },
});

/** Uploaded portrait of a character of a campaign. */
export class Portrait extends PortraitSchema.class {}
PortraitSchema.setClass(Portrait);

const PackImageSchema = defineEntity({
  name: 'PackImage',
  properties: {
    packId: p.string().length(60).primary(),
    /** Path under which the contents of the pack name it. */
    path: p.string().length(200).primary(),
    ...imageColumns,
  },
});

/** Image of a homebrew pack. */
export class PackImage extends PackImageSchema.class {}
PackImageSchema.setClass(PackImage);
