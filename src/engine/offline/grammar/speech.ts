import {
  createAction,
  Fault,
  guessed,
  onlyPerson,
  type ParseContext,
  type Parsed,
  resolveTarget,
  type Target,
  withoutHead,
} from './action.ts';
import type { NamedKind } from './lexicon.ts';
import type { Deed, VerbFound } from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { isStopWord, joinRaw, phraseOf, type Words } from './words.ts';

const PEOPLE: readonly NamedKind[] = ['person', 'absent'];
/** Words that end the name of the person spoken to. */
const AFTER_NAME = new Set(vocabulary.afterHearer.split(' '));

type Spoken = { readonly to: Target | null; readonly rest: Words };

/** Reads "ask N about T", "tell N that T", "talk to N". */
export function parseSpeech({ deed, rest, verb }: VerbFound, context: ParseContext): Parsed {
  if (deed === 'say') return parseSaying(rest, verb, context);
  const heard = hearer(withoutHead(rest, ['to', 'with', 'at']), context);
  if (heard instanceof Fault) return heard;
  const to = heard.to ?? implied(context);
  if (to === null) return new Fault('I do not know whom you speak to. Name somebody who is here.');
  const topic = joinRaw(heard.rest);
  const first = heard.rest[0]?.word ?? '';
  if (topic === '' || (deed === 'talk' && first !== 'about')) {
    const phrase = VERBS_KEPT.includes(verb) ? verb : 'talk to';
    return createAction('talk', phraseOf(phrase, to.spoken, topic), to, { topic, verb });
  }
  const done = deed === 'talk' ? 'ask' : deed;
  const isRequest = deed === 'ask' && first === 'to';
  const phrase = VERBS_KEPT.includes(verb) ? verb : done;
  return createAction(done, `${phrase} ${to.spoken} ${topic}`, to, { topic, verb, isRequest });
}

const VERBS_KEPT = ['greet', 'thank', 'warn', 'promise', 'remind'];

/** "say X to N", "say X", "whisper to N that X"; the hearer is the last person spoken to, if no one is named. */
function parseSaying(rest: Words, verb: string, context: ParseContext): Parsed {
  if (rest.length === 0) return new Fault('I do not know what you say.');
  const called = resolveTarget(rest, PEOPLE, context);
  if (!(called instanceof Fault)) return createAction('talk', `talk to ${called.spoken}`, called);
  const [first] = rest;
  if (first?.word === 'to') {
    const heard = hearer(rest.slice(1), context);
    if (heard instanceof Fault) return heard;
    return saying(verb, joinRaw(withoutHead(heard.rest, ['that'])), heard.to ?? implied(context));
  }
  const at = rest.findLastIndex(({ word, isQuote }) => word === 'to' && !isQuote);
  const to = at > 0 ? resolveTarget(rest.slice(at + 1), PEOPLE, context) : null;
  if (to === null || to instanceof Fault) return saying(verb, joinRaw(rest), implied(context));
  return saying(verb, joinRaw(rest.slice(0, at)), to);
}

const QUESTION =
  /^["“«]?(?:what|who|whose|whom|where|when|why|how|which|is|are|was|were|do|does|did|can|could|will|would|have|has)\b|\?["”»]?$/iu;

/** Speech in quotation marks, or behind the name of the hearer. A question is asked, all else is said. */
export function saying(verb: string, words: string, to: Target | null): Parsed {
  if (words === '') return new Fault('I do not know what you say.');
  if (to !== null && QUESTION.test(words) && /^["“«]/u.test(words)) {
    return createAction('ask', `ask ${to.spoken} ${words}`, to, { topic: words });
  }
  const does = to === null ? `${verb} ${words}` : `${verb} ${words} to ${to.spoken}`;
  return createAction('say', does, to, { topic: words, verb });
}

/** The person an unnamed question goes to: the last one spoken to, or the only one here. */
export function implied(context: ParseContext): Target | null {
  const person = context.person ?? onlyPerson(context.lexicon);
  return person === null ? null : guessed(person);
}

/** Finds the longest name at the head of the words. Nobody named is no fault; a name nobody has is one. */
export function hearer(tokens: Words, context: ParseContext): Spoken | Fault {
  const [first] = tokens;
  // "tell me about Jin" asks whoever is spoken to.
  if (first?.word === 'me') return { to: null, rest: tokens.slice(1) };
  const stop = tokens.findIndex(({ word, isQuote }) => isQuote || AFTER_NAME.has(word));
  const most = Math.min(stop < 0 ? tokens.length : stop, 8);
  let fault: Fault | null = null;
  for (let length = most; length > 0; length -= 1) {
    const name = tokens.slice(0, length);
    // "tell Jossamy a joke": the article belongs to what follows.
    if (length > 1 && isStopWord(name.at(-1)?.word ?? '')) continue;
    const to = resolveTarget(name, PEOPLE, context);
    if (!(to instanceof Fault)) return { to, rest: tokens.slice(length) };
    if (fault === null || to.options.length > 0) fault = to;
  }
  return fault ?? { to: null, rest: tokens };
}

/** Deeds done to a person by words: "persuade N to T", "threaten N", "lie to N about T". */
export function parseAppeal({ deed, verb, rest }: VerbFound, context: ParseContext): Parsed {
  const heard = hearer(rest, context);
  if (heard instanceof Fault) return heard;
  const to = heard.to ?? implied(context);
  if (to === null) return new Fault('I do not know whom you mean. Name somebody who is here.');
  const topic = joinRaw(heard.rest);
  const phrase = APPEALS[verb] ?? (deed === 'deceive' ? 'lie to' : verb);
  return createAction(deed, phraseOf(phrase, to.spoken, topic), to, { topic, verb });
}

/** Verbs of which only the first word is kept, with the word that belongs to them. */
const APPEALS: Readonly<Partial<Record<string, string>>> = Object.fromEntries(
  'bargain with,negotiate with,haggle with,plead with,confess to,flirt with,hold hands with,apologise to,apologize to,confide in'
    .split(',')
    .map((phrase) => [phrase.split(' ')[0], phrase]),
);

export const SPEECH_DEEDS: readonly Deed[] = ['ask', 'tell', 'say', 'talk'];
