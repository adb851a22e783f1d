import { matchesOf } from '#engine/kit/matches-of.ts';

const TERMINATOR = /[.!?…]+|[。！？｡]+/gu;
const CLOSERS = /["”’'»›)\]*_」』]/;
const ABBREVIATION =
  /(?:^|[\s("“‘])(?:Mr|Mrs|Ms|Mx|Dr|St|Sts|Prof|Capt|Sgt|Lt|Col|Gen|Cpl|Rev|Fr|Hon|Sr|Jr|Mt|vs|etc|ca|approx|e\.g|i\.e|a\.m|p\.m|Sra|Dña|Mme|Mlle|bzw|z\.B|\p{Lu}(?:\.\p{Lu})*)$/u;

/**
 * Where sentences end in a text that may still grow: the positions after the closing marks. An end is one only when what
 * follows it has been seen, so a text cut anywhere never gives an end that a longer one would take back. `from` leaves out the ends
 * of sentences that were over before.
 */
export function sentenceEnds(text: string, from = 0): readonly number[] {
  const ends: number[] = [];
  const marks = new RegExp(TERMINATOR);
  marks.lastIndex = from;
  for (const { 0: mark, index } of matchesOf(marks, text)) {
    let end = index + mark.length;
    while (CLOSERS.test(text[end] ?? '')) end += 1;
    if (endsHere(text, index, mark, end)) ends.push(end);
  }
  return ends;
}

function endsHere(text: string, index: number, mark: string, end: number): boolean {
  if (end >= text.length) return false;
  if (/[。！？｡]/u.test(mark)) return true;
  const rest = text.slice(end);
  if (!/^\s/.test(rest)) return false;
  const next = /\S/.exec(rest)?.[0];
  if (next === undefined) return /\n\s*\n/.test(rest);
  if (/\p{Ll}/u.test(next)) return false;
  // `No. 7` goes on, `“No.” The door` does not.
  if (/\d/.test(next) && /\bN[or]$/.test(text.slice(0, index))) return false;
  return mark !== '.' || !ABBREVIATION.test(text.slice(Math.max(0, index - 12), index));
}
