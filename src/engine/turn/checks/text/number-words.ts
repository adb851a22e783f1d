const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number below a hundred and one, in digits or in English words, as the source of a pattern without groups. */
export const NUMBER = `(?:\\d{1,3}|(?:${TENS.join('|')})(?:[- ](?:${SMALL.slice(1, 10).join('|')}))?|${SMALL.toReversed().join('|')}|(?:a |one )?hundred)`;

/** The value of what `NUMBER` has matched. */
export function numberOf(written: string): number {
  const text = written.toLowerCase().trim();
  if (/^\d/.test(text)) return Number(text);
  if (text.endsWith('hundred')) return 100;
  const [first = '', second = ''] = text.split(/[- ]/);
  const tens = TENS.indexOf(first);
  if (tens === -1) return SMALL.indexOf(first);
  return 20 + 10 * tens + Math.max(0, SMALL.indexOf(second));
}
