import type { Json } from '#engine/util/canonical-json.ts';
import { IMPORT_LIMITS } from '../files/import-limits.ts';
import { isJsonObject, type JsonObject } from '../files/read-json.ts';

/** Condition on the secondary keys of an entry. */
export type SecondaryLogic = 'any' | 'all' | 'none' | 'not-all';

/** Entry of a lorebook, independent of the program that wrote it. */
export type BookEntry = {
  readonly name: string;
  readonly content: string;
  readonly keys: readonly string[];
  readonly secondary: readonly string[];
  readonly logic: SecondaryLogic;
  readonly isConstant: boolean;
  readonly isEnabled: boolean;
  readonly usesPatterns: boolean;
  readonly isCaseSensitive: boolean;
  /** Decorators at the head of the content, as V3 writes them: name and value. */
  readonly decorators: readonly (readonly [name: string, value: string])[];
  /** The entry as it was written. */
  readonly original: JsonObject;
};

/** Shape of an entry: of a card, or of a world info file, whose fields have other names. */
export type EntryShape = 'card' | 'world-info';

const LOGIC: readonly SecondaryLogic[] = ['any', 'not-all', 'none', 'all'];

/** Reads an entry. Every field may be missing or of another type; what cannot be read counts as absent. */
export function readBookEntry(original: JsonObject, shape: EntryShape): BookEntry {
  const extensions = isJsonObject(original.extensions) ? original.extensions : {};
  const isWorldInfo = shape === 'world-info';
  const [decorators, content] = splitDecorators(readText(original.content));
  const secondary = readKeys(isWorldInfo ? original.keysecondary : original.secondary_keys);
  const isSelective = original.selective !== false || isWorldInfo;
  const logic = LOGIC[Number(original.selectiveLogic ?? extensions.selectiveLogic ?? 0)] ?? 'any';
  const chance = original.useProbability === false ? 100 : (original.probability ?? extensions.probability);
  return {
    name: readText(original.name) || readText(original.comment),
    content,
    keys: readKeys(isWorldInfo ? original.key : original.keys),
    secondary: isSelective ? secondary : [],
    logic,
    isConstant: original.constant === true,
    isEnabled: original.enabled !== false && original.disable !== true && chance !== 0,
    usesPatterns: original.use_regex === true,
    isCaseSensitive: [original.case_sensitive, original.caseSensitive, extensions.case_sensitive].includes(
      true,
    ),
    decorators,
    original,
  };
}

function readText(value: Json | undefined): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : '';
}

/** Reads keys written as a list or as one text with commas. A comma inside a pattern divides nothing. */
function readKeys(value: Json | undefined): readonly string[] {
  const written = Array.isArray(value) ? value.map(readText) : splitKeys(readText(value));
  return [...new Set(written.map((key) => key.trim()).filter((key) => key !== ''))];
}

function splitKeys(text: string): readonly string[] {
  return text.startsWith('/') ? [text] : text.split(',');
}

/** Separates the decorators at the head of a content from its text. */
function splitDecorators(content: string): readonly [BookEntry['decorators'], string] {
  const lines = content.split('\n');
  const first = lines.findIndex((line) => !line.trim().startsWith('@@'));
  const head = first < 0 ? lines : lines.slice(0, first);
  const decorators = head.flatMap((line): [string, string][] => {
    const [, name, value = ''] = /^@{2,}([a-z_]+)\s*(.*)$/.exec(line.trim()) ?? [];
    return name === undefined ? [] : [[name, value.trim()]];
  });
  return [decorators, first < 0 ? '' : lines.slice(first).join('\n').trim()];
}

/** The entries of a book, in order. World info has them in an object by number; some files have them so in cards too. */
export function listEntries(book: JsonObject): readonly JsonObject[] {
  const { entries } = book;
  if (Array.isArray(entries)) return entries.filter(isJsonObject);
  return isJsonObject(entries) ? Object.values(entries).filter(isJsonObject) : [];
}

/** Returns why a book is too large to be taken; null for one that is not. */
export function findBookExcess(entries: readonly JsonObject[]): string | null {
  const { bookEntries, bookPatterns } = IMPORT_LIMITS;
  if (entries.length > bookEntries) return `has ${entries.length} entries; at most ${bookEntries} are taken`;
  const patterns = entries.reduce((sum, entry) => sum + countPossiblePatterns(entry), 0);
  return patterns > bookPatterns
    ? `has ${patterns} patterns among its keys; at most ${bookPatterns} are taken`
    : null;
}

/** Counts the keys of an entry that may be patterns, without compiling one. */
function countPossiblePatterns(entry: JsonObject): number {
  const written = ['keys', 'key', 'secondary_keys', 'keysecondary'].flatMap((field) =>
    readKeys(entry[field]),
  );
  const { usesPatterns, isCaseSensitive } = readBookEntry({ ...entry, content: '' }, 'card');
  return written.filter((key) => isCaseSensitive || isPossiblePattern(key, usesPatterns)).length;
}

const PATTERN_SIGN = /[\\^$.*+?()[\]{}|]/;

/** Tells whether a key is a pattern. Some programs say so of every key: one without a sign of a pattern is words. */
export function isPossiblePattern(key: string, usesPatterns: boolean): boolean {
  return key.startsWith('/') || (usesPatterns && PATTERN_SIGN.test(key));
}
