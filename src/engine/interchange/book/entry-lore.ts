import type { HomebrewContent } from '#engine/content/homebrew-pack.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { UniqueSlugs } from '#engine/util/slugs.ts';
import { compileKey, isPattern } from '#retrieval/lore-keys.ts';
import { type CardNames, cleanCardText, cutAtParagraphs } from '../card/card-text.ts';
import { keepJson } from '../files/kept-json.ts';
import type { JsonObject } from '../files/read-json.ts';
import type { Report } from '../import-report.ts';
import { type BookEntry, type EntryShape, isPossiblePattern, readBookEntry } from './book-entry.ts';

/** Characters of one piece of lore: about 800 tokens, so that a turn has room for it. */
const MOST_IN_PIECE = 3_000;
const MOST_KEYS = 60;

type KeyConditions = { readonly [when: string]: readonly string[] };

type KeyFields = {
  readonly keys: readonly string[];
  readonly keys_also?: KeyConditions;
  readonly always?: true;
};

/** An entry as lore: the keys of its file without id and extensions, and its text. */
export type EntryLore = {
  readonly name: string;
  readonly fields: KeyFields;
  readonly body: string;
  /** Each with the field it is about. */
  readonly changes: readonly (readonly [field: string, note: string])[];
};

/** Converts an entry to lore; null when it is switched off or empty. The same entry always gives the same lore. */
export function toEntryLore(entry: BookEntry, names: CardNames): EntryLore | null {
  const decorated = new Map(entry.decorators);
  const { text, notes } = cleanCardText(entry.content, names);
  if (!entry.isEnabled || decorated.has('dont_activate') || text === '') return null;
  const changes: [string, string][] = notes.map((note) => ['content', note]);
  const keys = readKeyList(entry.keys, 'keys', entry, names, changes);
  const also = readAlso(entry, names, changes);
  const isAlways = entry.isConstant || decorated.has('activate');
  for (const [name] of entry.decorators) {
    if (!DECORATORS.includes(name)) changes.push(['content', `the decorator @@${name} has no part in play`]);
  }
  const pieces = cutAtParagraphs(text, MOST_IN_PIECE);
  if (pieces.length > 1)
    changes.push(['content', `cut into ${pieces.length} pieces, so that each fits a scene`]);
  return {
    name: cleanCardText(entry.name || (entry.keys[0] ?? ''), names).text.slice(0, 120) || 'Lore',
    fields: {
      keys,
      ...(also === null ? {} : { keys_also: also }),
      ...(isAlways ? { always: true } : {}),
    },
    body: pieces
      .map((piece, index) => (index === 0 ? piece : `## Part ${index + 1}\n\n${piece}`))
      .join('\n\n'),
    changes,
  };
}

const DECORATORS: readonly string[] = ['activate', 'dont_activate', 'exclude_keys', 'additional_keys'];

function readAlso(entry: BookEntry, names: CardNames, changes: [string, string][]): KeyConditions | null {
  const listed = (name: string) =>
    entry.decorators.filter(([one]) => one === name).flatMap(([, value]) => value.split(','));
  const secondary = readKeyList(entry.secondary, 'secondary_keys', entry, names, changes);
  const logic = entry.logic === 'not-all' && secondary.length === 1 ? 'none' : entry.logic;
  if (logic === 'not-all' && secondary.length > 0)
    changes.push(['secondary_keys', '“not all of these” cannot be said by keys_also; the keys alone count']);
  const by = (kind: BookEntry['logic']) => (logic === kind ? secondary : []);
  const also = {
    any: [...by('any'), ...readKeyList(listed('additional_keys'), 'content', entry, names, changes)],
    all: by('all'),
    none: [...by('none'), ...readKeyList(listed('exclude_keys'), 'content', entry, names, changes)],
  };
  const filled = Object.entries(also).filter(([, keys]) => keys.length > 0);
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

function readKeyList(
  written: readonly string[],
  field: string,
  { usesPatterns, isCaseSensitive }: BookEntry,
  names: CardNames,
  changes: [string, string][],
): readonly string[] {
  const taken = written.slice(0, MOST_KEYS);
  const keys = taken.flatMap((one) => {
    const key = cleanCardText(one, names).text;
    if (key === '') return [];
    const asPattern = writeAsPattern(key, usesPatterns, isCaseSensitive);
    const compiled = compileKey(asPattern);
    if (isRejection(compiled)) {
      changes.push([field, compiled.reason]);
      return [];
    }
    return [asPattern];
  });
  if (written.length > MOST_KEYS)
    changes.push([field, `only the first ${MOST_KEYS} of ${written.length} keys are used`]);
  return [...new Set(keys)];
}

/** Writes a key as a pattern where the book says that it is one, or that its case counts. */
function writeAsPattern(key: string, usesPatterns: boolean, isCaseSensitive: boolean): string {
  if (isPattern(key)) return key;
  if (usesPatterns && isPossiblePattern(key, true)) return `/${key}/${isCaseSensitive ? '' : 'i'}`;
  return isCaseSensitive ? `/${key.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}/` : key;
}

/** Name under which a lore file keeps the entry it was made of. */
export const ENTRY_EXTENSION = 'lorebook_entry';

/** Fields of an entry that were read; every other one is kept for export. */
const READ: readonly string[] = [
  ...[
    'keys',
    'key',
    'content',
    'name',
    'comment',
    'constant',
    'enabled',
    'disable',
    'selective',
    'secondary_keys',
  ],
  ...[
    'keysecondary',
    'selectiveLogic',
    'use_regex',
    'case_sensitive',
    'caseSensitive',
    'id',
    'uid',
    'extensions',
  ],
];

export type EntryContext = {
  readonly names: CardNames;
  readonly slugs: UniqueSlugs;
  readonly report: Report;
  readonly shape: EntryShape;
  /** Path of the entries in the file: `data.character_book.entries`. */
  readonly path: string;
};

/** Converts entries to lore files and reports each. Returns null in place of an entry that has no part in play. */
export function convertEntries(
  entries: readonly JsonObject[],
  { names, slugs, report, shape, path }: EntryContext,
): readonly (HomebrewContent | null)[] {
  const unused = new Set<string>();
  const contents = entries.map((original, index) => {
    const field = `${path}[${index}]`;
    for (const key of Object.keys(original)) if (!READ.includes(key)) unused.add(key);
    const lore = toEntryLore(readBookEntry(original, shape), names);
    if (lore === null) {
      report.kept(field, 'It is switched off or empty, so no lore was made of it.');
      return null;
    }
    const id = slugs.idFor(lore.name, 'lore');
    const to = `culture/${id}.md`;
    if (lore.changes.length === 0) report.used(field, to);
    else for (const [part, note] of lore.changes) report.changed(`${field}.${part}`, to, note);
    return createLoreFile(id, lore, original, shape, (note) => report.leftOut(field, note));
  });
  if (unused.size > 0)
    report.kept(
      `${path}[].${[...unused].join(', ')}`,
      'The engine decides place, order and chance of lore itself.',
    );
  return contents;
}

function createLoreFile(
  id: string,
  { name, fields, body }: EntryLore,
  original: JsonObject,
  shape: EntryShape,
  onLeftOut: (note: string) => void,
): HomebrewContent {
  const extensions = keepJson(ENTRY_EXTENSION, { shape, entry: original });
  if (extensions === null) onLeftOut('It is too long to be kept as it was; export writes the lore instead.');
  return {
    kind: 'culture',
    id,
    data: { id, name, ...fields, ...(extensions === null ? {} : { extensions }) },
    body,
  };
}
