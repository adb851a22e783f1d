import { matchesOf } from '#engine/kit/matches-of.ts';
import { remembered } from '#engine/kit/remembered.ts';

/** What somebody says goes on after these: `ask Viktor | who knew`, `tell Lyle | what Pet is looking for`. */
const ONWARD =
  /\s(?:who|whom|whose|what|whether|why|how|about|for|if|when|where|to|that|which|with|over|in|on|at|directly|kindly|again|and|the second|the first)\b.*$/i;

/** `the pastor | the old man is in danger`, `Viktor | the red tag`, `Ansel Jin | is alive`. */
const SAYING =
  /\s(?:the|an?|my|his|her|their|your|our|is|are|was|were|may|will|has|have|had|can|i|you|he|she|they|we|it)\s.*$/i;

/** Whom the words behind `ask` or `tell` are said to: `the Count of Luna about the king` is said to the Count of Luna. */
export function whomIn(said: string): string {
  return ` ${said}`.replace(ONWARD, '').trim().replace(SAYING, '');
}

const SAID_TO =
  /\b(?:(?:ask|question|interrogate|press|tell|beg|warn|thank|confront|accuse|inform|promise|show|hand|offer)(?:s|ed|ing)?|(?:giv|gav)(?:e|es|ing)|(?:talk|speak|chat|say|mention|admit|confess)(?:s|ed|ing)?(?:\s+\p{L}+){0,5}?\s+(?:to|with))\s+((?:\b(?:Mrs?|Ms|Dr|St)\.|[^,;:.!?"“”\n])+)/giu;
/** `Viktor, who paid?` and `Who paid, Viktor?` */
const CALLED = [
  /(?:^|\n)\W*((?:\p{Lu}[\p{L}.'’-]+\s+){0,3}\p{Lu}[\p{L}'’-]+),\s/gu,
  /,\s+((?:\p{L}[\p{L}.'’-]+\s+){0,3}\p{Lu}[\p{L}'’-]+)\s*[?!.]/gu,
];
/** Whoever is there may be meant by these. */
const ANYBODY =
  /^(?:him|her|them|it|me|us|you|everyone|everybody|anyone|anybody|someone|somebody|people|around|all|both|the (?:others?|room|table|company|people|crowd))?$/iu;
/** `ask politely`: a manner, and nobody's name. */
const MANNER = /^\p{Ll}+ly$/u;

/** In an action's own words, whom it is said or shown to. Whoever is only spoken of is not among them: `I ask Ota about Viktor` is said to Ota. */
export function addresseesIn(action: string): string[] {
  const said = matchesOf(SAID_TO, action).map(([, rest = '']) => whomIn(rest));
  const called = CALLED.flatMap((pattern) => matchesOf(pattern, action).map(([, name = '']) => name));
  return [...new Set([...said, ...called])].filter((whom) => !isAnybody(whom));
}

export function isAnybody(whom: string): boolean {
  return ANYBODY.test(whom.trim()) || MANNER.test(whom.trim());
}

const ASKING =
  'ask|question|inquire|enquire|interrogate|talk|speak|chat|confront|accuse|press|beg|tell (?:me|us)';
const TELLING = 'tell|say|inform|mention|admit|promise|confess|warn|thank';
const BEFORE = String.raw`(?:^|[.;:!?,"“”\n]\s*|\b(?:and|then|i|we|(?:try|want|wish|like|decide|going) to|quietly|gently|softly)\s+)`;
const ASKS = new RegExp(`${BEFORE}(?:${ASKING})(?:s|ed|ing)?\\b`, 'i');
const TELLS = new RegExp(`${BEFORE}(?:${TELLING})(?:s|ed|ing)?\\b(?! (?:me|us)\\b)`, 'i');

const KEPT_CHARACTERS = 100_000;

export type Speech = 'asking' | 'telling' | 'either' | 'none';

/** How an action is done by words, if it is: by asking or by telling. Speech by itself may be either. Held against every trigger of a scene. */
export const speechIn: (action: string) => Speech = remembered((action): Speech => {
  const asks = action.includes('?') || ASKS.test(action);
  const tells = TELLS.test(action);
  if (asks !== tells) return asks ? 'asking' : 'telling';
  return asks || /["“”]/.test(action) || addresseesIn(action).length > 0 ? 'either' : 'none';
}, KEPT_CHARACTERS);

const TELLING_FIRST = new RegExp(`^(?:${TELLING})\\b`, 'i');

/** Whether an author means telling by a trigger's verb, rather than asking. */
export function isTelling(trigger: string): boolean {
  return TELLING_FIRST.test(trigger);
}
