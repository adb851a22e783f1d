import type { HomebrewContent, JsonData } from '#engine/content/homebrew-pack.ts';
import { type Json, toCanonicalJson } from '#engine/util/canonical-json.ts';
import { isPattern } from '#retrieval/lore-keys.ts';
import type { CardNames } from '../card/card-text.ts';
import { readKeptJson } from '../files/kept-json.ts';
import { isJsonObject, type JsonObject } from '../files/read-json.ts';
import { readBookEntry } from './book-entry.ts';
import { ENTRY_EXTENSION, toEntryLore } from './entry-lore.ts';

/** Returns a lore file as an entry of a V3 book: as it was imported, but for what was edited since. */
export function exportEntry({ data, body }: HomebrewContent, names: CardNames): JsonObject {
  const kept = readKept(data);
  const written = writeEntry(data, body);
  if (kept === null) return written;
  const { shape, entry } = kept;
  const base = shape === 'card' ? entry : fromWorldInfo(entry);
  const lore = toEntryLore(readBookEntry(entry, shape === 'card' ? 'card' : 'world-info'), names);
  if (lore === null) return { ...base, ...written };
  const before = writeEntry({ name: lore.name, ...toJson(lore.fields) }, lore.body);
  const edited = Object.entries(written).filter(
    ([key, value]) => toCanonicalJson(value) !== toCanonicalJson(before[key]),
  );
  return { ...base, ...Object.fromEntries(edited) };
}

function readKept(data: JsonData): { readonly shape: string; readonly entry: JsonObject } | null {
  const kept = readKeptJson(data, ENTRY_EXTENSION);
  if (kept === null || !isJsonObject(kept.entry)) return null;
  return { shape: String(kept.shape), entry: kept.entry };
}

/** Writes keys and text of a lore file as an entry. */
function writeEntry(data: JsonData, body: string): JsonObject {
  const also = isJsonObject(data.keys_also) ? data.keys_also : {};
  const [keys, any, all, none] = [data.keys, also.any, also.all, also.none].map(readTexts);
  const usesPatterns = keys?.some(isPattern) === true;
  const secondary = any?.length ? any : (all ?? []);
  const content = [
    ...(none?.length ? [`@@exclude_keys ${none.join(',')}`] : []),
    body.replace(/^## Part \d+\n\n/gm, ''),
  ].join('\n');
  return {
    keys: usesPatterns ? (keys ?? []).map(writePattern) : (keys ?? []),
    content,
    enabled: true,
    insertion_order: 100,
    use_regex: usesPatterns,
    constant: data.always === true,
    name: typeof data.name === 'string' ? data.name : '',
    selective: secondary.length > 0,
    secondary_keys: [...secondary],
    extensions: any?.length || !all?.length ? {} : { selectiveLogic: 3 },
  };
}

/** In a book of patterns words are patterns too: without slashes, and with their signs escaped. */
function writePattern(key: string): string {
  const [, pattern] = /^\/(.+)\/[a-z]*$/su.exec(key) ?? [];
  return pattern ?? key.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function readTexts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function toJson(fields: object): JsonData {
  // Fields of lore are texts and lists of texts.
  return fields as JsonData;
}

const LOGIC_FIELDS = [
  'key',
  'keysecondary',
  'content',
  'comment',
  'constant',
  'disable',
  'selective',
  'order',
];

/** Converts an entry of world info to one of V3; fields that V3 has no name for stand in its extensions. */
export function fromWorldInfo(entry: JsonObject): JsonObject {
  const rest = Object.entries(entry).filter(([key]) => !LOGIC_FIELDS.includes(key));
  return {
    keys: readTexts(entry.key),
    secondary_keys: readTexts(entry.keysecondary),
    content: typeof entry.content === 'string' ? entry.content : '',
    name: typeof entry.comment === 'string' ? entry.comment : '',
    comment: typeof entry.comment === 'string' ? entry.comment : '',
    enabled: entry.disable !== true,
    insertion_order: typeof entry.order === 'number' ? entry.order : 100,
    constant: entry.constant === true,
    selective: entry.selective !== false,
    use_regex: false,
    extensions: Object.fromEntries(rest),
  };
}
