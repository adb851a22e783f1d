import { oncePer } from '#engine/kit/once-per.ts';
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
  const { others, rivals } = othersThan(facts)(persona);
  let running = facts.personas.includes(persona) && isMeantFromTheStart(sentences, pronoun, rivals, facts);
  let isRivalled = false;
  return sentences.map((sentence) => {
    const { tokens } = sentence;
    isRivalled ||= isAnyIn(rivals)(tokens);
    const names = own.flatMap((subject) => occurrences(tokens, subject));
    const starts = names.map(({ start }) => start);
    const leads = starts.some((start) => start <= 1);
    // Named elsewhere in a sentence, the persona is whom it leaves in mind only if no other could be meant.
    const isNamed = leads || (starts.length > 0 && !isRivalled);
    const isOwn = (at: number) => names.some(({ start, end }) => start <= at && at < end);
    const other = othersIn(others)(tokens).find((at) => !isOwn(at)) ?? null;
    const until = other ?? tokens.length;
    const isOpen = running || (isNamed && starts.some((start) => start < until));
    running = (isNamed || running) && other === null && !onlySpeech(sentence);
    if (!isOpen) return null;
    const alone = beginning(tokens, until);
    return startsBefore(alone, pronoun, starts, leads) ? { pronoun, tokens: alone } : null;
  });
}

/** The very same tokens when it is all of them. */
function beginning(tokens: readonly Token[], until: number): readonly Token[] {
  return until === tokens.length ? tokens : tokens.slice(0, until);
}

/** The part of a sentence in which the pronoun can mean nobody else. */
export function upTo(sentence: Sentence, { tokens }: PronounRun): Sentence {
  return tokens === sentence.tokens ? sentence : { ...sentence, tokens };
}

/** Everybody else who may be named, and those of them a pronoun of the persona could mean. */
const othersThan = oncePer((facts: NarrationFacts) =>
  oncePer((persona: NamedPerson) => {
    const people = [...facts.personas, ...facts.present, ...facts.absent, ...facts.dead].filter(
      ({ name }) => name !== persona.name,
    );
    const pronoun = pronounOf(persona);
    const rivals = people.filter((person) => pronoun !== null && mayBe(person, pronoun));
    return { others: people.flatMap(subjectsOf), rivals: rivals.flatMap(subjectsOf) };
  }),
);

const isAnyIn = oncePer((subjects: readonly Subject[]) =>
  oncePer((tokens: readonly Token[]): boolean =>
    subjects.some((subject) => occurrences(tokens, subject).length > 0),
  ),
);

/**
 * `With a shriek she flung it`, and nobody named yet: the story's own character, when the player wrote of nobody else and
 * the prose speaks to nobody as you.
 */
function isMeantFromTheStart(
  sentences: readonly Sentence[],
  { words: [pronoun = ''] }: Subject,
  rivals: readonly Subject[],
  { personas, present, playerWords }: NarrationFacts,
): boolean {
  if (present.some((person) => mayBe(person, { words: [pronoun], agreement: 'third' }))) return false;
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

const pronounOf = oncePer(({ pronouns }: NamedPerson): Subject | null => {
  const [first] = (pronouns ?? '').toLowerCase().split('/');
  if (first === 'he' || first === 'she') return { words: [first], agreement: 'third' };
  return first === 'they' ? { words: ['they'], agreement: 'base' } : null;
});

/** Whether a pronoun could mean this person; it could, of whom nobody said. */
function mayBe(person: NamedPerson, { words: [word] }: Subject): boolean {
  return (pronounOf(person)?.words[0] ?? word) === word;
}

/** Where others come in to whom a pronoun could go, the first of them first. A title may be the persona's own: `the King`. */
const othersIn = oncePer((others: readonly Subject[]) =>
  oncePer((tokens: readonly Token[]): readonly number[] => {
    const named = others.flatMap((subject) => [
      ...occurrences(tokens, subject).map(({ start }) => start),
      ...(ownersIn(tokens).get(subject.words.at(-1) ?? '') ?? []),
    ]);
    const nouns = tokens.flatMap(({ lower }, at) => (PERSON_NOUNS.has(lower) ? [at] : []));
    return [...named, ...nouns].sort((one, next) => one - next);
  }),
);

/** `Luna's eyes`: whoever owns what is spoken of comes to mind as well. */
const ownersIn = oncePer((tokens: readonly Token[]): ReadonlyMap<string, readonly number[]> => {
  const owners = tokens.flatMap(({ text }, at) =>
    /['’]s$/.test(text) ? [{ name: text.slice(0, -2), at }] : [],
  );
  const byName = Map.groupBy(owners, ({ name }) => name);
  return new Map([...byName].map(([name, places]) => [name, places.map(({ at }) => at)]));
});

function onlySpeech({ tokens }: Sentence): boolean {
  return tokens.every(({ kind }) => kind === 'speech');
}
