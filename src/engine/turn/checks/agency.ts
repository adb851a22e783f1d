import type { Deed } from './english/deed.ts';
import { deedsOf } from './english/deeds.ts';
import { feelingsGiven, feelingsOf } from './english/feelings-given.ts';
import type { Sentence } from './english/narrated.ts';
import { LONG_AGO } from './english/small-words.ts';
import { I, occurrences, type Subject, subjectsOf, YOU } from './english/subjects.ts';
import { familiesOf } from './english/verbs.ts';
import { type Heard, type Licence, licenceOf } from './licence.ts';
import type { AgencyKind, NamedPerson, NarrationFacts } from './narration-facts.ts';
import { pronounRuns } from './pronoun-runs.ts';
import type { Reading } from './reading.ts';
import { grave, type Verdict } from './verdict.ts';

const DOING: Readonly<Record<AgencyKind, string>> = {
  act: 'acts',
  speak: 'speaks',
  move: 'moves',
  think: 'thinks or decides',
  feel: 'feels',
};

/**
 * Finds where narration acts, speaks, moves, thinks or feels for somebody a player plays. What players wrote themselves,
 * what the engine settled, what befalls a character and what reaches their senses may be told.
 */
export function agencyVerdicts({ sentences }: Reading, facts: NarrationFacts): readonly Verdict[] {
  if (sentences.length === 0) return [];
  const judge = judgeOf(sentences, facts);
  return [
    ...addressed(sentences, facts, judge),
    ...facts.personas.flatMap((persona) => named(sentences, persona, facts, judge)),
  ];
}

type Judge = (index: number, deeds: readonly Deed[], whom: string) => readonly Verdict[];

function judgeOf(sentences: readonly Sentence[], facts: NarrationFacts): Judge {
  const licence = licenceOf(facts);
  const others = facts.present.flatMap(subjectsOf);
  const speaks = sentences.findIndex(
    ({ tokens }) =>
      tokens.some(({ kind }) => kind === 'speech') ||
      others.some((subject) => occurrences(tokens, subject).some(({ start }) => start <= 1)),
  );
  return (index, deeds, whom) => {
    const sentence = sentences[index];
    if (sentence === undefined) return [];
    const heard = speaks === -1 || index <= speaks ? 'nobody yet' : 'somebody';
    return verdictsFor(sentence, deeds, whom, facts, (deed) =>
      isLicensed(deed, licence, heard, sentence.text),
    );
  };
}

/** The player's character as `you`, or as the `I` of a story told in the first person. */
function addressed(sentences: readonly Sentence[], facts: NarrationFacts, judge: Judge): readonly Verdict[] {
  const whom = facts.personas.length === 1 ? (facts.personas[0]?.name ?? '') : 'a player’s character';
  const subject = isFirstPerson(sentences) ? I : YOU;
  return sentences.flatMap((sentence, index) => {
    const given = LONG_AGO.test(sentence.text) ? [] : feelingsGiven(sentence, 'your');
    return judge(index, [...deedsOf(sentence, subject), ...given], whom);
  });
}

function isFirstPerson(sentences: readonly Sentence[]): boolean {
  const times = (subject: Subject) =>
    sentences.reduce((sum, { tokens }) => sum + occurrences(tokens, subject).length, 0);
  return times(I) > 0 && times(YOU) === 0;
}

function named(
  sentences: readonly Sentence[],
  persona: NamedPerson,
  facts: NarrationFacts,
  judge: Judge,
): readonly Verdict[] {
  const subjects = subjectsOf(persona);
  const runs = pronounRuns(sentences, persona, facts);
  return sentences.flatMap((sentence, index) => {
    const own = subjects.flatMap((subject) => [
      ...deedsOf(sentence, subject),
      ...feelingsOf(sentence, subject),
    ]);
    const run = runs[index] ?? null;
    const carried = run === null ? [] : deedsOf({ ...sentence, tokens: run.tokens }, run.pronoun);
    return judge(index, [...own, ...carried], persona.name);
  });
}

function verdictsFor(
  sentence: Sentence,
  deeds: readonly Deed[],
  whom: string,
  { guarded }: NarrationFacts,
  isTheirs: (deed: Deed) => boolean,
): readonly Verdict[] {
  if (deeds.length === 0 || LONG_AGO.test(sentence.text)) return [];
  const isRetold = deeds.some(isTheirs);
  const taken = deeds.find(
    (deed) => guarded.includes(deed.kind) && !isTheirs(deed) && !(isRetold && isManner(deed)),
  );
  if (taken === undefined) return [];
  const what = DOING[taken.kind];
  return [
    grave(
      'agency',
      sentence.text,
      `The narration ${what} for ${whom} (“${taken.lemma}”), which the player did not write.`,
      `Take away what ${whom} does, says, thinks or feels here; show what reaches them instead, or stop before it.`,
    ),
  ];
}

const MANNER = ['gesture', 'turning', 'posture', 'examining', 'writing'];

/** In the sentence that retells what a player wrote, small movements are the way it is done. */
function isManner({ kind, lemma }: Deed): boolean {
  if (kind !== 'act' && kind !== 'move') return false;
  const families = familiesOf(lemma);
  return MANNER.some((family) => families.has(family));
}

function isLicensed({ lemma, kind, speech }: Deed, licence: Licence, heard: Heard, told: string): boolean {
  if (kind === 'speak' && speech !== null) return licence.gave(speech, heard);
  return licence.covers(lemma, told);
}
