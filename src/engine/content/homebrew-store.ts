import type { ContentKind } from './format/content-kinds.ts';
import type { JsonData } from './homebrew-pack.ts';

/** The id of a manifest's rows. */
export const MANIFEST_ID = 'pack.yaml';

/** One version of one content of a homebrew pack, or of its manifest. Written once and never changed. */
export type HomebrewRow = {
  readonly packId: string;
  readonly kind: ContentKind | 'manifest';
  /** Within the pack; `pack.yaml` for its manifest, which no content can be called. */
  readonly id: string;
  /** Counted from 1 for each id. */
  readonly version: number;
  /** Whether this version is part of the pack. The latest version of an id decides. */
  readonly active: boolean;
  readonly data: JsonData;
  readonly body: string;
};

/** Storage of homebrew packs. Rows are only ever added, so old versions stay readable. */
export type HomebrewStore = {
  readonly packIds: () => Promise<readonly string[]>;
  /** Returns the latest row of every id of a pack, withdrawn ones included; empty when there is no such pack. */
  readonly latestRows: (packId: string) => Promise<readonly HomebrewRow[]>;
  /** Returns every version of one id, oldest first. */
  readonly versionsOf: (packId: string, id: string) => Promise<readonly HomebrewRow[]>;
  /**
   * Adds all rows or none. Returns false when one of these versions exists already because another writer was faster.
   */
  readonly append: (rows: readonly HomebrewRow[]) => Promise<boolean>;
};
