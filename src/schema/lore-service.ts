import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Rejection } from '#engine/util/rejection.ts';
import type { IndexProgress, IndexStats } from '#retrieval/lore-index.ts';
import type { Corpus, LoreFocus } from '#retrieval/lore-query.ts';
import type { LoreResult } from '#retrieval/lore-result.ts';

/** Where lore is looked for: in packs, or in the packs and the history of the branch a session has reached. */
export type LoreScope =
  | { readonly kind: 'packs'; readonly packIds: readonly string[] }
  | { readonly kind: 'session'; readonly session: SessionRecord };

/** Who asks: somebody who may know every secret, or somebody who plays a persona, or nobody in particular. */
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

/** What resolvers may ask of lore. */
export type LoreService = {
  readonly search: (request: LoreRequest, reader: LoreReader) => Promise<LoreResult>;
  /** How much of a pack can be found; null when nothing of it is indexed yet. */
  readonly statsOf: (packId: string) => Promise<IndexStats | null>;
  /** Makes the index of a pack anew. It can be found by its words when this resolves; vectors follow. */
  readonly reindex: (packId: string) => Promise<IndexStats | Rejection>;
  /** How far the index of a pack is, and how far it comes, as long as somebody asks. */
  readonly progressOf: (packId: string) => AsyncIterableIterator<IndexProgress>;
};
