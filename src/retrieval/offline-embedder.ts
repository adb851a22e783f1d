import { availableParallelism } from 'node:os';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { Embedder } from './embedder.ts';
import { GTE_SMALL } from './embedding/gte-small-space.ts';
import { findModelFiles, WEIGHTS_PACKAGE } from './embedding/weights.ts';
import { type EmbeddingWorker, startWorker } from './embedding/worker-embedder.ts';

/** Leaves room for the server itself. */
const THREADS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/**
 * Embeds on this machine with gte-small, in a worker thread; nothing is downloaded. `folder` keeps the weights it
 * derives at its first start. Rejects when the optional package with the weights is not installed.
 */
export function offlineEmbedder(folder: string): Embedder | Rejection {
  const files = findModelFiles();
  if (files === null)
    return reject(
      'no-embedding-model',
      `The optional package ${WEIGHTS_PACKAGE} is not installed, so lore is found by its words alone; install it or configure an embeddings service.`,
    );
  let running: Promise<EmbeddingWorker> | null = null;
  let closed = false;
  const worker = () => {
    // A worker that died is started again by the next text.
    running ??= startWorker({ files, folder, threads: THREADS }, () => {
      running = null;
    });
    return running;
  };
  return {
    ...GTE_SMALL,
    embed: async (texts, purpose, signal) => {
      if (closed) throw new Error('the embedder is closed');
      signal?.throwIfAborted();
      const { embed } = await worker();
      return Promise.all(texts.map((text) => embed(text, purpose)));
    },
    close: async () => {
      closed = true;
      await (await running)?.stop();
    },
  };
}
