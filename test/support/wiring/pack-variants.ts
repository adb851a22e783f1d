import { parse, stringify } from 'yaml';
import { beginCampaign } from '#engine/content/begin-campaign.ts';
import { checkFiles } from '#engine/content/check-pack.ts';
import { listPackChunks } from '#engine/content/content-chunks.ts';
import { buildFileSchemas } from '#engine/content/json-schemas.ts';
import { buildLibrary } from '#engine/content/library.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import { toPlayerContent } from '#engine/content/player-content.ts';
import { isError } from '#engine/content/problem.ts';
import { parsePack } from '#engine/content/read-pack.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { createLazy, memoizeByObject } from '#engine/util/memoize.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { KIND_NAMES } from '../../../src/engine/content/format/content-kinds.ts';

export type Texts = ReadonlyMap<string, string>;
type Path = readonly (string | number)[];

/** A file of a pack: its data, and the text below it. */
export type PackFile = {
  readonly path: string;
  readonly kind: string;
  readonly data: Json;
  readonly body: string | null;
};

/** A value of a file: the field it stands in, without positions in lists, and where exactly it stands. */
export type Leaf = {
  readonly field: string;
  readonly file: string;
  readonly at: Path;
  readonly value: Json;
};

const KINDS: Readonly<Record<string, string>> = {
  worlds: 'world',
  rulesets: 'ruleset',
  entry_points: 'entry_point',
  characters: 'character',
  locations: 'location',
  factions: 'faction',
  culture: 'culture',
  history: 'history',
  technology: 'technology',
  items: 'item',
  events: 'event',
  laws: 'law',
  creatures: 'bestiary',
  spells: 'spellbook',
};

/** Reads the texts of a pack into data. */
export function readPackFiles(texts: Texts): readonly PackFile[] {
  return [...texts].map(([path, text]) => {
    const kind = path === 'pack.yaml' ? 'pack' : (KINDS[path.split('/')[0] ?? ''] ?? path);
    if (!path.endsWith('.md')) return { path, kind, data: parse(text), body: null };
    const [, head = '', ...rest] = text.split('---\n');
    return { path, kind, data: parse(head), body: rest.join('---\n') };
  });
}

/** Writes data back as the texts of a pack. */
export function writePackTexts(files: readonly PackFile[]): Texts {
  return new Map(files.map((file) => [file.path, writeFile(file)]));
}

/** Most variants differ in one file from the others. */
const writeFile = memoizeByObject(({ data, body }: PackFile) =>
  body === null ? stringify(data) : `---\n${stringify(data)}---\n${body}`,
);

/** Lists every value of the files. Objects whose keys an author chooses freely count as one value. */
export function listLeaves(files: readonly PackFile[]): readonly Leaf[] {
  return files.flatMap(({ path, kind, data }) => listLeavesBelow(kind, path, [], data));
}

const FREE_OBJECTS =
  /(_schema|stat_block|stat_blocks|default_stat_block|scene_seed|custom|operations|when|requires|object|attributes)$/;

function listLeavesBelow(field: string, file: string, at: Path, value: Json): readonly Leaf[] {
  if (FREE_OBJECTS.test(field)) return [{ field, file, at, value }];
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, index) =>
      listLeavesBelow(field, file, [...at, index], item),
    );
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) =>
      listLeavesBelow(`${field}.${key}`, file, [...at, key], inner),
    );
  }
  return [{ field, file, at, value }];
}

/** Stands for a value that is taken away: the item of its list, or the key. */
export const REMOVED = Symbol('removed');
export type Candidate = Json | typeof REMOVED;

/** Puts another value in the place of one; a key that is not there is added. */
export function replaceValue(
  files: readonly PackFile[],
  { file, at }: Pick<Leaf, 'file' | 'at'>,
  value: Candidate,
): readonly PackFile[] {
  return files.map((one) => (one.path === file ? { ...one, data: setIn(one.data, at, value) } : one));
}

function setIn(data: Json, [step, ...rest]: Path, value: Candidate): Json {
  if (step === undefined) return value === REMOVED ? null : value;
  const isRemoved = rest.length === 0 && value === REMOVED;
  if (Array.isArray(data)) {
    const items = data as readonly Json[];
    if (isRemoved) return items.filter((_, index) => index !== step);
    return items.map((item, index) => (index === step ? setIn(item, rest, value) : item));
  }
  const record = (data ?? {}) as { readonly [key: string]: Json }; // a path through data leads through lists and records
  if (isRemoved) return Object.fromEntries(Object.entries(record).filter(([key]) => key !== step));
  return { ...record, [step]: setIn(record[step] ?? null, rest, value) };
}

const PACK = 'lantern_quay';

function toPackFiles(files: readonly PackFile[]): PackFiles {
  const texts = [...writePackTexts(files)].map(([path, text]) => ({ path, text }));
  return { origin: PACK, files: texts, problems: [] };
}

/** Returns the checker's words about a pack. */
export function tellProblems(files: readonly PackFile[]): string {
  const { problems } = checkFiles([toPackFiles(files)], []);
  return problems.map(({ code, field, message }) => `${code} ${field} ${message}`).join('\n');
}

/** A pack as the engine has it in memory, before anything is played. */
export type OpenPack = {
  /** Tells whether it may be played. */
  readonly isSound: boolean;
  /** Returns the parts that clients are shown outside of play. */
  readonly shown: () => string;
  /** Returns the texts and names that its lore can be found by. */
  readonly indexed: () => string;
  /** Returns the world in which its story begins. */
  readonly world: () => string;
};

/** Reads and checks a pack. */
export const openPackFiles = memoizeByObject((files: readonly PackFile[]): OpenPack => {
  const library = buildLibrary([parsePack(toPackFiles(files))]);
  return {
    isSound: !library.problems.some(isError),
    shown: createLazy(() =>
      JSON.stringify([
        library.findPack(PACK)?.manifest,
        KIND_NAMES.flatMap(library.all).map((content) => toPlayerContent(content, library)),
      ]),
    ),
    indexed: createLazy(() => JSON.stringify(listPackChunks(library, PACK))),
    world: createLazy(() => {
      const start = beginCampaign(library, `${PACK}:the_second_ledger`);
      if (isRejection(start)) throw new Error(start.reason);
      return JSON.stringify(start.snapshot);
    }),
  };
});

/** Values each field accepts by its schema, where there are only so many. */
const CHOICES = listChoices();

function listChoices(): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, readonly Json[]>();
  const visit = (field: string, schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { enum: values, properties, items, anyOf, oneOf } = schema as Record<string, unknown>; // JSON Schema
    if (Array.isArray(values)) found.set(field, [...(found.get(field) ?? []), ...(values as Json[])]);
    for (const [key, inner] of Object.entries(properties ?? {})) visit(`${field}.${key}`, inner);
    visit(field, items);
    for (const one of [anyOf, oneOf].flat()) visit(field, one);
  };
  for (const { kind, schema } of buildFileSchemas()) visit(kind, schema);
  return found;
}

/** Lists the ids of all files; those of the kind that an id already names come first. */
function listIds(files: readonly PackFile[], named: string): readonly string[] {
  const all = files.map(({ path, kind }) => ({ kind, id: path.replace(/^.*\/|\.\w+$/g, '') }));
  const kind = all.find(({ id }) => id === named)?.kind;
  const isLike = (one: { readonly kind: string }) => one.kind === kind;
  return [...all.filter(isLike), ...all.filter((one) => !isLike(one))].map(({ id }) => id);
}

/** Lists values that might stand in the place of one, the likeliest first. */
export function listCandidates({ value, field }: Leaf, files: readonly PackFile[]): readonly Candidate[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1, value / 2];
  if (typeof value !== 'string') return [REMOVED];
  const ids = listIds(files, value);
  const earlier = /^\d{4}-/.test(value) ? [value.replace(/^\d{4}/, (year) => String(Number(year) - 1))] : [];
  const shorter = /^\d+ days$/.test(value) ? ['1 days'] : [];
  const isId = /^[a-z][a-z0-9_]*$/.test(value);
  const words = [...(CHOICES.get(field) ?? []), ...earlier, ...shorter, `${value} zq`, ...(isId ? ids : [])];
  return [...words.filter((one) => one !== value), REMOVED];
}
