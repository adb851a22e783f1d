import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { GTE_SMALL } from './gte-small-space.ts';
import { quantisedWeights } from './model-cache.ts';
import { unitVector } from './unit-vector.ts';
import { type ModelFiles, readModelFile } from './weights.ts';

/** The model reads no more tokens at once, the two that mark beginning and end included. */
const WINDOW = 510;
/** Longer texts are read in so many windows, whose vectors are averaged by length; what follows is left out. */
const MOST_WINDOWS = 4;
/** No text in any script yields fewer than a token for so many characters. */
const CHARACTERS_PER_TOKEN = 12;
const BEGIN = 101;
const END = 102;

/** gte-small on this machine: mean of the token states, length 1, no prefix. Synchronous work, so it runs in a worker. */
export async function loadGteSmall(
  files: ModelFiles,
  folder: string,
  threads: number,
): Promise<(text: string) => Promise<Float32Array>> {
  const tokenizer = new Tokenizer(readJson(files, 'tokenizer'), readJson(files, 'config'));
  const session = await InferenceSession.create(quantisedWeights(files, folder), {
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
    return unitVector(sum);
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
