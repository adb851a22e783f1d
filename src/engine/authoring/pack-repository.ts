import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { Library } from '#engine/content/library.ts';
import type { PinnedPack } from '#engine/domain/pinned-pack.ts';
import type { Rejection } from '#engine/util/rejection.ts';

/** Packs as resolvers see them. */
export type PackRepository = {
  /** Returns all packs that can be played now. The library is replaced as a whole and never changed. */
  readonly library: () => Library;
  /** Returns the packs made through the API, playable or not. */
  readonly homebrewIds: () => ReadonlySet<string>;
  /** Returns the source of a loaded or homebrew pack; null when there is no such pack. */
  readonly sourceOf: (packId: string) => Promise<HomebrewPack | null>;
  /** Returns exactly the packs a campaign began with, or the reason why they are unavailable. */
  readonly libraryFor: (pins: readonly PinnedPack[]) => Promise<Library | Rejection>;
  /** Returns which of these packs, by hash, are stored for the campaigns that began with them. */
  readonly kept: (hashes: readonly string[]) => Promise<ReadonlySet<string>>;
};
