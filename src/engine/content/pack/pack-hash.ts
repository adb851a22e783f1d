import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '#engine/kit/canonical-json.ts';
import type { AuthoredFile } from './authored-file.ts';

/**
 * A hash of what a pack says rather than of its bytes: comments, line ends, the order of keys and the names of
 * files do not count, so that it is the same on every machine and for a homebrew pack kept in a database.
 */
export function packHash(manifest: Json, files: readonly AuthoredFile[]): string {
  const content = files
    .map(({ kind, id, data, body }) => canonicalJson({ kind, id, data, body }))
    .sort()
    .join('\n');
  return createHash('sha256')
    .update(`${canonicalJson(manifest)}\n${content}`)
    .digest('hex');
}
