import { Worker } from 'node:worker_threads';
import { assertNever } from '#engine/kit/assert-never.ts';
import { EmbeddingError, type EmbeddingPurpose } from '../embedder.ts';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './worker-messages.ts';

type Waiting = { readonly resolve: (vector: Float32Array) => void; readonly reject: (error: Error) => void };

/** A running worker: embeds single texts until it is stopped or dies. */
export type EmbeddingWorker = {
  readonly embed: (text: string, purpose: EmbeddingPurpose) => Promise<Float32Array>;
  readonly stop: () => Promise<void>;
};

/** Starts the worker and waits until its model is loaded. `onExit` is called once, however it ends. */
export function startWorker(settings: WorkerSettings, onExit: () => void): Promise<EmbeddingWorker> {
  const worker = new Worker(new URL('./offline-worker.ts', import.meta.url), { workerData: settings });
  const waiting = new Map<number, Waiting>();
  let count = 0;

  const settle = (id: number, finish: (caller: Waiting) => void) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    // A worker nobody waits for does not keep the process alive.
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
