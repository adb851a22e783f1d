import { spokenTo } from './spoken-to.ts';

/** What a player wants to hear, as far as the words tell. */
export type Asked =
  | {
      readonly kind:
        | 'wants'
        | 'news'
        | 'self'
        | 'mood'
        | 'time'
        | 'place'
        | 'company'
        | 'ways'
        | 'price'
        | 'oneself'
        | 'belongings'
        | 'sheet'
        | 'task';
    }
  | { readonly kind: 'topic'; readonly topic: string };

const KINDS: readonly (readonly [Exclude<Asked['kind'], 'topic'>, RegExp])[] = [
  ['time', /\bwhat(?:['’]s| is)?(?: the)? (?:time|hour|day|date|year)\b|\bhow late\b/i],
  [
    'place',
    /\bwhat this (?:town|place|house|city|village|room) is\b|\bwhere (?:am i|are we|is this)\b|\bwhat (?:is this|kind of) place\b/i,
  ],
  [
    'sheet',
    /\bhow am i\b|\bhow (?:badly |much )?(?:hurt|wounded|healthy|injured) am i\b|\bmy (?:hp|health|hit ?points|spells?|spell slots|slots|level|xp|experience|stats|sheet|conditions?|wounds)\b|\b(?:what|which) spells (?:do|can|have) i\b|\bhow (?:much|many) (?:gold|money|coins?|hp|health|hit ?points|xp|spells?|slots|potions) (?:do|have) i\b/i,
  ],
  [
    'task',
    /\bwhat (?:am i|are we) (?:supposed|meant|here) to do\b|\bwhat (?:should|can|must|do) (?:i|we) do(?: now| here| next)?\W*$|\bwhat(?:['’]s| is| are) (?:my|our|the) (?:goals?|tasks?|missions?|quests?|objectives?|job)\b|\bwhat now\W*$|\bwhat(?:['’]s| is) next\W*$/i,
  ],
  ['oneself', /\bwho am i\b|\bwhat(?:['’]s| is) my name\b/i],
  [
    'belongings',
    /\bwhat (?:do|am|have) (?:i|we) (?:have|carry(?:ing)?|got|own|hold(?:ing)?)\b|\bwhat(?:['’]s| is) in my\b|\bmy inventory\b/i,
  ],
  [
    'company',
    /\bwho(?:['’]s| is) (?:all )?(?:in (?:charge|command)|the boss)\b|\bwho (?:runs|owns|leads) (?:this|the) (?:place|house|inn|bar)\b|\bwho are (?:you|they|these) (?:all|people|two|three)\b|\bwho are (?:the|all the|all these|those) (?:people|others|men|women|folk)\b|\b(?:who|where)(?:['’]s| is| are) (?:everyone|everybody|the others|my (?:friends|companions|party|people))\b/i,
  ],
  ['company', /\bwho(?:['’]s| is| else is| are)?(?: all)? (?:here|there|around|present)\b/i],
  ['ways', /\bway out\b|\bhow do (?:i|we) (?:get|leave|go)\b|\bwhich way\b|\bwhere can (?:i|we) go\b/i],
  [
    'wants',
    /\bwhat (?:do|does|did|would) (?:you|he|she|they) (?:\w+ )?(?:want|need|hope|ask)\b|\bwhat (?:he|she|they) wants?\b|\bwhat are you after\b|\bwhy are you (?:still )?here\b|\bwhat brings you\b/iu,
  ],
  [
    'self',
    /\bwho are you\b|\bwho (?:he|she|they) (?:is|are)\b|\byour name\b|\bwhat do you do\b|\babout (?:yourself|himself|herself|themselves)\b/i,
  ],
  [
    'news',
    /\bwhat(?:['’]s| is| has| was)? (?:going on|happening|happened(?! (?:to|at|in|on|with|during|near|between|to)\b)(?!.*\b(?:ago|last|yesterday|before|once|back then|in \d{3,4}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)|the (?:news|matter)|new|up)\b|\bany news\b|\bwhat news\b/i,
  ],
  [
    'mood',
    /\bhow (?:his|her|their|your|the) (?:day|night|evening|morning)\b|\bhow (?:are|is|was|has|have|do) (?:you|your|their|his|her|the (?:day|night|evening))\b|\bare you (?:all right|well|ok)/i,
  ],
  [
    'price',
    /\bhow much (?:is|are|does|do|for|would|will|did)\b|\bwhat (?:does|would) (?:it|that|this) cost\b|\bprice\b(?! of)/i,
  ],
];

const ABOUT =
  /\b(?:about|(?<=\b(?:knows?|thinks?|hear|heard|speak|talk|says?|become|made|news|word|tell)\s)of|regarding|concerning|happened (?:to|at|in|on|with|during|near))\s+((?:the\s+|an?\s+|my\s+|his\s+|her\s+)?[^?.!,;:“”"]{2,60})/iu;
const WHAT_IS =
  /\b(?:who|what|where|when|which|how)(?:['’]s| is| are| was| were| did| does| do| has| have)\s+((?:the\s+|an?\s+|in\s+)?[^?.!,;:“”"]{2,60})/iu;
/** `what does the king think of it` is about the king. */
const VERB =
  /\s(?:think|say|mean|want|do|know|get|come|go|live|work|look|like|need|make|have|feel|see|believe|cost|happen)(?:s|ed)?\b.*$/i;
const EMPTY =
  /^(?:(?:you|he|she|they|it|i|we)\s.*|it|that|this|all this|all of this|them|him|her|you|me|us|next|here|there|going on|happening|(?:the )?matter|wrong|(?:here|there)\s.*|what|anything|something|everything|course|you know)$/i;

/** `who wants the lands` is about the lands. */
const WHO_DOES =
  /\b(?:who|what|which)\s+(?!is\b|are\b|was\b|were\b)\p{Ll}+(?:s|ed|d|t|ght)\s+((?:the|an?|my|his|her|their|our)\s+[^?.!,;:“”"]{2,60})/iu;

/** Not everybody types the mark. */
const BEGINS_AS_QUESTION =
  /^\W*(?:(?:who|what|where|when|why|how|which)(?:['’]s)?\b(?!ever\b)|(?:is|are|was|were|does|did|do|can|could|will|would|have|has)\s+(?:you|he|she|they|it|i|we|there|the|this|that|any)\b)/i;

/** Whether somebody is spoken to in a way that wants an answer. */
export function isAsking(words: string): boolean {
  return (
    words.includes('?') ||
    BEGINS_AS_QUESTION.test(words) ||
    /\b(?:talk|speak|chat)\b.*\babout\b/i.test(words) ||
    /\b(?:ask|question|inquire|tell me|answer me|wonder aloud|interrogate|quiz)\b/i.test(words)
  );
}

export function askedIn(words: string): Asked | null {
  if (!isAsking(words)) return null;
  const kind = KINDS.find(([, pattern]) => pattern.test(words))?.[0];
  if (kind !== undefined) return { kind };
  const { matter } = spokenTo(words);
  for (const pattern of [ABOUT, WHAT_IS, WHO_DOES]) {
    const topic = pattern
      .exec(matter)?.[1]
      ?.trim()
      .replace(/^(?:wrong|the matter|up|new|happening) with\s+/i, '')
      .replace(VERB, '')
      .replace(/\s+(?:is|are|was|were|again|please|here|now|about)$/i, '');
    if (topic !== undefined && !EMPTY.test(topic)) return { kind: 'topic', topic };
  }
  return null;
}

/** What kind of answer a question wants, by the word it turns on. */
export type QuestionForm =
  | 'who'
  | 'where'
  | 'when'
  | 'why'
  | 'how'
  | 'amount'
  | 'what'
  | 'whether'
  | 'request';

const TURNS_ON = /\b(who|whom|whose|where|when|why|how|what|which|whether|if)\b/i;
const AUXILIARY =
  /^["“]?(?:do|does|did|is|are|was|were|can|could|will|would|have|has|had|may|might|should|shall|am|isn['’]t|don['’]t|didn['’]t)\b/i;
const FORMS: Readonly<Record<string, QuestionForm>> = {
  who: 'who',
  whom: 'who',
  whose: 'who',
  where: 'where',
  when: 'when',
  why: 'why',
  how: 'how',
  what: 'what',
  which: 'what',
  whether: 'whether',
  if: 'whether',
};

/** Null when the words ask for nothing in particular. */
export function formOf(words: string): QuestionForm | null {
  const matter = spokenTo(words).matter.replace(/^\s*(?:i|we)\s+(?:ask|beg)\s+/i, '');
  if (/^(?:not )?(?:to|for)\b/i.test(matter)) return 'request';
  if (AUXILIARY.test(matter)) return 'whether';
  if (/\bhow (?:much|many|long|far|often|old|soon|big|few)\b/i.test(matter)) return 'amount';
  const word = TURNS_ON.exec(matter)?.[1]?.toLowerCase();
  if (word === undefined) return words.includes('?') ? 'whether' : null;
  return FORMS[word] ?? null;
}
