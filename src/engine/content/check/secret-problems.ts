import { showRulesetState } from '#engine/state/player-view.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { type ContentKind, KIND_NAMES } from '../format/content-kinds.ts';
import type { Content } from '../library/content.ts';
import type { Library } from '../library/create-library.ts';
import type { FieldPath, Problem } from '../problem.ts';
import {
  type CheckContext,
  createFieldProblem,
  createTextProblem,
  listContents,
  narrowToPack,
  type PackCheck,
} from './check-context.ts';

/** Number of consecutive words that count as a match. */
const RUN_LENGTH = 6;
const SHORTEST = 4;

type SourceWord = { readonly word: string; readonly line: number };

/** Splits a text into words without case, accents and signs, each with its line. */
function splitWords(text: string, firstLine = 1): readonly SourceWord[] {
  return text.split('\n').flatMap((line, index) => {
    const plain = line.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    const words = plain.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
    return words.map((word) => ({ word, line: firstLine + index }));
  });
}

/** Lists every run of words of a text. A short text is one run, a very short one none. */
function listWordRuns(
  words: readonly SourceWord[],
): readonly { readonly run: string; readonly line: number }[] {
  const length = Math.min(RUN_LENGTH, words.length);
  if (length < SHORTEST) return [];
  return words.slice(0, words.length - length + 1).map(({ line }, start) => {
    const run = words.slice(start, start + length).map(({ word }) => word);
    return { run: run.join(' '), line };
  });
}

/** Words that must not stand where players read. */
type SecretText = {
  readonly packId: string;
  readonly owner: string;
  readonly field: string;
  readonly text: string;
};

/** Collects all texts the packs declare as secret. */
function collectSecrets(library: Library): readonly SecretText[] {
  return [
    ...library
      .all('character')
      .flatMap((content) => [
        ...lines(content, 'withholds', content.data.withholds),
        ...discoverables(content, content.data.discoverables),
      ]),
    ...library
      .all('faction')
      .flatMap((content) => [
        ...lines(content, 'withholds', content.data.withholds),
        ...discoverables(content, content.data.discoverables),
      ]),
    ...library.all('location').flatMap((content) => discoverables(content, content.data.discoverables)),
    ...library.all('item').flatMap((content) => discoverables(content, content.data.discoverables)),
    ...library.all('entry_point').flatMap(inEntryPoint),
  ];
}

function inEntryPoint(content: Content<'entry_point'>): readonly SecretText[] {
  const { cast, facts, secrets } = content.data;
  const hidden = facts.filter(({ visibility }) => visibility !== 'public').map(({ object }) => object);
  return [
    ...lines(content, 'secrets', secrets),
    ...lines(
      content,
      'cast',
      cast.flatMap(({ withholds }) => withholds),
    ),
    ...lines(
      content,
      'facts',
      hidden.filter((object) => typeof object === 'string'),
    ),
  ];
}

function lines({ packId, localId }: Content, field: string, texts: readonly string[]): readonly SecretText[] {
  return texts.map((text) => ({ packId, owner: localId, field, text }));
}

function discoverables(content: Content, found: readonly { readonly text: string }[]): readonly SecretText[] {
  return lines(
    content,
    'discoverables',
    found.map(({ text }) => text),
  );
}

/** Text whose reader must not learn secrets from it: the players, or a narrator who is not told them. */
type OpenText = {
  readonly reader: 'player' | 'narrator';
  readonly text: string;
  /** The field it stands in; null for text below the frontmatter, which begins on `line`. */
  readonly field: FieldPath | null;
  readonly line: number;
};

/** Collects the texts of a content that players may read, field by field, as the player-facing views show them. */
function collectPublicTexts(content: Content): readonly OpenText[] {
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

/** Collects what players read from the start beside the records: prologues, and the part of the scene state they are shown. */
function collectOpeningTexts(checking: CheckContext, content: Content): readonly OpenText[] {
  if (content.kind !== 'entry_point') return [];
  const { openings, rulesets, scene_seed } = content.data;
  const ruleset = narrowToPack(checking, content).find('ruleset', rulesets[0] ?? '');
  const shown = showRulesetState(scene_seed, ruleset?.data.scene_state_schema ?? null);
  return [
    ...openings.flatMap((opening, index) =>
      textsAt('player', opening, 'prologue').map((open) => ({
        ...open,
        field: ['openings', index, 'prologue'],
      })),
    ),
    ...listTexts(shown).map((text) => {
      return { reader: 'player' as const, text, field: ['scene_seed'], line: 1 };
    }),
  ];
}

function listTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

/** Collects the texts a narrator reads on every turn. The narrator may not know undiscovered facts. */
function collectNarratorTexts(content: Content<'entry_point' | 'world'>): readonly OpenText[] {
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

const LABELS = /\b(?:(?:lawful|neutral|chaotic) (?:good|neutral|evil)|[EI][NS][FT][JP])\b/;

/** Secrets and internal labels in text that players read, or a narrator who must not know them. */
export const checkSecrets: PackCheck = (checking) => {
  const secrets = indexed(collectSecrets(checking.library));
  const readers = KIND_NAMES.flatMap((kind): readonly Content[] => listContents(checking, kind)).map(
    (content) => ({
      content,
      texts: [
        ...collectPublicTexts(content),
        ...collectOpeningTexts(checking, content),
        ...toldToNarrator(checking, content),
      ],
    }),
  );
  return readers.flatMap(({ content, texts }) =>
    texts.flatMap((open) => [...leaks(checking, content, open, secrets), ...labels(checking, content, open)]),
  );
};

type Index = ReadonlyMap<string, SecretText>;

function indexed(secrets: readonly SecretText[]): Index {
  const index = new Map<string, SecretText>();
  for (const secret of secrets)
    for (const { run } of listWordRuns(splitWords(secret.text))) index.set(run, secret);
  return index;
}

/**
 * Collects the narrator's texts to check. Returns none in a duet: there one model is the whole game master and may know
 * everything.
 */
function toldToNarrator(checking: CheckContext, content: Content): readonly OpenText[] {
  if (content.kind !== 'entry_point' && content.kind !== 'world') return [];
  const library = narrowToPack(checking, content);
  const rulesetIds = content.kind === 'entry_point' ? content.data.rulesets.slice(0, 1) : [];
  const rulesets =
    content.kind === 'entry_point'
      ? rulesetIds.flatMap((id) => library.find('ruleset', id) ?? [])
      : library.all('ruleset');
  const isAllDuet = rulesets.every(({ data }) => data.mechanics.pipeline === 'duet');
  return isAllDuet ? [] : collectNarratorTexts(content);
}

function leaks(checking: CheckContext, content: Content, open: OpenText, secrets: Index): readonly Problem[] {
  const told = new Set<SecretText>();
  return listWordRuns(splitWords(open.text, open.line)).flatMap(({ run, line }) => {
    const secret = secrets.get(run);
    if (secret === undefined || told.has(secret) || !isNear(checking, content, secret)) return [];
    told.add(secret);
    const whose = `${secret.field} of ${secret.owner}`;
    const who = open.reader === 'player' ? 'Players read' : 'The narrator is told';
    const message = `${who} "${run}" here, which ${whose} hides.`;
    const advice =
      open.field === null
        ? 'Say it otherwise, or end the heading with {gm}.'
        : 'Say it otherwise, or leave it out.';
    return [pointedAt(checking, content, open, line, { code: 'secret-in-the-open', message, advice })];
  });
}

function isNear({ ordered }: CheckContext, { packId }: Content, secret: SecretText): boolean {
  const below = (upper: string, lower: string) => ordered.closures.get(upper)?.has(lower) ?? false;
  return below(packId, secret.packId) || below(secret.packId, packId);
}

function labels(checking: CheckContext, content: Content, open: OpenText): readonly Problem[] {
  const label = open.reader === 'player' ? LABELS.exec(open.text) : null;
  if (label === null) return [];
  const line = open.line + open.text.slice(0, label.index).split('\n').length - 1;
  const message = `Players read the internal label "${label[0]}" here.`;
  const advice = 'Show it in what they do, and keep the label in alignment: or mbti:.';
  return [pointedAt(checking, content, open, line, { code: 'internal-label', message, advice })];
}

function pointedAt(
  checking: CheckContext,
  content: Content,
  { field }: OpenText,
  line: number,
  finding: { readonly code: string; readonly message: string; readonly advice: string },
): Problem {
  const warning = { severity: 'warning' as const, ...finding };
  return field === null
    ? createTextProblem(checking, content, line, warning)
    : createFieldProblem(checking, content, field, warning);
}
