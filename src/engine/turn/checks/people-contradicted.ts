import { oncePer } from '#engine/kit/once-per.ts';
import { deedsOf } from './english/deeds.ts';
import { narratorsWords, type Sentence } from './english/narrated.ts';
import { LONG_AGO } from './english/small-words.ts';
import { occurrences, subjectsOf } from './english/subjects.ts';
import type { NamedPerson, NarrationFacts } from './narration-facts.ts';
import { carriedDeeds, isFoundAt, isSeenDoing, isWalkingIn } from './people-in-scene.ts';
import type { Reading } from './reading.ts';
import { grave, type Verdict } from './verdict.ts';

/** Ways in which somebody who is not here may be heard or seen. */
const FROM_AFAR =
  /\b(?:comms?|radio|herald|recites?|recited|recording|screen|hologram|video|footage|portrait|photograph|picture|painting|statue|memory|memories|remember(?:s|ed)?|dream(?:s|ed|t)?|ghost|vision|imagines?|story|stories|song|legend|rumou?rs?|chronicle|they say|elsewhere|far away|miles away|meanwhile)\b/i;
/** Ways to be heard that are other things as often: they excuse what is said, and nothing that is done. */
const BY_VOICE =
  /\b(?:phone|telephone|caller|microphone|loudspeaker|handset|receiver|intercom|(?:it|phone|bell) (?:rings|rang)|hung up|recorded|tape|telegram|writes?|wrote|written|reads?|(?:the|an?|your|his|her) call|(?:on|over) the line|the line (?:goes|went|clicks|crackles|hums)|channel|speaker|letters?|note|message|messenger|ceiling)\b/i;

/** Whoever takes their leave need not be here by the end of it. */
const TAKES_LEAVE = /\b(?:goes|went|has gone|had gone) (?:up |off |back )?(?:to bed|home|upstairs|away)\b/i;

/** Finds the dead who speak or act, and people acting in a scene they are not in. */
export function peopleVerdicts({ prose, sentences }: Reading, facts: NarrationFacts): readonly Verdict[] {
  const around = sentences.map((_, index) =>
    sentences
      .slice(Math.max(0, index - 2), index + 3)
      .map(narratorsWords)
      .join(' '),
  );
  const find = (people: readonly NamedPerson[], state: string) =>
    people.flatMap((somebody) => {
      const person = facts.dead.includes(somebody) ? somebody : unmistakable(somebody);
      if (!subjectsOf(person).some(({ words }) => prose.includes(words.at(-1) ?? ''))) return [];
      const carried = carriedDeeds(sentences, person, facts);
      const at = sentences.findIndex(
        (sentence, index) =>
          isToldAsNow(sentence, around[index] ?? '') &&
          !isSettled(sentence, facts) &&
          (carried.has(index) ||
            isFoundAt(sentence, person) ||
            (facts.dead.includes(somebody) && isWalkingIn(sentence, person)) ||
            isHere(sentence, person, BY_VOICE.test(around[index] ?? ''))),
      );
      return at === -1 ? [] : [contradiction(sentences[at]?.text ?? '', person.name, state)];
    });
  return [...find(facts.dead, 'is dead'), ...find(facts.absent, 'is not in the scene')];
}

/** `On the left, where Navarre sits`: whoever is of a land may be called by it, and so may those who are here for them. */
const unmistakable = oncePer((person: NamedPerson): NamedPerson => {
  const aliases = person.aliases.filter((alias) => !person.name.endsWith(` of ${alias}`));
  return aliases.length === person.aliases.length ? person : { ...person, aliases };
});

function isToldAsNow(sentence: Sentence, around: string): boolean {
  return !FROM_AFAR.test(around) && !LONG_AGO.test(sentence.text) && !TAKES_LEAVE.test(sentence.text);
}

/** What the engine has said itself contradicts nothing. */
function isSettled({ text }: Sentence, { settled, cameAbout }: NarrationFacts): boolean {
  return [...settled, ...cameAbout].some((told) => told.includes(text.trim()));
}

function isHere(sentence: Sentence, person: NamedPerson, mayBeVoice: boolean): boolean {
  return subjectsOf(person).some(
    (subject) =>
      deedsOf(sentence, subject).some(
        (deed) => isSeenDoing(deed) && !(mayBeVoice && deed.kind === 'speak'),
      ) || occurrences(sentence.tokens, subject).some(({ end }) => isSeated(sentence, end)),
  );
}

const SEATED =
  /^(?:(?:is|was) )?(?:sits?|sat|sitting|leans?|leant|leaned|leaning|perche[sd]|perching|kneels?|knelt|kneeling|crouche[sd]|crouching|lounge[sd]|lounges|lounging) (?:in|on|at|by|against|upon|beside|across|over) (?:[\w'’]+ ){0,4}?(?:chair|armchair|table|bench|settle|bed|floor|counter|bar|desk|stool|sofa|window|windowsill|sill|doorway|doorframe|corner|fire|hearth|wall|rail|steps|stairs|throne|pew|crate|barrel)\b/i;

/** Whoever sits on a chair of the room is in it. */
function isSeated({ tokens }: Sentence, end: number): boolean {
  const following = tokens.slice(end, end + 9).map(({ lower }) => lower);
  return SEATED.test(following.join(' '));
}

function contradiction(excerpt: string, name: string, state: string): Verdict {
  return grave(
    'contradiction',
    excerpt,
    `${name} ${state}, but acts or speaks here.`,
    `${name} ${state}: let somebody who is there do it, or leave it out.`,
  );
}
