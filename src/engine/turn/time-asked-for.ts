const HOUR = 60;
const DAY = 24 * HOUR;

const NUMBERS: Readonly<Record<string, number>> = {
  half: 1,
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  couple: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  few: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  several: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  hundred: 100,
};
const UNITS: Readonly<Record<string, number>> = {
  minute: 1,
  hour: HOUR,
  day: DAY,
  night: DAY,
  week: 7 * DAY,
  fortnight: 14 * DAY,
  month: 31 * DAY,
  season: 92 * DAY,
  year: 366 * DAY,
};

/** Words that let time pass. Whoever only speaks of ten years does not ask for them. */
const LETS_PASS =
  /\b(?:wait|rest|sit|stay|linger|sleep|pause|pass|pray|read|work|practi[sc]e|train|study|watch|guard|nap|camp|live|hide|lie low|heal|recover|spend|skip|later|after|until|till?|through|for|let|forward|ahead|travel|journey|voyage|ride|sail|march|walk|drive|return|winter|summer)\w*/i;
const COUNTED = new RegExp(
  `\\b(${Object.keys(NUMBERS).join('|')}|\\d{1,4})(?: (?:an?|of|more|whole|or|full|long))* (${Object.keys(UNITS).join('|')})s?\\b`,
  'gi',
);
const NAMED: readonly (readonly [RegExp, number])[] = [
  [/\b(?:winter|spring|summer|autumn|fall|harvest|season)\b/i, 200 * DAY],
  [/\b(?:the|this|next|whole|entire|that|all|another) (?:coming |following )?year\b/i, 366 * DAY],
  [/\b(?:the|this|next|whole|entire|that|all|another) (?:coming |following )?month\b/i, 31 * DAY],
  [/\b(?:the|this|next|whole|entire|that|all|another) (?:coming |following )?week\b|\bweeks\b/i, 14 * DAY],
  [/\b(?:months|years)\b/i, 400 * DAY],
  [/\b(?:travel|journey|voyage|sail|march|ride|caravan|pilgrimage)\w*/i, 31 * DAY],
  [/\b(?:skip|fast[- ]forward|time passes|later)\b/i, 31 * DAY],
  [/\b(?:tomorrow|next day|days)\b/i, 7 * DAY],
  [/\b(?:un)?till?\b/i, 2 * DAY],
  [
    /\b(?:day|night|dawn|morning|noon|afternoon|evening|dusk|sunset|nightfall|midnight|sleep|bed|camp)\b/i,
    DAY,
  ],
];

/** What is only asked or said aloud lets no time pass. */
const SPOKEN = /[“"][^”"]*[”"]|[^.!?\n“”"]*\?/g;
/** Whoever tells of a month need not count its days. */
const ROUGHLY = 1.5;

/**
 * The most minutes of world time the words leave room for; 0 when they ask for none to pass. It is an upper bound for a narrator's
 * account, so it rather allows too much; going by words is coarse, and stands beside what an interpreter has read.
 */
export function timeAskedFor(words: string): number {
  const said = words.replace(SPOKEN, ' ');
  if (!LETS_PASS.test(said)) return 0;
  const counted = [...said.matchAll(COUNTED)].map(([, count = '', unit = '']) => {
    const many = NUMBERS[count.toLowerCase()] ?? Number(count);
    return many * (UNITS[unit.toLowerCase()] ?? 0) * ROUGHLY;
  });
  const named = NAMED.map(([pattern, minutes]) => (pattern.test(said) ? minutes : 0));
  return Math.max(0, ...counted, ...named);
}
