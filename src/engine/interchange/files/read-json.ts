import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { IMPORT_LIMITS } from './import-limits.ts';

export type JsonObject = { readonly [key: string]: Json };

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON within bounds. `what` names the source in the sentence about a fault. */
export function parseBoundedJson(text: string, what: string): { readonly value: Json } | Rejection {
  if (text.length > IMPORT_LIMITS.jsonCharacters) {
    const most = IMPORT_LIMITS.jsonCharacters.toLocaleString('en');
    return reject('too-large', `${what} has more than ${most} characters of JSON.`);
  }
  let value: Json;
  try {
    // JSON.parse gives JSON and nothing else.
    value = JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return reject('bad-json', `${what} is not JSON: ${why.slice(0, 200)}.`);
  }
  const fault = findBoundsFault(value);
  return fault === null ? { value } : reject('too-large', `${what} ${fault}.`);
}

/** Finds out whether a value is nested too deeply or has too many parts. Never recurses. */
function findBoundsFault(value: Json): string | null {
  let level: readonly Json[] = [value];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    nodes += level.length;
    if (depth > IMPORT_LIMITS.jsonDepth) return `is nested deeper than ${IMPORT_LIMITS.jsonDepth} levels`;
    if (nodes > IMPORT_LIMITS.jsonNodes)
      return `has more than ${IMPORT_LIMITS.jsonNodes.toLocaleString('en')} values`;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return null;
}

/** Decodes UTF-8; a sentence when the bytes are no text. */
export function decodeText(bytes: Uint8Array, what: string): string | Rejection {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return reject('not-utf8', `${what} is not UTF-8 text.`);
  }
}
