import type { JsonData } from '#engine/content/homebrew-pack.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { UniqueSlugs } from '#engine/util/slugs.ts';
import { keepJson } from '../files/kept-json.ts';
import { isJsonObject, type JsonObject } from '../files/read-json.ts';
import { type ImportedPack, type ImportOptions, Report } from '../import-report.ts';
import { createPersona, createSetting, createStage, JUST_TALK, VISITOR } from '../pack/imported-setting.ts';
import { type EntryShape, findBookExcess, listEntries } from './book-entry.ts';
import { convertEntries } from './entry-lore.ts';

/** Name under which a world keeps the lorebook its lore came from. */
export const BOOK_EXTENSION = 'lorebook';

/** Tells whether JSON is a lorebook: of V3, or of world info. */
export function isLorebook(value: Json): boolean {
  const book = findBook(value);
  return book !== null && typeof book.entries === 'object' && book.entries !== null;
}

/** Finds the book in a file: V3 wraps it in `data`, world info does not. */
function findBook(value: Json): JsonObject | null {
  if (!isJsonObject(value)) return null;
  if (value.spec === 'lorebook_v3' && isJsonObject(value.data)) return value.data;
  return 'entries' in value ? value : null;
}

/** World info has `key` where cards have `keys`. */
function detectShape(entries: readonly JsonObject[]): EntryShape {
  return entries.some((entry) => 'key' in entry || 'keysecondary' in entry) ? 'world-info' : 'card';
}

/** Converts a lorebook to a pack: its entries as lore, and a world to walk in. */
export function convertBook(value: Json, fileName: string, options: ImportOptions): ImportedPack | Rejection {
  const book = findBook(value);
  if (book === null) return reject('not-a-book', 'The file is no lorebook: it has no entries.');
  const entries = listEntries(book);
  const excess = findBookExcess(entries);
  if (excess !== null) return reject('too-large', `The book ${excess}.`);
  const report = new Report();
  const shape = detectShape(entries);
  const given = readText(book.name);
  const name = given || fileName.replace(/\.[a-z]+$/i, '').trim() || 'Lorebook';
  const persona = options.persona ?? VISITOR;
  const slugs = new UniqueSlugs(['the_world', 'the_scene', 'the_meeting', 'persona']);
  const path = value === book ? 'entries' : 'data.entries';
  const lore = convertEntries(entries, { names: { character: name, persona }, slugs, report, shape, path });
  const made = lore.flatMap((content) => content ?? []);
  if (made.length === 0)
    return reject('empty-book', 'The book has no entry with a text that is switched on.');
  const setting = createSetting(book, { packId: options.packId ?? name, name }, report);
  const kept = keepBook(
    book,
    shape,
    entries.map((entry, index) => lore[index]?.id ?? entry),
    options,
    report,
  );
  const stage = createStage({
    packId: setting.packId,
    name,
    personaName: persona,
    characterId: null,
    persona: options.persona === undefined ? `${JUST_TALK}:visitor` : 'persona',
    prologue: '',
    openings: [],
    scenario: readText(book.description).slice(0, 20_000),
    ...kept,
  });
  const people = options.persona === undefined ? [] : [createPersona(options.persona)];
  return {
    format: shape === 'world-info' ? 'lorebook (world info)' : 'lorebook (V3)',
    pack: { manifest: setting.manifest, contents: [...stage, ...people, ...made] },
    entryPointId: `${setting.packId}:the_meeting`,
    images: [],
    report: report.lines,
  };
}

function readText(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns what the world keeps of the book: everything but the entries that became files of their own. */
function keepBook(
  book: JsonObject,
  shape: EntryShape,
  listed: readonly Json[],
  { persona }: ImportOptions,
  report: Report,
): { readonly extensions?: JsonData } {
  const { entries: written, ...rest } = book;
  const unused = Object.keys(rest).filter((key) => !['name', 'description', 'extensions'].includes(key));
  if (unused.length > 0)
    report.kept(unused.join(', '), 'The engine decides these itself; export writes them back.');
  const kept = keepJson(BOOK_EXTENSION, {
    shape,
    book: rest,
    entries: [...listed],
    ...(Array.isArray(written) ? {} : { entry_names: Object.keys(Object(written)) }),
    ...(persona === undefined ? {} : { persona }),
  });
  if (kept !== null) return { extensions: kept };
  report.leftOut('entries', 'What is switched off is too long to be kept for export.');
  return {};
}
