import type { EmbeddingPurpose } from '../embedder.ts';
import type { ModelFiles } from './weights.ts';

export type WorkerSettings = {
  readonly files: ModelFiles;
  readonly folder: string;
  readonly threads: number;
};

export type WorkerRequest = {
  readonly id: number;
  readonly text: string;
  readonly purpose: EmbeddingPurpose;
};

export type WorkerReply =
  | { readonly kind: 'ready' }
  /** The model could not be loaded. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'vector'; readonly id: number; readonly vector: Float32Array }
  | { readonly kind: 'refused'; readonly id: number; readonly reason: string };
