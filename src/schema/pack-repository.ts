import type { PinnedPack } from '#engine/content/begin-campaign.ts';
import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { Library } from '#engine/content/library.ts';
import type { Rejection } from '#engine/util/rejection.ts';

/** The packs, as resolvers see them. */
export type PackRepository = {
  /** Everything that can be played just now. It is replaced as a whole and never changed. */
  readonly library: () => Library;
  /** The packs that were made through the API, whether they can be played or not. */
  readonly homebrewIds: () => ReadonlySet<string>;
  /** What the author of a loaded or homebrew pack wrote; null when there is no such pack. */
  readonly sourceOf: (packId: string) => Promise<HomebrewPack | null>;
  /** Exactly the packs a campaign began with, or why they cannot be had. */
  readonly libraryFor: (pins: readonly PinnedPack[]) => Promise<Library | Rejection>;
  /** Which of these packs, by hash, are kept for the campaigns that began with them. */
  readonly kept: (hashes: readonly string[]) => Promise<ReadonlySet<string>>;
};
