import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '#retrieval/embedding/embedder.ts';

const HASH_BYTES = 32;

/** Keeps vectors between runs, by default in the machine's temporary folder: embedding the collections takes minutes. */
export function withKeptVectors(embedder: Embedder, parent = tmpdir()): Embedder {
  const folder = join(parent, 'scenewright-bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${embedder.model.replaceAll('/', '-')}.vectors`);
  const known = read(file, embedder.dimension);
  return {
    ...embedder,
    embed: async (texts, purpose) => {
      const missing = [...new Set(texts)].filter((text) => !known.has(nameOf(text)));
      for (const text of missing) {
        const [vector] = await embedder.embed([text], purpose);
        if (vector === undefined) throw new Error('an embedder gives a vector for every text');
        known.set(nameOf(text), vector);
        appendFileSync(file, Buffer.concat([digest(text), new Uint8Array(vector.slice().buffer)]));
      }
      return texts.map((text) => known.get(nameOf(text)) ?? new Float32Array(embedder.dimension));
    },
  };
}

function read(file: string, dimension: number): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>();
  if (!existsSync(file)) return known;
  const bytes = readFileSync(file);
  const size = HASH_BYTES + dimension * 4;
  for (let start = 0; start + size <= bytes.length; start += size) {
    const name = bytes.subarray(start, start + HASH_BYTES).toString('hex');
    known.set(
      name,
      new Float32Array(new Uint8Array(bytes.subarray(start + HASH_BYTES, start + size)).buffer),
    );
  }
  return known;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const nameOf = (text: string) => digest(text).toString('hex');
