import { ParseFault } from './action.ts';
import { isQuestionWord } from './speech.ts';
import { type Deed, SPEECH_DEEDS, type VerbFound } from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { toWordSet, type Words } from './words.ts';

const NEGATIONS = toWordSet(vocabulary.negations);
/** Words of a condition, or of another time. */
const NOT_NOW = toWordSet(vocabulary.notNow);
/** Deeds whose words may name a time or a condition: "wait until noon", "see if June sleeps", "ask Dan if he is hurt". */
const TIMED: readonly Deed[] = [...SPEECH_DEEDS, 'wait', 'rest', 'look', 'seek', 'wonder'];

export function isNegated(words: Words): boolean {
  return words.some(({ word }) => NEGATIONS.has(word));
}

const ARTICLES: ReadonlySet<string> = new Set([
  'the',
  'a',
  'this',
  'that',
  'my',
  'your',
  'his',
  'her',
  'their',
]);

/** Tells whether a word behind a verb names a time or a condition: not "open the till", nor "run after June". */
function isOfTime({ word }: Words[number], at: number, rest: Words): boolean {
  const isNoun = ARTICLES.has(rest[at - 1]?.word ?? '');
  return NOT_NOW.has(word) && !isNoun && !(at === 0 && word === 'after');
}

/** Refuses what is to be done on a condition or at another time. */
export function requireNow(tokens: Words, found: VerbFound | null): void {
  const [first, second] = tokens;
  const isQuestion = tokens.at(-1)?.mark === 'question' || isQuestionWord(second?.word ?? '');
  const isHeaded =
    NOT_NOW.has(first?.word ?? '') || (first?.word === 'should' && tokens.at(-1)?.mark === 'comma');
  const isLater = found !== null && !TIMED.includes(found.deed) && found.rest.some(isOfTime);
  if (isLater || (isHeaded && !isQuestion))
    throw new ParseFault('I cannot keep a condition or another time in mind. Say what you do now.');
}

/** Refuses what is not done. Words to somebody may say no, but not be none: "tell Luna nothing". */
export function requireDone(words: Words, found: VerbFound | null): void {
  const isSpeech = found !== null && SPEECH_DEEDS.includes(found.deed);
  const said = found?.rest ?? [];
  const isNone =
    (said.length < 3 && isNegated(said.slice(-1))) || said.some(({ word }) => word === 'nothing');
  if (isSpeech ? isNone : isNegated(words)) throw new ParseFault('Say what you do, not what you do not do.');
}
