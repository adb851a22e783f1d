/** Purpose of an embedding. Some models place questions and answers differently. */
export type EmbeddingPurpose = 'document' | 'query';

/**
 * Turns texts into vectors that lie close together when the texts have similar meanings.
 *
 * Vectors of one `model` are comparable with each other and with no others. The same text always gives the same vector,
 * regardless of the other texts in its batch. Never blocks the event loop.
 */
export type Embedder = {
  /** Names the space the vectors live in: `gte-small/int8`, `voyage/voyage-3.5`. */
  readonly model: string;
  readonly dimension: number;
  /**
   * Returns one vector of length 1 for each text, in order. Throws `EmbeddingError` when an external service or file
   * failed.
   */
  readonly embed: (
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal?: AbortSignal,
  ) => Promise<readonly Float32Array[]>;
  readonly close: () => Promise<void>;
};

type Details = { readonly retryable: boolean; readonly cause?: unknown };

/** The embedder could not do its work. `retryable` says whether the same call may succeed later. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly retryable: boolean;

  constructor(message: string, { retryable, cause }: Details) {
    super(message, { cause });
    this.retryable = retryable;
  }
}
