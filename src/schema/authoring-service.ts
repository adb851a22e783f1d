import type { CheckReport } from '#engine/content/check-pack.ts';
import type { NotSaved, Saved, SaveRequest } from '#engine/content/homebrew.ts';
import type { HomebrewPack, JsonData } from '#engine/content/homebrew-pack.ts';
import type { HomebrewRow } from '#engine/content/homebrew-store.ts';
import type { Library } from '#engine/content/library.ts';
import type { PackFile } from '#engine/content/pack-files.ts';
import type { Rejection } from '#engine/util/rejection.ts';
import type { PackRepository } from './pack-repository.ts';

/** A version as it was saved: when, and which state of its whole pack it belongs to. */
export type SavedVersion = HomebrewRow & { readonly revision: number; readonly savedAt: Date };

export type ContentChange = SaveRequest & {
  /** The version the author looked at; null when they do not care what others saved since. */
  readonly baseVersion: number | null;
};

export type ChangeResult = Saved | NotSaved | Rejection;

/** Several contents of one pack, saved at once. */
export type SavedTogether = Omit<Saved, 'row'> & { readonly rows: readonly HomebrewRow[] };

/** A pack that was begun with everything in it. Its id may be another than it was given: one that was free. */
export type CreatedTogether = Pick<Saved, 'saved' | 'problems'> & { readonly packId: string };

/** What is to be checked: a loaded or homebrew pack by its id, or a folder within the folder of packs. */
export type CheckTarget = { readonly packId: string } | { readonly folder: string };

/**
 * What authors can do. Every change goes through the checks a pack on disk goes through, makes a new version, and can be played
 * when the promise resolves.
 */
export type AuthoringService = {
  readonly createPack: (manifest: JsonData) => Promise<ChangeResult>;
  /** Begins a pack with everything in it, all or nothing, under its id or the next one that is free. */
  readonly createTogether: (pack: HomebrewPack) => Promise<CreatedTogether | NotSaved | Rejection>;
  readonly save: (change: ContentChange) => Promise<ChangeResult>;
  /** Saves several contents of a pack, all or none: the only way for things that name each other. */
  readonly saveTogether: (
    packId: string,
    changes: readonly Omit<ContentChange, 'packId'>[],
  ) => Promise<SavedTogether | NotSaved | Rejection>;
  /** Takes a content out of its pack; its versions stay readable. */
  readonly withdraw: (packId: string, id: string) => Promise<ChangeResult>;
  /** Makes an earlier version the present one, as a new version. */
  readonly restore: (packId: string, id: string, version: number) => Promise<ChangeResult>;
  /** The latest row of everything in a homebrew pack, its manifest and withdrawn contents included. */
  readonly rowsOf: (packId: string) => Promise<readonly SavedVersion[]>;
  /** Every version of one content, oldest first; empty when it is not homebrew. */
  readonly versionsOf: (packId: string, id: string) => Promise<readonly SavedVersion[]>;
  /** The library as it would be with the pack as it stood at a revision. */
  readonly libraryAt: (packId: string, revision: number) => Promise<Library>;
  readonly check: (target: CheckTarget) => Promise<CheckReport | Rejection>;
  /** The pack as files; null when there is no such pack. */
  readonly filesOf: (packId: string) => Promise<readonly PackFile[] | null>;
  /** The ids of the prompt segments that no prompt uses. */
  readonly segmentsOff: () => Promise<ReadonlySet<string>>;
  readonly switchSegment: (segmentId: string, active: boolean) => Promise<void>;
};

/** What authors wrote, as one operation reads it. */
export type AuthoredReads = {
  /** The pack as its author wrote it; null when there is none. */
  readonly source: (packId: string) => Promise<HomebrewPack | null>;
  /** The latest row of everything in a homebrew pack; empty for a pack of a folder. */
  readonly rows: (packId: string) => Promise<readonly SavedVersion[]>;
  readonly segmentsOff: () => Promise<ReadonlySet<string>>;
};

export function createAuthoredReads({
  shelf,
  authoring,
}: {
  readonly shelf: PackRepository;
  readonly authoring: AuthoringService;
}): AuthoredReads {
  const sources = new Map<string, Promise<HomebrewPack | null>>();
  const rows = new Map<string, Promise<readonly SavedVersion[]>>();
  let segmentsOff: Promise<ReadonlySet<string>> | null = null;
  return {
    source: (packId) => once(sources, packId, shelf.sourceOf),
    rows: (packId) => once(rows, packId, authoring.rowsOf),
    segmentsOff: () => {
      segmentsOff ??= authoring.segmentsOff();
      return segmentsOff;
    },
  };
}

function once<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  read: (key: string) => Promise<Value>,
): Promise<Value> {
  const value = known.get(key) ?? read(key);
  known.set(key, value);
  return value;
}
