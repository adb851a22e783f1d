import type { Table } from '@lancedb/lancedb';
import {
  Binary,
  Bool,
  type DataType,
  Field,
  FixedSizeList,
  Float32,
  Int32,
  List,
  Schema,
  Utf8,
} from 'apache-arrow';
import { DEFAULT_LANGUAGE } from './full-text-language.ts';

const field = (name: string, type: DataType) => new Field(name, type, false);
const text = (name: string) => field(name, new Utf8());
const texts = (name: string) => field(name, new List(new Field('item', new Utf8(), true)));

const SUBJECTS = ['entity_ids', 'location_ids', 'faction_ids', 'thread_ids', 'tags'].map(texts);

/** Raised when rows are laid out or filled in another way: tables of another format are made again. */
export const TABLE_FORMAT = 1;

const AUTHORED = [
  text('id'),
  text('text_hash'),
  text('parent_id'),
  text('path'),
  text('title'),
  text('place'),
  text('text'),
  field('tokens', new Int32()),
  field('is_hidden', new Bool()),
  text('type'),
  ...SUBJECTS,
];

const HISTORY = [
  text('id'),
  text('text_hash'),
  text('kind'),
  text('session_id'),
  field('scene_index', new Int32()),
  field('ordinal', new Int32()),
  text('episode'),
  text('owner_id'),
  texts('visible_to'),
  text('title'),
  text('text'),
  text('searchable'),
  field('tokens', new Int32()),
  ...SUBJECTS,
];

/** The columns of one kind of table, with those its indices stand on. */
export type TableLayout = {
  readonly fields: readonly Field[];
  /** Tag of the language of its texts; left out for English. Kept in the table's schema. */
  readonly language?: string | undefined;
  readonly fullText: readonly {
    readonly column: string;
    readonly boost: number;
    /** Searched only as long as there are no vectors, which say the same. */
    readonly inVectors?: true;
  }[];
  readonly exact: readonly string[];
  /** Whether a long text has vectors of its pieces besides its own. */
  readonly hasPieces?: true;
  readonly labels: readonly string[];
  /** Columns a search reads, besides the vector. */
  readonly read: readonly string[];
};

const SUBJECT_NAMES = SUBJECTS.map(({ name }) => name);

/** A heading says more about a chunk than a sentence in it; together with the one above it, as much. */
export const AUTHORED_LAYOUT: TableLayout = {
  fields: AUTHORED,
  fullText: [
    { column: 'title', boost: 2 },
    { column: 'place', boost: 1, inVectors: true },
    { column: 'text', boost: 1 },
  ],
  exact: ['id', 'is_hidden'],
  hasPieces: true,
  labels: SUBJECT_NAMES,
  read: ['id', 'parent_id', 'path', 'text', 'tokens', 'is_hidden', 'type', ...SUBJECT_NAMES],
};

export const HISTORY_LAYOUT: TableLayout = {
  fields: HISTORY,
  fullText: [{ column: 'searchable', boost: 1 }],
  exact: ['id', 'kind', 'session_id', 'scene_index', 'owner_id'],
  labels: [...SUBJECT_NAMES, 'visible_to'],
  read: [
    ...['id', 'kind', 'session_id', 'scene_index', 'ordinal', 'episode', 'owner_id', 'visible_to'],
    ...['title', 'text', 'tokens', ...SUBJECT_NAMES],
  ],
};

export const LAYOUTS = { authored: AUTHORED_LAYOUT, history: HISTORY_LAYOUT } as const;

const LANGUAGE_KEY = 'language';

/** Returns the schema of a table; without a dimension it has no vectors. */
export function toArrowSchema(
  { fields, language, hasPieces }: TableLayout,
  dimension: number | null,
): Schema {
  const metadata = language === undefined ? undefined : new Map([[LANGUAGE_KEY, language]]);
  if (dimension === null) return new Schema([...fields], metadata);
  const vector = new FixedSizeList(dimension, new Field('item', new Float32(), true));
  const pieces = hasPieces === true ? [new Field('pieces', new Binary(), true)] : [];
  return new Schema([...fields, new Field('vector', vector, true), ...pieces], metadata);
}

/** Reads the language of a table's texts from its schema. */
export function readLanguage({ metadata }: Pick<Schema, 'metadata'>): string {
  return metadata.get(LANGUAGE_KEY) ?? DEFAULT_LANGUAGE;
}

const languages = new WeakMap<Table, Promise<string>>();

/** Returns the language of a table's texts, which never changes. */
export function languageOf(table: Table): Promise<string> {
  const known = languages.get(table) ?? table.schema().then(readLanguage);
  languages.set(table, known);
  known.catch(() => languages.delete(table));
  return known;
}
