import type { Sentence, Token } from './english/narrated.ts';
import { PERSON_NOUNS } from './english/person-nouns.ts';
import { occurrences, type Subject, subjectsOf, YOU } from './english/subjects.ts';
import type { NamedPerson, NarrationFacts } from './narration-facts.ts';
import { plainWords } from './text/words.ts';

/** A pronoun that means the persona, and the tokens of the sentence in which it can mean nobody else. */
export type PronounRun = { readonly pronoun: Subject; readonly tokens: readonly Token[] };

/**
 * For each sentence the pronoun that means the persona in it, or null. A pronoun is the persona's only while nobody else was
 * named since the persona was: where it could be somebody else, it is.
 */
export function pronounRuns(
  sentences: readonly Sentence[],
  persona: NamedPerson,
  facts: NarrationFacts,
): readonly (PronounRun | null)[] {
  const pronoun = pronounOf(persona);
  if (pronoun === null) return sentences.map(() => null);
  const own = subjectsOf(persona);
  const people = [...facts.personas, ...facts.present, ...facts.absent, ...facts.dead].filter(
    ({ name }) => name !== persona.name,
  );
  const others = people.flatMap(subjectsOf);
  const rivals = people.filter((person) => mayBe(person, pronoun)).flatMap(subjectsOf);
  let running = facts.personas.includes(persona) && isMeantFromTheStart(sentences, pronoun, rivals, facts);
  let isRivalled = false;
  return sentences.map((sentence) => {
    const { tokens } = sentence;
    isRivalled ||= rivals.some((subject) => occurrences(tokens, subject).length > 0);
    const starts = own.flatMap((subject) => occurrences(tokens, subject).map(({ start }) => start));
    const leads = starts.some((start) => start <= 1);
    // Named elsewhere in a sentence, the persona is whom it leaves in mind only if no other could be meant.
    const isNamed = leads || (starts.length > 0 && !isRivalled);
    const other = firstOther(tokens, others);
    const until = other ?? tokens.length;
    const isOpen = running || (isNamed && starts.some((start) => start < until));
    running = (isNamed || running) && other === null && !onlySpeech(sentence);
    if (!isOpen) return null;
    const alone = tokens.slice(0, until);
    return startsBefore(alone, pronoun, starts, leads) ? { pronoun, tokens: alone } : null;
  });
}

/**
 * `With a shriek she flung it`, and nobody named yet: the story's own character, when the player wrote of nobody else and
 * the prose speaks to nobody as you.
 */
function isMeantFromTheStart(
  sentences: readonly Sentence[],
  { words: [pronoun = ''] }: Subject,
  rivals: readonly Subject[],
  { personas, playerWords }: NarrationFacts,
): boolean {
  if (personas.length !== 1 || !playerWords.some((text) => /\p{L}{2}/u.test(text))) return false;
  if (sentences.some(({ tokens }) => occurrences(tokens, YOU).length > 0)) return false;
  const written = playerWords.flatMap(plainWords);
  if (written.some((word) => OTHERS[pronoun]?.includes(word) || PERSON_NOUNS.has(word))) return false;
  const text = playerWords.join(' ');
  return !rivals.some(({ words }) => text.includes(words.join(' ')));
}

const OTHERS: Readonly<Record<string, readonly string[]>> = {
  he: ['him', 'his', 'he'],
  she: ['her', 'hers', 'she'],
  they: ['them', 'their', 'they'],
};

/** In the sentence that names the persona only what follows the name is theirs. */
function startsBefore(
  tokens: readonly Token[],
  pronoun: Subject,
  names: readonly number[],
  leads: boolean,
): boolean {
  const [first] = occurrences(tokens, pronoun);
  if (first === undefined) return false;
  return names.length === 0 || leads || names.every((name) => name < first.start);
}

function pronounOf({ pronouns }: NamedPerson): Subject | null {
  const [first] = (pronouns ?? '').toLowerCase().split('/');
  if (first === 'he' || first === 'she') return { words: [first], agreement: 'third' };
  return first === 'they' ? { words: ['they'], agreement: 'base' } : null;
}

/** Whether a pronoun could mean this person; it could, of whom nobody said. */
function mayBe(person: NamedPerson, { words: [word] }: Subject): boolean {
  return (pronounOf(person)?.words[0] ?? word) === word;
}

/** Where somebody else comes in to whom a pronoun could go; null when nobody does. */
function firstOther(tokens: readonly Token[], others: readonly Subject[]): number | null {
  const named = others.flatMap((subject) => [
    ...occurrences(tokens, subject).map(({ start }) => start),
    ...possessives(tokens, subject),
  ]);
  const nouns = tokens.flatMap(({ lower }, at) => (PERSON_NOUNS.has(lower) ? [at] : []));
  const all = [...named, ...nouns];
  return all.length === 0 ? null : Math.min(...all);
}

/** `Luna's eyes`: whoever owns what is spoken of comes to mind as well. */
function possessives(tokens: readonly Token[], { words }: Subject): readonly number[] {
  const last = words.at(-1) ?? '';
  return tokens.flatMap(({ text }, at) => (/['’]s$/.test(text) && text.slice(0, -2) === last ? [at] : []));
}

function onlySpeech({ tokens }: Sentence): boolean {
  return tokens.every(({ kind }) => kind === 'speech');
}
