import { createHash } from 'node:crypto';

/** Names a text by what it says: equal texts have equal vectors, so a vector is kept as long as its text is. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
