import type { Content, Library } from '#engine/content/library.ts';

const KINDS = [
  'world',
  'ruleset',
  'entry_point',
  'character',
  'location',
  'faction',
  'culture',
  'history',
  'technology',
  'item',
  'event',
  'law',
] as const;

/** Keys of files whose every word is the game master's. */
const SECRET_KEYS: ReadonlySet<string> = new Set([
  'withholds',
  'gm_notes',
  'memories',
  'discoverables',
  'agenda',
  'agendas',
  'prompt',
  'essentials',
  'speech_style',
  'disposition',
  'entry',
  'entry_start',
  'stakes',
  'secrets',
  'observations',
  'cast',
  'threads',
  'clocks',
  'deadlines',
]);
/** What personas are in a story is told to players before they choose. */
const OPEN_KEYS: ReadonlySet<string> = new Set(['part', 'title', 'name']);

/** A sentence no player may read before it is discovered, and the content it stands in. */
export type Secret = { readonly contentId: string; readonly text: string };

/** Everything the loaded packs keep from players: hidden facts, sections, notes, prompts, what people withhold. */
export function secretsOf(library: Library): readonly Secret[] {
  const contents = KINDS.flatMap((kind): readonly Content[] => library.all(kind));
  const found = contents.flatMap((content) =>
    [...hiddenSections(content), ...secretWords(content), ...hiddenFacts(content)].map((text) => {
      return { contentId: content.id, text: text.trim() };
    }),
  );
  // Ids and single words stand in many places without telling anything.
  return found.filter(({ text }) => text.length > 20 && text.includes(' '));
}

/** The contents players may not even know of. */
export function hiddenContents(library: Library): readonly Content[] {
  return KINDS.flatMap((kind): readonly Content[] => library.all(kind)).filter(isHidden);
}

const isHidden = ({ data }: Content) => 'visibility' in data && data.visibility === 'gm';

function hiddenSections(content: Content): readonly string[] {
  return content.sections.filter((one) => one.isHidden || isHidden(content)).map(({ text }) => text);
}

function secretWords({ data }: Content): readonly string[] {
  return Object.entries(data).flatMap(([key, value]) => (SECRET_KEYS.has(key) ? textsIn(value) : []));
}

function hiddenFacts(content: Content): readonly string[] {
  if (content.kind !== 'entry_point') return [];
  const facts = content.data.facts.filter(({ visibility }) => visibility !== 'public');
  return facts.flatMap(({ object, triggers }) => [...textsIn(object), ...triggers]);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (OPEN_KEYS.has(key) ? [] : textsIn(inner)));
}
