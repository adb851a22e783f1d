import type { Json } from '#engine/kit/canonical-json.ts';
import { LIMITS } from '../files/limits.ts';
import { CONTENT_KINDS } from '../format/content-kinds.ts';
import type { AuthoredFile } from '../pack/authored-file.ts';
import type { Problem } from '../problem.ts';
import { problemOf } from '../schema/schema-problems.ts';
import { mapReferences } from './references-in.ts';
import { resolveReference, type Viewpoint } from './resolve-reference.ts';

/** A file whose references are full ids. */
export type ResolvedFile = {
  readonly file: AuthoredFile;
  readonly packId: string;
  readonly data: { readonly [key: string]: Json };
};

const REFERENCE = /^[a-z][a-z0-9_:-]*$/;

/** Makes every reference of a file a full id; those that mean nothing become problems and stay as they are. */
export function resolveFile(
  file: AuthoredFile,
  pack: Omit<Viewpoint, 'fileId'>,
): { readonly resolved: ResolvedFile; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const viewpoint = { ...pack, fileId: file.id };
  const mapped = mapReferences(
    CONTENT_KINDS[file.kind].schema,
    file.data,
    ({ path, part, text, to, isInOperation }) => {
      // The schema has already said that such a text is no reference at all.
      if (!isInOperation && !REFERENCE.test(text)) return text;
      if (problems.length >= LIMITS.problemsPerFile) return text;
      const found = resolveReference(viewpoint, text, to);
      if (typeof found === 'string') return found;
      problems.push({
        ...problemOf({ ...found, path, part }, file.path, file.locate),
        packId: pack.packId,
      });
      return text;
    },
  );
  // An object stays an object: only texts and keys inside it are rewritten.
  const data = mapped as ResolvedFile['data'];
  return { resolved: { file, packId: pack.packId, data }, problems };
}
