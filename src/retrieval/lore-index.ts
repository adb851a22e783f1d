/** A stretch of authored knowledge, as it is indexed. */
export type LoreChunk = {
  /** `pack:file:section`, stable as long as the heading is. */
  readonly id: string;
  readonly packId: string;
  /** Where the text stands: the headings above it. */
  readonly title: string;
  readonly text: string;
  readonly tokens: number;
  /** Text only the game master may see. */
  readonly isHidden: boolean;
};

export type LoreQuery = {
  readonly text: string;
  /** Only lore of these packs: those the campaign plays with. */
  readonly packIds: readonly string[];
  /** Whether hidden text may be found. A query on behalf of a player says no. */
  readonly includeHidden: boolean;
  readonly limit: number;
  readonly maxTokens: number;
};

export type LoreHit = { readonly chunk: LoreChunk; readonly score: number };

/** Finds the lore that matters. The index is a copy of what packs say: it can always be made again. */
export type LoreIndex = {
  /** Makes the index hold exactly these chunks of a pack. Does nothing when `hash` is the one it already holds. */
  readonly put: (
    packId: string,
    hash: string,
    chunks: readonly LoreChunk[],
  ) => Promise<'indexed' | 'unchanged'>;
  /** Best first, within the token budget. Empty or meaningless text finds nothing. */
  readonly search: (query: LoreQuery) => Promise<readonly LoreHit[]>;
  readonly close: () => Promise<void>;
};
