import { parentPort, workerData } from 'node:worker_threads';
import { loadGteSmall } from './gte-small.ts';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './worker-messages.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker');
const reply = (message: WorkerReply) => port.postMessage(message);

// The embedder starts this file with exactly these settings.
const { files, folder, threads } = workerData as WorkerSettings;
const waiting: WorkerRequest[] = [];
let wake: () => void = () => {};

port.on('message', (request: WorkerRequest) => {
  waiting.push(request);
  wake();
});

/** Somebody waits for a query; documents can wait. */
function next(): WorkerRequest | undefined {
  const query = waiting.findIndex(({ purpose }) => purpose === 'query');
  return query === -1 ? waiting.shift() : waiting.splice(query, 1)[0];
}

async function serve(): Promise<never> {
  const embed = await loadGteSmall(files, folder, threads);
  reply({ kind: 'ready' });
  for (;;) {
    const request = next();
    if (request === undefined) await new Promise<void>((resolve) => (wake = resolve));
    else await answer(request, embed);
  }
}

async function answer(
  { id, text }: WorkerRequest,
  embed: (text: string) => Promise<Float32Array>,
): Promise<void> {
  try {
    reply({ kind: 'vector', id, vector: await embed(text) });
  } catch (error) {
    reply({ kind: 'refused', id, reason: String(error) });
  }
}

serve().catch((error: unknown) => reply({ kind: 'failed', reason: String(error) }));
