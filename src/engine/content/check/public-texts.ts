import type { ContentKind } from '../format/content-kinds.ts';
import type { Content } from '../library/content.ts';
import type { FieldPath } from '../problem.ts';

/** A text somebody reads who must not learn secrets from it: the players, or the narrator who is not told them. */
export type OpenText = {
  readonly reader: 'player' | 'narrator';
  readonly text: string;
  /** The field it stands in; null for text below the frontmatter, which begins on `line`. */
  readonly field: FieldPath | null;
  readonly line: number;
};

/** What players may read of a content. Field by field, as the player-facing views show them. */
export function publicTexts(content: Content): readonly OpenText[] {
  const isHidden = 'visibility' in content.data && content.data.visibility === 'gm';
  if (isHidden) return [];
  const sections = content.sections
    .filter((section) => !section.isHidden)
    .map(({ text, line }) => ({ reader: 'player' as const, text, field: null, line }));
  return [
    ...fieldTexts(content),
    ...(content.kind === 'entry_point' ? openRecords(content) : []),
    ...sections,
  ];
}

const PUBLIC_FIELDS: Readonly<Partial<Record<ContentKind, readonly string[]>>> = {
  character: ['summary', 'title', 'role', 'appearance'],
  location: ['summary', 'effects'],
  entry_point: ['summary', 'goals', 'prologue'],
};

function fieldTexts({ kind, data }: Content): readonly OpenText[] {
  const names = PUBLIC_FIELDS[kind] ?? ['summary'];
  return names.flatMap((name) => textsAt('player', data, name));
}

/** The texts of an entry point's records that players see from the start, where they are public. */
const RECORD_FIELDS = {
  threads: ['title', 'stakes'],
  clocks: ['name'],
  facts: ['object'],
  missions: ['title', 'objective'],
  deadlines: ['description', 'consequences'],
  resources: ['name', 'consequence'],
} as const;

function openRecords({ data }: Content<'entry_point'>): readonly OpenText[] {
  // The keys of the object are the lists themselves; `Object.keys` only forgets it.
  const lists = Object.keys(RECORD_FIELDS) as (keyof typeof RECORD_FIELDS)[];
  return lists.flatMap((list) =>
    data[list].flatMap((record, index) => {
      if (record.visibility !== 'public') return [];
      const texts = RECORD_FIELDS[list].flatMap((name) => textsAt('player', record, name));
      return texts.map((open) => ({ ...open, field: [list, index, ...(open.field ?? [])] }));
    }),
  );
}

/** What a narrator reads on every turn, who may not know what nobody has discovered. */
export function narratorTexts(content: Content<'entry_point' | 'world'>): readonly OpenText[] {
  const names =
    content.kind === 'world' ? ['prompt', 'essentials'] : ['entry', 'entry_start', 'essentials', 'stakes'];
  return names.flatMap((name) => textsAt('narrator', content.data, name));
}

function textsAt(reader: OpenText['reader'], data: object, name: string): readonly OpenText[] {
  const value: unknown = Object.entries(data).find(([key]) => key === name)?.[1];
  if (typeof value === 'string') return [{ reader, text: value, field: [name], line: 1 }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((text: unknown, index) =>
    typeof text === 'string' ? [{ reader, text, field: [name, index], line: 1 }] : [],
  );
}
