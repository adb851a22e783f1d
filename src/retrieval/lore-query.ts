import type { HistoryKind } from './history-entry.ts';
import type { Subjects } from './lore-chunk.ts';

/**
 * On whose behalf lore is looked for. A persona finds what everyone may know and what this character learned. A table finds
 * of the history what all of its characters may know; `seesHidden` opens hidden lore of the packs to it.
 */
export type LoreViewer =
  | { readonly kind: 'gm' }
  | { readonly kind: 'persona'; readonly characterId: string }
  | { readonly kind: 'table'; readonly characterIds: readonly string[]; readonly seesHidden: boolean };

/** The scenes a branch grew from: of each session, those up to an index. */
export type LineageSteps = readonly { readonly sessionId: string; readonly upTo: number }[];

/** The history of one branch. Without a lineage nothing of it is seen. */
export type HistoryScope = { readonly campaignId: string; readonly lineage: LineageSteps };

export type Corpus = 'authored' | 'history' | 'all';

/** Subjects of the present moment: the place, the characters present or named, and current events. */
export type LoreFocus = Subjects;

export const NO_FOCUS: LoreFocus = {
  entityIds: [],
  locationIds: [],
  factionIds: [],
  threadIds: [],
  tags: [],
};

/** Level of explanation: nothing, what the viewer may know, or also what was kept from the viewer. */
export type ExplainLevel = 'nothing' | 'to-viewer' | 'to-gm';

export type LoreQuery = {
  /** Question in the player's own words, or made from the scene. If empty, the focus alone decides. */
  readonly text: string;
  readonly corpus: Corpus;
  /** Only lore of these packs: those the campaign plays with. */
  readonly packIds: readonly string[];
  /** Null: no history is searched. */
  readonly history: HistoryScope | null;
  readonly viewer: LoreViewer;
  /** Lore about these comes first; what is not about them must match the better. */
  readonly focus: LoreFocus;
  /** Left out: every kind. */
  readonly historyKinds?: readonly HistoryKind[];
  /** Ids of the chunks the scene already holds. */
  readonly excludeIds?: readonly string[];
  readonly limit: number;
  readonly maxTokens: number;
  readonly explain?: ExplainLevel;
};

/** Query over the memories of one character only. */
export type MemoryQuery = {
  readonly text: string;
  readonly history: HistoryScope;
  readonly ownerId: string;
  readonly focus?: LoreFocus;
  readonly excludeIds?: readonly string[];
  readonly limit: number;
  readonly maxTokens: number;
  readonly explain?: ExplainLevel;
};
