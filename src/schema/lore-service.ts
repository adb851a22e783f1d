import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Rejection } from '#engine/util/rejection.ts';
import type { IndexProgress, IndexStats } from '#retrieval/lore-index.ts';
import type { Corpus, LoreFocus } from '#retrieval/lore-query.ts';
import type { LoreResult } from '#retrieval/lore-result.ts';

/** Scope of a lore search: packs, or the packs and history of the branch a session has reached. */
export type LoreScope =
  | { readonly kind: 'packs'; readonly packIds: readonly string[] }
  | { readonly kind: 'session'; readonly session: SessionRecord };

/** Reader of lore: a game master, who may know every secret, a player with a persona, or a viewer without one. */
export type LoreReader = 'gm' | { readonly personaId: string | null };

export type LoreRequest = {
  readonly text: string;
  readonly place: LoreScope;
  readonly corpus: Corpus;
  readonly focus: LoreFocus;
  readonly limit: number;
  readonly maxTokens: number;
  readonly explain: boolean;
};

/** Lore as resolvers may query it. */
export type LoreService = {
  readonly search: (request: LoreRequest, reader: LoreReader) => Promise<LoreResult>;
  /** Returns the size of a pack's index; null when nothing is indexed yet. */
  readonly statsOf: (packId: string) => Promise<IndexStats | null>;
  /** Rebuilds the index of a pack. Text search works when this resolves; vectors follow. */
  readonly reindex: (packId: string) => Promise<IndexStats | Rejection>;
  /** Yields the progress of a pack's index until the caller stops reading. */
  readonly progressOf: (packId: string) => AsyncIterableIterator<IndexProgress>;
};
