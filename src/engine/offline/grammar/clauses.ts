import { findVerb, isGesture } from './verbs.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { tokenise, toWordSet, type Words, type WordToken } from './words.ts';

/** Words at the head of a clause that only introduce an action: `I want to`, `let us`, `carefully`. */
const LEAD_INS = vocabulary.leadIns.split(',').map((phrase) => phrase.split(' '));

function isLeadIn({ word }: WordToken): boolean {
  return LEAD_INS.some(([only, second]) => only === word && second === undefined);
}

/** Removes lead-ins as long as something is left behind them. */
export function dropLeadIn(tokens: Words): Words {
  const lead = LEAD_INS.find(
    (words) => tokens.length > words.length && words.every((word, index) => tokens[index]?.word === word),
  );
  return lead === undefined ? tokens : dropLeadIn(tokens.slice(lead.length));
}

const TRAILING = toWordSet(vocabulary.trailing);

/** Removes words behind a deed that only say how: `again`, `please`. */
export function dropTrailingManner(tokens: Words): Words {
  const last = tokens.at(-1);
  const isManner = last !== undefined && tokens.length > 1 && !last.isQuote && TRAILING.has(last.word);
  return isManner ? dropTrailingManner(tokens.slice(0, -1)) : tokens;
}

/** "put the tin down" and "pick the tin up" with the small word beside its verb. */
export function joinParticle(tokens: Words): Words {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined || tokens.length < 3) return tokens;
  const isSplit = ['put', 'set', 'lay', 'pick'].includes(first.word) && ['down', 'up'].includes(last.word);
  return isSplit ? [first, last, ...tokens.slice(1, -1)] : tokens;
}

const SPEECH = new Set(['ask', 'tell', 'say', 'talk', 'persuade', 'threaten', 'deceive']);

/** Questions only the parser can answer about the words around a possible cut. */
export type ClauseTests = {
  /** Whether the words are a whole deed other than speech. */
  readonly isDeed: (tokens: Words) => boolean;
  /** Whether the words so far only name the person spoken to, as in "Viktor, tell me". */
  readonly isVocative: (tokens: Words) => boolean;
};

/** Splits an input into clauses, one deed each. Sentences always end one; "and" and commas only before a verb. */
export function splitClauses(text: string, tests: ClauseTests): WordToken[][] {
  const clauses: WordToken[][] = [];
  let current: WordToken[] = [];
  const tokens = tokenise(text);
  for (const [index, token] of tokens.entries()) {
    if (current.length > 0 && startsClause(tokens.slice(index), current, tests)) {
      clauses.push(current);
      current = [];
    }
    current.push(token);
  }
  return [...clauses, current].map(trimJoins).filter(({ length }) => length > 0);
}

function startsClause(rest: Words, current: Words, { isDeed, isVocative }: ClauseTests): boolean {
  const last = current.at(-1);
  const [token, second] = rest;
  if (last === undefined || token === undefined || current.every(isLeadIn)) return false;
  const isSpeech =
    SPEECH.has(findVerb(dropLeadIn(current))?.deed ?? '') || current.some(({ isQuote }) => isQuote);
  if (token.isQuote) return last.mark === 'stop' && !isSpeech;
  if (last.mark === 'stop' || last.mark === 'question') return true;
  if (token.word === 'then') return second !== undefined && last.word !== 'and';
  if (token.word === 'and' && second?.word === 'then') return true;
  if ((token.word !== 'and' && last.mark !== 'comma') || isVocative(current)) return false;
  return isNextDeed(dropLeadIn(rest), current, isDeed);
}

/** Whether the words behind "and" or a comma begin a deed of their own. Speech goes on unless they are a whole one. */
function isNextDeed(after: Words, current: Words, isDeed: ClauseTests['isDeed']): boolean {
  const last = current.at(-1);
  const spoken = findVerb(dropLeadIn(current))?.deed;
  if (spoken !== undefined && SPEECH.has(spoken) && last?.isQuote === false) {
    // Behind a greeting, words to the same person may follow.
    const isOpen = last.mark === 'comma' || current.some(({ word }) => word === 'about');
    return spoken === 'talk' ? isSpokenVerb(after) || isDeed(after) : isOpen && isDeed(after);
  }
  const verb = findVerb(joinParticle(after));
  return (verb !== null && !verb.isTypo) || isGesture(after[0]?.word ?? '') || isDeed(after);
}

function isSpokenVerb(after: Words): boolean {
  const verb = findVerb(after);
  return verb !== null && !verb.isTypo && SPEECH.has(verb.deed);
}

function trimJoins(clause: Words): WordToken[] {
  const isJoin = (token: WordToken | undefined) => token?.word === 'and' || token?.word === 'then';
  const start = clause.findIndex((token) => !isJoin(token));
  const end = clause.findLastIndex((token) => !isJoin(token));
  return start < 0 ? [] : clause.slice(start, end + 1);
}
