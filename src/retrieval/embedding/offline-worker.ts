import { parentPort, workerData } from 'node:worker_threads';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { toUnitVector } from '../ranking/vector-math.ts';
import { GTE_SMALL, type ModelFiles, readModelFile } from './gte-small-files.ts';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './offline-embedder.ts';
import { loadQuantisedWeights } from './quantise-model.ts';

/** The model reads no more tokens at once, the two that mark beginning and end included. */
const WINDOW = 510;
/** Longer texts are read in so many windows, whose vectors are averaged by length; what follows is left out. */
const MOST_WINDOWS = 4;
/** No text in any script yields fewer than a token for so many characters. */
const CHARACTERS_PER_TOKEN = 12;
const BEGIN = 101;
const END = 102;

/**
 * Loads gte-small on this machine: mean of the token states, length 1, no prefix. Works synchronously, so it runs in a
 * worker.
 */
async function loadGteSmall(
  files: ModelFiles,
  folder: string,
  threads: number,
): Promise<(text: string) => Promise<Float32Array>> {
  const tokenizer = new Tokenizer(readJson(files, 'tokenizer'), readJson(files, 'config'));
  const session = await InferenceSession.create(loadQuantisedWeights(files, folder), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
  });
  return async (text) => {
    const cut = text.slice(0, WINDOW * MOST_WINDOWS * CHARACTERS_PER_TOKEN);
    const ids = tokenizer.encode(cut, { add_special_tokens: false }).ids.slice(0, WINDOW * MOST_WINDOWS);
    const sum = new Float32Array(GTE_SMALL.dimension);
    // One text at a time: together, each would be rounded by the largest value of all of them.
    for (let start = 0; start === 0 || start < ids.length; start += WINDOW)
      addStates(sum, await statesOf(session, ids.slice(start, start + WINDOW)));
    return toUnitVector(sum);
  };
}

async function statesOf(session: InferenceSession, ids: readonly number[]): Promise<Float32Array> {
  const input = BigInt64Array.from([BEGIN, ...ids, END], BigInt);
  const shape = [1, input.length];
  const output = await session.run({
    input_ids: new Tensor('int64', input, shape),
    attention_mask: new Tensor('int64', new BigInt64Array(input.length).fill(1n), shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(input.length), shape),
  });
  const states = output.last_hidden_state?.data;
  if (!(states instanceof Float32Array)) throw new Error('gte-small gave no token states');
  return states;
}

function addStates(sum: Float32Array, states: Float32Array): void {
  for (let start = 0; start < states.length; start += sum.length)
    for (let column = 0; column < sum.length; column++)
      sum[column] = (sum[column] ?? 0) + (states[start + column] ?? 0);
}

function readJson(files: ModelFiles, name: 'tokenizer' | 'config'): object {
  return JSON.parse(new TextDecoder().decode(readModelFile(files, name)));
}

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

/** Takes the next request, queries first: a player waits for a query, documents can wait. */
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
