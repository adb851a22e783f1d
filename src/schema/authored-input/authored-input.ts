import type { InputRef } from '@pothos/core';
import type { JsonData } from '#engine/content/homebrew-pack.ts';
import type { ContentKind } from '../player-contents.ts';
import { asWritten, fileShape } from './file-shape.ts';
import { type AuthoredInput, inputType } from './input-type.ts';

/** What the API takes for a kind of file: one field for each key, made from the very schema the checker goes by. */
export function authoredInput(
  kind: ContentKind | 'pack',
  name: string,
  description: string,
): InputRef<AuthoredInput> {
  return inputType(name, description, fileShape(kind), kind);
}

/** What an author gave, as a file would say it. */
export function authoredData(kind: ContentKind | 'pack', given: AuthoredInput): JsonData {
  // The shape of a file is keys with values, and so is what comes of it.
  return asWritten(fileShape(kind), given) as JsonData;
}
