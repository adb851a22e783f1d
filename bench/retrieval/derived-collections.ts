import { type Collection, type Doc, type Group, isConversation, type Query } from './collections.ts';
import { bodyOf, headingsOf, spoken } from './entries.ts';
import { keyedRandom } from './keyed-numbers.ts';

/** Builds a group of another shape from one of a given collection; null when that one has nothing for it. */
type Derivation = (group: Group) => Group | null;

const DERIVATIONS: Readonly<Record<string, Derivation>> = {
  'several questions': joinQuestions,
  'documents as questions': askByDocuments,
  'sections as questions': askBySections,
  'long documents': (group) => (isTitled(group) || isConversation(group) ? mergeDocuments(group) : null),
  'long documents, several questions': (group) => joinQuestions(mergeDocuments(group)),
  'documents as questions, long documents': (group) => mergeAsked(askByDocuments(group)),
  'sections as questions, long documents': (group) => mergeAsked(askBySections(group)),
};

/**
 * Makes collections of other shapes from the given ones: questions of several sentences, documents of 500 to 1,300 words,
 * dozens of relevant documents in grades.
 */
export function deriveCollections(given: readonly Collection[]): Collection[] {
  return given.flatMap(({ name, groups }) =>
    Object.entries(DERIVATIONS).flatMap(([shape, derive]) => {
      const derived = groups.flatMap((group) => derive(group) ?? []);
      const kept = shape.includes('long documents') ? joinGroups(derived) : derived;
      return kept.some(({ queries }) => queries.length > 0)
        ? { name: `${name}, ${shape}`, groups: kept }
        : [];
    }),
  );
}

const QUESTIONS_JOINED = 3;

/** Joins each question with those that share the most relevant documents, into one of several sentences. */
function joinQuestions(group: Group): Group {
  const shared = (one: Query, other: Query) => Object.keys(one.rel).filter((id) => id in other.rel).length;
  const queries = group.queries.map((query, at) => {
    const after = [...group.queries.slice(at + 1), ...group.queries.slice(0, at)];
    const near = after.toSorted((a, b) => shared(query, b) - shared(query, a)).slice(0, QUESTIONS_JOINED - 1);
    const joined = [query, ...near];
    return {
      text: joined.map(({ text }) => endSentence(text)).join(' '),
      rel: sumGains(joined.map(({ rel }) => rel)),
    };
  });
  return { ...group, queries };
}

/** Questions that were written without a mark would run into each other. */
function endSentence(text: string): string {
  return /[\p{Sentence_Terminal}]\s*$/u.test(text) ? text : `${text}?`;
}

const MOST_QUESTIONS = 120;
const LEAST_RELEVANT = 5;
const BEST_GAIN = 3;

/**
 * Takes documents out and asks by their text. Relevant are the documents that some question finds relevant together with
 * it, the more the more questions do.
 */
function askByDocuments(group: Group): Group | null {
  if (group.docs.some((doc) => headingsOf(doc) !== '') || isConversation(group)) return null;
  const related = (id: string) =>
    sumGains(
      group.queries
        .filter(({ rel }) => (rel[id] ?? 0) > 0)
        .map(({ rel }) => Object.fromEntries(Object.keys(rel).map((other) => [other, 1]))),
    );
  return askBy(group, related, (doc) => doc);
}

/**
 * Takes sections out and asks by their text. Relevant are the sections under the same headings: those under the nearest
 * one most. Headings are left out.
 */
function askBySections(group: Group): Group | null {
  if (!group.docs.some((doc) => parentsOf(doc).length > 1)) return null;
  const byId = new Map(group.docs.map((doc) => [doc.id, parentsOf(doc)]));
  const related = (id: string) => {
    const own = byId.get(id) ?? [];
    const [nearest, above] = [own.join(' > '), own.slice(0, -1).join(' > ')];
    const gain = (parents: readonly string[]) => {
      if (nearest !== '' && parents.join(' > ') === nearest) return 2;
      return above !== '' && parents.slice(0, -1).join(' > ') === above ? 1 : 0;
    };
    return Object.fromEntries(
      [...byId].flatMap(([other, parents]) => (gain(parents) > 0 ? [[other, gain(parents)]] : [])),
    );
  };
  const isShort = (doc: Doc) => countWords(bodyOf(doc)) < LEAST_WORDS_ASKED;
  const docs = group.docs.filter((doc) => !isShort(doc));
  return askBy({ ...group, docs }, related, ({ id, body }) => ({ id, body }));
}

const LEAST_WORDS_ASKED = 30;
const MOST_RELEVANT = 60;

function parentsOf(doc: Doc): string[] {
  return headingsOf(doc).split(' > ').slice(0, -1);
}

function askBy(
  group: Group,
  related: (id: string) => Record<string, number>,
  toDoc: (doc: Doc) => Doc,
): Group | null {
  const ids = new Set(group.docs.map(({ id }) => id));
  const relevantTo = (id: string) =>
    Object.entries(related(id)).filter(([other]) => other !== id && ids.has(other));
  const possible = shuffle(
    group.docs.filter(({ id }) => {
      const count = relevantTo(id).length;
      return count >= LEAST_RELEVANT && count <= MOST_RELEVANT;
    }),
    group.id,
  );
  const asked = possible.slice(0, Math.min(MOST_QUESTIONS, Math.floor(group.docs.length / 8)));
  for (const { id } of asked) ids.delete(id);
  const queries = asked.flatMap((doc) => {
    const rel = Object.fromEntries(relevantTo(doc.id).map(([id, gain]) => [id, Math.min(gain, BEST_GAIN)]));
    return Object.keys(rel).length < LEAST_RELEVANT ? [] : { text: bodyOf(doc), rel };
  });
  const docs = group.docs.filter(({ id }) => ids.has(id)).map(toDoc);
  return queries.length === 0 ? null : { ...group, docs, queries };
}

const LEAST_WORDS = 500;
const MOST_WORDS = 1_300;

function isTitled({ docs }: Group): boolean {
  return docs.some((doc) => parentsOf(doc).length > 0);
}

function mergeAsked(group: Group | null): Group | null {
  return group === null ? null : mergeDocuments(group);
}

/** Merges neighbouring texts, or turns of one conversation, into documents without headings. */
function mergeDocuments(group: Group): Group {
  const isTalk = isConversation(group);
  const merged: { id: string; part: string; text: string; words: number }[] = [];
  const homes = new Map<string, string>();
  for (const doc of group.docs) {
    const part = isTalk ? (doc.session ?? '') : (headingsOf(doc).split(' > ')[0] ?? '');
    const heading = headingsOf(doc).split(' > ').at(-1);
    const written = heading ? `${heading}. ${bodyOf(doc)}` : bodyOf(doc);
    const text = isTalk ? spoken(doc) : written;
    const words = countWords(text);
    const last = merged.at(-1);
    const fits = last !== undefined && last.part === part && last.words < LEAST_WORDS;
    if (fits && last.words + words <= MOST_WORDS) {
      last.text += `\n${text}`;
      last.words += words;
    } else merged.push({ id: `${group.id} ${doc.id}`, part, text, words });
    homes.set(doc.id, merged.at(-1)?.id ?? '');
  }
  const queries = group.queries.map(({ text, rel }) => {
    const found = Object.keys(rel).flatMap((id) => homes.get(id) ?? []);
    return { text, rel: sumGains(found.map((id) => ({ [id]: 1 }))) };
  });
  return { id: group.id, docs: merged.map(({ id, text }) => ({ id, text })), queries };
}

/** Joins groups into one: the documents of a single conversation are too few to be told apart. */
function joinGroups(groups: readonly Group[]): Group[] {
  const [first] = groups;
  if (first === undefined) return [];
  return [
    {
      id: first.id,
      docs: groups.flatMap(({ docs }) => docs),
      queries: groups.flatMap(({ queries }) => queries),
    },
  ];
}

function sumGains(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const gains of all)
    for (const [id, gain] of Object.entries(gains)) sum[id] = Math.min(BEST_GAIN, (sum[id] ?? 0) + gain);
  return sum;
}

function countWords(text: string): number {
  return text.split(/\s+/).length;
}

/** Puts items into an order that is the same on every machine. */
function shuffle<Item>(items: readonly Item[], key: string): Item[] {
  const random = keyedRandom(key);
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
