import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { assertNever } from '#engine/util/assert-never.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { type Embedder, EmbeddingError, type EmbeddingPurpose } from './embedder.ts';
import { findModelFiles, GTE_SMALL, type ModelFiles, WEIGHTS_PACKAGE } from './gte-small-files.ts';

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

type Waiting = { readonly resolve: (vector: Float32Array) => void; readonly reject: (error: Error) => void };

/** A running worker: embeds single texts until it is stopped or dies. */
type EmbeddingWorker = {
  readonly embed: (text: string, purpose: EmbeddingPurpose) => Promise<Float32Array>;
  readonly stop: () => Promise<void>;
};

/** Starts the worker and waits until its model is loaded. `onExit` is called once, however it ends. */
function startWorker(settings: WorkerSettings, onExit: () => void): Promise<EmbeddingWorker> {
  const worker = new Worker(new URL('./offline-worker.ts', import.meta.url), { workerData: settings });
  const waiting = new Map<number, Waiting>();
  let count = 0;

  const settle = (id: number, finish: (caller: Waiting) => void) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    // An idle worker does not keep the process alive.
    if (waiting.size === 0) worker.unref();
    if (caller !== undefined) finish(caller);
  };
  const embed = (text: string, purpose: EmbeddingPurpose) =>
    new Promise<Float32Array>((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      worker.ref();
      worker.postMessage({ id: count, text, purpose } satisfies WorkerRequest);
    });
  const stop = async () => {
    await worker.terminate();
  };

  return new Promise((resolve, reject) => {
    worker.on('message', (reply: WorkerReply) => {
      switch (reply.kind) {
        case 'ready':
          worker.unref();
          return resolve({ embed, stop });
        case 'failed':
          void worker.terminate();
          return reject(
            new EmbeddingError(`gte-small cannot be used: ${reply.reason}`, { retryable: false }),
          );
        case 'vector':
          return settle(reply.id, (caller) => caller.resolve(reply.vector));
        case 'refused':
          return settle(reply.id, (caller) =>
            caller.reject(new EmbeddingError(`gte-small failed: ${reply.reason}`, { retryable: false })),
          );
        default:
          return assertNever(reply);
      }
    });
    const die = (cause?: unknown) => {
      onExit();
      const error = new EmbeddingError('the embedding worker ended', { retryable: true, cause });
      for (const id of [...waiting.keys()]) settle(id, (caller) => caller.reject(error));
      reject(error);
    };
    worker.on('error', die);
    worker.on('exit', () => die());
  });
}

/** Leaves room for the server itself. */
const THREADS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/**
 * Embeds on this machine with gte-small, in a worker thread; nothing is downloaded. `folder` keeps the weights it
 * derives at its first start. Rejects when the optional package with the weights is not installed.
 */
export function createOfflineEmbedder(folder: string): Embedder | Rejection {
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
