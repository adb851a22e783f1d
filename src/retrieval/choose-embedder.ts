import { assertNever } from '#engine/kit/assert-never.ts';
import type { Rejection } from '#engine/kit/rejection.ts';
import type { Embedder } from './embedder.ts';
import { offlineEmbedder } from './offline-embedder.ts';
import { type OpenAiEmbeddingSettings, openAiEmbedder } from './openai-embedder.ts';
import { type VoyageSettings, voyageEmbedder } from './voyage-embedder.ts';

export type EmbeddingSettings =
  /** On this machine; `folder` keeps the derived weights. */
  | { readonly kind: 'offline'; readonly folder: string }
  | ({ readonly kind: 'voyage' } & VoyageSettings)
  | ({ readonly kind: 'openai' } & OpenAiEmbeddingSettings)
  /** Full text alone. */
  | { readonly kind: 'none' };

/** The embedder a configuration asks for; null when it asks for none. */
export function chooseEmbedder(settings: EmbeddingSettings): Embedder | Rejection | null {
  switch (settings.kind) {
    case 'offline':
      return offlineEmbedder(settings.folder);
    case 'voyage':
      return voyageEmbedder(settings);
    case 'openai':
      return openAiEmbedder(settings);
    case 'none':
      return null;
    default:
      return assertNever(settings);
  }
}
