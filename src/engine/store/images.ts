import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { ImageInfo, ImageType } from '#engine/util/image-file.ts';
import type { Database } from './database/database.ts';
import { PackImage, Portrait } from './entities/images.ts';

/** Image with its bytes. */
export type StoredImage = ImageInfo & { readonly bytes: Uint8Array };

export type PortraitRecord = ImageInfo & { readonly campaignId: string; readonly characterId: string };

/** Images that were uploaded or imported; those of pack folders stay there. */
export type ImageStore = {
  /** Returns the portraits of these campaigns, without their bytes. */
  readonly portraitsOf: (campaignIds: readonly string[]) => Promise<readonly PortraitRecord[]>;
  /** Keeps the portrait of a character in place of an earlier one. */
  readonly setPortrait: (
    campaignId: string,
    characterId: string,
    image: StoredImage,
    at: Date,
  ) => Promise<void>;
  readonly removePortrait: (campaignId: string, characterId: string) => Promise<void>;
  /** Returns the images of homebrew packs by path, without their bytes. */
  readonly ofPack: (packId: string) => Promise<Readonly<Record<string, ImageInfo>>>;
  /** Keeps an image of a homebrew pack in place of an earlier one of that path. */
  readonly setPackImage: (packId: string, path: string, image: StoredImage, at: Date) => Promise<void>;
  /** Returns the bytes of an image of a homebrew pack; null without one. */
  readonly readPackImage: (packId: string, path: string) => Promise<Uint8Array | null>;
  /** Returns an image by the hash of its bytes. */
  readonly findByHash: (
    hash: string,
  ) => Promise<{ readonly type: ImageType; readonly bytes: Uint8Array } | null>;
};

const FACTS = ['hash', 'type', 'width', 'height'] as const;

export function createImageStore(database: Database): ImageStore {
  return {
    portraitsOf: async (campaignIds) => {
      const where = { campaign: { $in: [...campaignIds] } };
      const found = await database.find(Portrait, where, { fields: ['campaign', 'characterId', ...FACTS] });
      return found.map(({ campaign, characterId, ...image }) => {
        return { ...toInfo(image), campaignId: campaign.id, characterId };
      });
    },
    setPortrait: (campaign, characterId, image, createdAt) => {
      const [key, row] = [
        { campaign, characterId },
        { ...toRow(image), createdAt },
      ];
      return put(
        () => database.update(Portrait, key, row),
        () => database.insert(Portrait, { ...key, ...row }),
      );
    },
    removePortrait: async (campaign, characterId) => {
      await database.remove(Portrait, { campaign, characterId });
    },
    ofPack: async (packId) => {
      const found = await database.find(PackImage, { packId }, { fields: ['path', ...FACTS] });
      return Object.fromEntries(found.map(({ path, ...image }) => [path, toInfo(image)]));
    },
    setPackImage: (packId, path, image, createdAt) => {
      const [key, row] = [
        { packId, path },
        { ...toRow(image), createdAt },
      ];
      return put(
        () => database.update(PackImage, key, row),
        () => database.insert(PackImage, { ...key, ...row }),
      );
    },
    readPackImage: async (packId, path) =>
      (await database.findOne(PackImage, { packId, path }))?.bytes ?? null,
    findByHash: async (hash) =>
      (await database.findOne(Portrait, { hash })) ?? (await database.findOne(PackImage, { hash })),
  };
}

/** Puts a row in place of an earlier one, also where another server inserts it meanwhile. */
async function put(update: () => Promise<number>, insert: () => Promise<unknown>): Promise<void> {
  if ((await update()) > 0) return;
  try {
    await insert();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    await update();
  }
}

function toInfo({ hash, type, width, height }: ImageInfo): ImageInfo {
  return { hash, type, width, height };
}

function toRow({ bytes, ...image }: StoredImage) {
  return { ...toInfo(image), bytes: Buffer.from(bytes) };
}
