import type { RISK_FLAGS } from '../interpret-reply.ts';

export type Risk = (typeof RISK_FLAGS)[number];

const RISKS: readonly (readonly [Risk, RegExp])[] = [
  [
    'violence',
    /\b(attack|fight|hit|punch|kick|stab|shoot|slash|strike|kill|tackle|swing at|cut down|throttle)\w*/i,
  ],
  ['pursuit', /\b(chase|pursue|flee|escape|run (?:from|after|away)|outrun)\w*/i],
  [
    'contested',
    /\b(persuade|convince|bluff|lie|lying|deceive|bribe|threaten|intimidate|haggle|negotiate|resist|steal|pickpocket|sneak|hide|wrestle|provoke|flirt)\w*/i,
  ],
  [
    'dangerous',
    /\b(climb|jump|leap|swim|hack|disarm|force|break|smash|pry|pick the lock|jam|set fire|drive)\w*/i,
  ],
  ['sensitive', /\b(confess|secret|accuse|blackmail|affair|grief)\w*/i],
];

/** What is risky about words, as far as words alone can tell. Nothing is risked by asking. */
export function risksIn(words: string): Risk[] {
  const done = deedsIn(words);
  return RISKS.filter(([, pattern]) => pattern.test(done)).map(([risk]) => risk);
}

const IDIOM =
  /\b(?:break(?:s|ing)?|broke)\s+(?:(?:the|my|our|a|some)\s+)?(?:bread|silence|ice|news|fast|camp|loaf)\b|\blie\s+(?:down|still|low|back)\b|\b(?:stop|quit|cease|avoid|end|without|never|not|don['’]t|refuse\s+to|rather\s+than|instead\s+of|no\s+more)\s+(?:(?:to|the|this|any)\s+)?(?:fight|attack|hit|kill|strik|shoot|stabb?)(?:e|ing|ting|s)?\b/gi;
const QUESTION = /[^.!?\n“”"]*\?/g;

/** Words without questions, and without ways of saying what their verbs do not say. */
export function deedsIn(words: string): string {
  return words.replace(QUESTION, ' ').replace(IDIOM, ' ');
}

/** The separate things a player says they do: one clause each. */
export function clausesOf(words: string): string[] {
  return words
    .split(/(?<=[.!?])\s+|\n+|;|,?\s+(?:and then|then)\s+/i)
    .map((clause) => clause.trim().replace(/[.!]+$/, ''))
    .filter((clause) => clause !== '')
    .slice(0, 4);
}

const FILLER =
  /^(?:(?:i|we)\s+|(?:try|want|attempt|decide|going|begin|start)\w*\s+to\s+|carefully\s+|quietly\s+|slowly\s+|quickly\s+)+/i;

/** The verb of a clause: `I try to open the door` is `open`. Speech is talk. */
export function verbOf(clause: string): string {
  if (/^["“']/.test(clause)) return 'say';
  const first = clause
    .replace(FILLER, '')
    .match(/[\p{L}-]+/u)?.[0]
    ?.toLowerCase();
  if (clause.trim().endsWith('?') && first !== 'ask') return 'ask';
  return first ?? 'wait';
}

type Named = { readonly id: string; readonly name: string };

const ARTICLES = new Set(['the', 'von', 'van', 'del', 'de', 'don', 'doña', 'of', 'and']);

/** Those a text names by a whole word of their name. */
export function namedIn<One extends Named>(text: string, everyone: readonly One[]): One[] {
  const said = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return everyone.filter(({ name }) =>
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => word.length > 2 && !ARTICLES.has(word) && said.has(word)),
  );
}

/** Words that carry meaning, for a search. */
export function keywordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return [...new Set(words.filter((word) => !STOP.has(word)))].slice(0, 8);
}

const STOP = new Set(
  'about after again against anything because been before being could does down every from have here into just know like look make more much need only other over really said some something take tell than that their them then there these they thing this those through want what when where which while will with would your'.split(
    ' ',
  ),
);

const ENGLISH =
  /\b(?:i|the|a|an|and|to|of|is|are|you|my|me|what|who|where|why|how|it|at|in|on|for|with|this|that|do|go|look|ask|talk|say|yes|no|ok|please)\b/i;
const FOREIGN =
  /[¿¡ßñçãõøåœæ]|[\u0370-\u03ff\u0400-\u04ff\u0590-\u06ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]|\b(?:der|das|ist|und|wo|wer|ich|nicht|hier|donde|quien|que|está|estoy|hola|qui|où|est|je|les|une|dans|il|sono|che|dove|chi|onde|quem)\b/iu;

/** Whether words are in a language the phrases are not made for. */
export function isForeign(words: string): boolean {
  return FOREIGN.test(words) && !ENGLISH.test(words.replace(/\b(?:a|me|no|in|do|an|is)\b/gi, ''));
}
