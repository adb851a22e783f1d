import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { Authoring, SavedVersion } from './authoring.ts';
import type { Shelf } from './shelf.ts';

/** What authors wrote, as one operation reads it. */
export type AuthoredReads = {
  /** The pack as its author wrote it; null when there is none. */
  readonly source: (packId: string) => Promise<HomebrewPack | null>;
  /** The latest row of everything in a homebrew pack; empty for a pack of a folder. */
  readonly rows: (packId: string) => Promise<readonly SavedVersion[]>;
  readonly segmentsOff: () => Promise<ReadonlySet<string>>;
};

export function authoredReads({
  shelf,
  authoring,
}: {
  readonly shelf: Shelf;
  readonly authoring: Authoring;
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
