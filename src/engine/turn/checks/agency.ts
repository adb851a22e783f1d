import { oncePer } from '#engine/kit/once-per.ts';
import type { Deed } from './english/deed.ts';
import { deedsOf } from './english/deeds.ts';
import { feelingsGiven, feelingsOf } from './english/feelings-given.ts';
import type { Sentence } from './english/narrated.ts';
import { LONG_AGO } from './english/small-words.ts';
import { I, occurrences, type Subject, subjectsOf, YOU } from './english/subjects.ts';
import { familiesOf } from './english/verbs.ts';
import { type Circumstances, evidenceIn, isCommitment } from './evidence.ts';
import { type Heard, type Licence, licenceOf } from './licence.ts';
import type { AgencyKind, NamedPerson, NarrationFacts } from './narration-facts.ts';
import { pronounRuns, upTo } from './pronoun-runs.ts';
import type { Reading } from './reading.ts';
import { type Stance, type TakingPart, takingPart } from './stance.ts';
import { contentStems, plainWords } from './text/words.ts';
import { grave, slight, type Verdict } from './verdict.ts';

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

/** Somebody a player plays, by the name the verdicts have for them, and what each sentence has them do. */
type Played = {
  readonly whom: string;
  readonly part: TakingPart;
  readonly deedsIn: (sentence: Sentence, index: number) => readonly Deed[];
};
type Judge = (played: Played) => readonly Verdict[];

/**
 * How much may be told beyond what the players wrote before it is playing in their stead: whoever set out to do something is
 * shown on the way, whoever kept still has not moved a hand.
 */
const PATIENCE: Readonly<Record<Stance, number>> = { still: 1, engaged: 2, acting: 4 };
/** Once the world has answered, what was written is done: what they do then is more their player's affair. */
const ONCE_ANSWERED = 1.5;

function judgeOf(sentences: readonly Sentence[], facts: NarrationFacts): Judge {
  const licence = licenceOf(facts);
  const spoken = firstSpeech(sentences, licence);
  const answered = Math.min(spoken, firstReaction(sentences, facts));
  const isNow = isToldAsNow(sentences);
  return ({ whom, part, deedsIn }) => {
    let evidence = 0;
    const things = thingsOf(facts);
    const isNamed = part.stance === 'still' ? () => false : things.isNamed;
    return sentences.flatMap((sentence, index) => {
      const heard = index <= spoken ? 'nobody yet' : 'somebody';
      const mayVoice = part.stance === 'acting' && heard === 'nobody yet';
      const circumstances = { ...things, isNamed, isUnread: part.isUnread, mayVoice };
      const mayImply = (deed: Deed) => index <= answered && !isCommitment(deed, circumstances);
      const told = deedsIn(sentence, index).filter(({ isPast }) => !(isPast === true && isNow));
      const taken = takenIn(sentence, told, facts, (deed) =>
        deed.kind === 'speak'
          ? maySpeak(deed, licence, heard)
          : licence.names(deed.lemma) || (mayImply(deed) && licence.covers(deed.lemma, sentence.text)),
      );
      const weights = taken.map(
        (deed) => evidenceIn(deed, circumstances) * (index > answered ? ONCE_ANSWERED : 1),
      );
      evidence += weights.reduce((sum, weight) => sum + weight, 0);
      const worst = taken[weights.indexOf(Math.max(...weights))];
      return worst === undefined ? [] : [verdictOn(sentence, worst, whom, evidence >= PATIENCE[part.stance])];
    });
  };
}

const NOW = /^(?:is|are|has|have|['’]s|['’]re)$/;
const THEN = /^(?:was|were|had)$/;

/** Whether the story is told as it happens: then what somebody did is what they did before. */
function isToldAsNow(sentences: readonly Sentence[]): boolean {
  const times = (word: RegExp) =>
    sentences.reduce((sum, { tokens }) => sum + tokens.filter(({ lower }) => word.test(lower)).length, 0);
  return times(NOW) > 2 * times(THEN);
}

/** So few of the player's words may as well be said back to them: `“The well?” says Bruno.` */
const MOST_ECHOED = 3;

/** The sentence in which somebody first says what the player did not word. */
function firstSpeech(sentences: readonly Sentence[], { worded }: Licence): number {
  return firstWhere(sentences, ({ tokens }) =>
    tokens.some(
      ({ kind, text }) => kind === 'speech' && (plainWords(text).length <= MOST_ECHOED || !worded(text)),
    ),
  );
}

/** The sentence that first turns to somebody else. */
function firstReaction(sentences: readonly Sentence[], { present }: NarrationFacts): number {
  const others = present.flatMap(subjectsOf);
  return firstWhere(sentences, ({ tokens }) =>
    others.some((subject) => occurrences(tokens, subject).some(({ start }) => start <= 1)),
  );
}

function firstWhere(sentences: readonly Sentence[], holds: (sentence: Sentence) => boolean): number {
  const at = sentences.findIndex(holds);
  return at === -1 ? sentences.length : at;
}

/** The player's character as `you`, or as the `I` of a story told in the first person. */
function addressed(sentences: readonly Sentence[], facts: NarrationFacts, judge: Judge): readonly Verdict[] {
  const whom = facts.personas.length === 1 ? (facts.personas[0]?.name ?? '') : 'a player’s character';
  const subject = isFirstPerson(sentences) ? I : YOU;
  return judge({
    whom,
    part: takingPart(facts, null),
    deedsIn: (sentence) => [...deedsOf(sentence, subject), ...feelingsGiven(sentence, 'your')],
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
  const deedsIn = (sentence: Sentence, index: number) => {
    const own = subjects.flatMap((subject) => [
      ...deedsOf(sentence, subject),
      ...feelingsOf(sentence, subject),
    ]);
    const run = runs[index] ?? null;
    const carried = run === null ? [] : deedsOf(upTo(sentence, run), run.pronoun);
    return [...own, ...carried];
  };
  return judge({ whom: persona.name, part: takingPart(facts, persona), deedsIn });
}

/** What a sentence has a character do that is not the player's own. */
function takenIn(
  sentence: Sentence,
  deeds: readonly Deed[],
  { guarded }: NarrationFacts,
  isTheirs: (deed: Deed) => boolean,
): readonly Deed[] {
  if (deeds.length === 0 || isOfBefore(sentence, deeds)) return [];
  const isRetold = deeds.some(isTheirs);
  return deeds.filter(
    (deed) => guarded.includes(deed.kind) && !isTheirs(deed) && !(isRetold && isManner(deed)),
  );
}

/** `You slept here years ago`; but `you think of it for the first time since years ago` is told as it happens. */
function isOfBefore({ text }: Sentence, deeds: readonly Deed[]): boolean {
  return LONG_AGO.test(text) && !deeds.every(({ isNow }) => isNow === true);
}

function verdictOn({ text }: Sentence, { kind, lemma }: Deed, whom: string, isGrave: boolean): Verdict {
  const verdict = isGrave ? grave : slight;
  return verdict(
    'agency',
    text,
    `The narration ${DOING[kind]} for ${whom} (“${lemma}”), which the player did not write.`,
    `Take away what ${whom} does, says, thinks or feels here; show what reaches them instead, or stop before it.`,
  );
}

const thingsOf = oncePer((facts: NarrationFacts): Pick<Circumstances, 'isNamed' | 'isHeld'> => {
  const people = contentStems([...facts.personas, ...facts.present].map(({ name }) => name).join(' '));
  const named = contentStems(facts.playerWords.join(' '));
  const held = contentStems(facts.held.join(' '));
  const has = (stems: ReadonlySet<string>) => (text: string) =>
    [...contentStems(text)].some((stem) => stems.has(stem) && !people.has(stem));
  return { isNamed: has(named), isHeld: has(held) };
});

const MANNER = ['gesture', 'turning', 'posture', 'examining', 'writing'];

/** In the sentence that retells what a player wrote, small movements are the way it is done. */
function isManner({ kind, lemma }: Deed): boolean {
  // Drawing is a way of writing, and of threatening.
  if ((kind !== 'act' && kind !== 'move') || lemma === 'draw') return false;
  const families = familiesOf(lemma);
  return MANNER.some((family) => families.has(family));
}

function maySpeak({ lemma, speech }: Deed, licence: Licence, heard: Heard): boolean {
  return speech === null ? licence.speaks(lemma, heard) : licence.gave(speech, heard);
}
