import type { CheckReport } from '#engine/content/check-pack.ts';
import type { NotSaved, Saved, SaveRequest } from '#engine/content/homebrew.ts';
import type { HomebrewPack, JsonData } from '#engine/content/homebrew-pack.ts';
import type { HomebrewRow } from '#engine/content/homebrew-store.ts';
import type { Library } from '#engine/content/library.ts';
import type { PackFile } from '#engine/content/pack-files.ts';
import type { Rejection } from '#engine/util/rejection.ts';

/** Saved version, with its time and the revision of the whole pack it belongs to. */
export type SavedVersion = HomebrewRow & { readonly revision: number; readonly savedAt: Date };

export type ContentChange = SaveRequest & {
  /** Version the author edited; null to overwrite versions saved since. */
  readonly baseVersion: number | null;
};

export type ChangeResult = Saved | NotSaved | Rejection;

/** Several contents of one pack, saved at once. */
export type SavedBatch = Omit<Saved, 'row'> & { readonly rows: readonly HomebrewRow[] };

/** New pack saved together with its contents. Its id may differ from the requested one when that was taken. */
export type CreatedPack = Pick<Saved, 'saved' | 'problems'> & { readonly packId: string };

/** Target of a check: a loaded or homebrew pack by its id, or a folder within the folder of packs. */
export type CheckTarget = { readonly packId: string } | { readonly folder: string };

/** Image of a pack, under the path its contents name. */
export type PackImageFile = { readonly path: string; readonly bytes: Uint8Array };

/**
 * Changes that authors can make. Every change passes the checks of a pack on disk and makes a new version. It can be played when
 * the promise resolves.
 */
export type AuthoringService = {
  readonly createPack: (manifest: JsonData) => Promise<ChangeResult>;
  /** Creates a pack with all its contents and images or not at all, under its id or the next free one. */
  readonly createPackWithContents: (
    pack: HomebrewPack,
    images?: readonly PackImageFile[],
  ) => Promise<CreatedPack | NotSaved | Rejection>;
  readonly save: (change: ContentChange) => Promise<ChangeResult>;
  /** Saves several contents of a pack, all or none. Contents that name each other can only be saved so. */
  readonly saveBatch: (
    packId: string,
    changes: readonly Omit<ContentChange, 'packId'>[],
  ) => Promise<SavedBatch | NotSaved | Rejection>;
  /** Removes a content from its pack; its versions stay readable. */
  readonly withdraw: (packId: string, id: string) => Promise<ChangeResult>;
  /** Restores an earlier version as a new version. */
  readonly restore: (packId: string, id: string, version: number) => Promise<ChangeResult>;
  /** Returns the latest row of everything in a homebrew pack, its manifest and withdrawn contents included. */
  readonly rowsOf: (packId: string) => Promise<readonly SavedVersion[]>;
  /** Returns every version of one content, oldest first; empty when it is not homebrew. */
  readonly versionsOf: (packId: string, id: string) => Promise<readonly SavedVersion[]>;
  /** Returns the library with the pack as of a revision. */
  readonly libraryAt: (packId: string, revision: number) => Promise<Library>;
  readonly check: (target: CheckTarget) => Promise<CheckReport | Rejection>;
  /** Returns the pack as files; null when there is no such pack. */
  readonly filesOf: (packId: string) => Promise<readonly PackFile[] | null>;
  /** Returns the images of a loaded pack. */
  readonly imagesOf: (packId: string) => Promise<readonly PackImageFile[]>;
  /** Returns the ids of the prompt segments that no prompt uses. */
  readonly segmentsOff: () => Promise<ReadonlySet<string>>;
  readonly switchSegment: (segmentId: string, active: boolean) => Promise<void>;
};
