import { deedsOf } from './english/deeds.ts';
import type { Sentence } from './english/narrated.ts';
import { PERSON_NOUNS } from './english/person-nouns.ts';
import { occurrences, type Subject, subjectsOf } from './english/subjects.ts';
import type { NamedPerson, NarrationFacts } from './narration-facts.ts';

/**
 * For each sentence the pronoun that means the persona in it, or null. A pronoun is the persona's only while nobody else was
 * named since the persona began a sentence: where it could be somebody else, it is.
 */
export function pronounRuns(
  sentences: readonly Sentence[],
  persona: NamedPerson,
  facts: NarrationFacts,
): readonly (Subject | null)[] {
  const pronoun = pronounOf(persona);
  if (pronoun === null) return sentences.map(() => null);
  const own = subjectsOf(persona);
  const others = [...facts.personas, ...facts.present, ...facts.absent, ...facts.dead]
    .filter(({ name }) => name !== persona.name)
    .flatMap(subjectsOf);
  let running = false;
  return sentences.map((sentence) => {
    const leads = own.some((subject) =>
      occurrences(sentence.tokens, subject).some(({ start }) => start <= 1),
    );
    const crowded = isCrowded(sentence, others);
    const carried = running && !crowded;
    running = (leads || carried) && !crowded && !onlySpeech(sentence);
    return carried || (leads && !crowded && begins(sentence, pronoun, own)) ? pronoun : null;
  });
}

function begins(sentence: Sentence, pronoun: Subject, own: readonly Subject[]): boolean {
  return (
    own.some((subject) => deedsOf(sentence, subject).length > 0) &&
    occurrences(sentence.tokens, pronoun).length > 0
  );
}

function pronounOf({ pronouns }: NamedPerson): Subject | null {
  const [first] = (pronouns ?? '').toLowerCase().split('/');
  if (first === 'he' || first === 'she') return { words: [first], agreement: 'third' };
  return first === 'they' ? { words: ['they'], agreement: 'base' } : null;
}

/** Whether somebody else is in the sentence to whom a pronoun could go. */
function isCrowded({ tokens }: Sentence, others: readonly Subject[]): boolean {
  if (others.some((subject) => occurrences(tokens, subject).length > 0)) return true;
  return tokens.some(({ lower }) => PERSON_NOUNS.has(lower));
}

function onlySpeech({ tokens }: Sentence): boolean {
  return tokens.every(({ kind }) => kind === 'speech');
}
