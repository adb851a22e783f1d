import type { JsonData } from '#engine/content/homebrew-pack.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { IMPORT_LIMITS } from './import-limits.ts';
import { isJsonObject, type JsonObject, parseBoundedJson } from './read-json.ts';

/**
 * Writes foreign data as a file of a pack keeps it: as JSON in one text, because its keys, its depth and its length follow the
 * rules of other programs. Null when it is too long.
 */
export function keepJson(name: string, value: JsonObject): JsonData | null {
  const json = JSON.stringify(value);
  return json.length > IMPORT_LIMITS.keptCharacters ? null : { [name]: json };
}

/** Reads foreign data that a file keeps under a name; null when there is none, or it is not valid. */
export function readKeptJson({ extensions }: JsonData, name: string): JsonObject | null {
  const json = isJsonObject(extensions) ? extensions[name] : undefined;
  if (typeof json !== 'string') return null;
  const parsed = parseBoundedJson(json, name);
  return isRejection(parsed) || !isJsonObject(parsed.value) ? null : parsed.value;
}
