import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quantiseModel } from './quantise-model.ts';
import { digestOf, type ModelFiles, readModelFile } from './weights.ts';

/** SHA-256 of what quantising the published weights gives, on every machine. */
const QUANTISED_DIGEST = 'fc2fb33a18f83e8d73c5f9694cf701fb87291857f7496ae71b94ffdcc8482338';

/** The quantised weights: from the folder when they were made before, else made now and kept there. */
export function quantisedWeights(files: ModelFiles, folder: string): Uint8Array {
  const file = join(folder, 'gte-small-int8.onnx');
  const kept = existsSync(file) ? readFileSync(file) : null;
  if (kept !== null && digestOf(kept) === QUANTISED_DIGEST) return kept;

  const made = quantiseModel(readModelFile(files, 'weights'));
  if (digestOf(made) !== QUANTISED_DIGEST)
    throw new Error('quantising gte-small did not give the weights it must');
  mkdirSync(folder, { recursive: true });
  // Under another name first, so that a crash never leaves half a file where a whole one is looked for.
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, made);
  renameSync(part, file);
  return made;
}
