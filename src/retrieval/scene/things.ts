import { isContentWord } from '../ranking/content-words.ts';
import { folded } from '../ranking/stem.ts';
import { isDoing, stems } from './stems.ts';

/** A thing a text names: its noun, and the words before it that tell it from others of its kind. `Viktor's slate` is no other slate. */
export type Thing = { readonly head: string; readonly kinds: readonly string[]; readonly isName: boolean };

/** Words that say hardly anything about what is meant. */
const FAINT = new Set(
  stems(
    'want know think see seen happen happened night day last time thing person people somebody someone anyone anybody everybody everyone nobody anything something mean need like come go get have left behind more next whether',
  ),
);

const ARTICLE = /^(?:the|an?|his|her|their|my|your|our|its|that|this)$|['’]s?$/iu;

/** What a text names, in order: words that follow each other without a small word between them are one thing. */
export function thingsIn(text: string): Thing[] {
  const runs: Word[][] = [[]];
  let before = '';
  for (const token of text.match(/[\p{L}\p{M}\p{N}]+(?:['’]s?)?|[,;:.!?"“”]/gu) ?? []) {
    const bare = folded(token).replace(/['’]s?$/, '');
    const [word = ''] = stems(bare);
    // A hand, a lift, a check: what can be done is a thing where an article stands before it.
    const isThing = !isDoing(word) || ARTICLE.test(before);
    if (/[\p{L}\p{N}]/u.test(bare) && isContentWord(bare) && isThing)
      runs.at(-1)?.push({ word, isName: /^\p{Lu}/u.test(token) });
    else runs.push([]);
    before = token;
  }
  const things = runs.flatMap((run) => {
    const head = run.findLast(({ word }) => !FAINT.has(word));
    if (head === undefined) return [];
    const kinds = run.slice(0, run.indexOf(head)).map(({ word }) => word);
    return { head: head.word, kinds, isName: head.isName };
  });
  return things.filter(({ head }, at) => things.findIndex((thing) => thing.head === head) === at);
}

type Word = { readonly word: string; readonly isName: boolean };

/**
 * Whether what an action names is this thing: its noun is said, and not of another kind. `the log` may be the plow log; the call log
 * is not, and neither is the log of the ferry.
 */
export function isNamed(
  { head, kinds }: Pick<Thing, 'head' | 'kinds'>,
  said: ReadonlySet<string>,
  action: string,
): boolean {
  if (!said.has(head)) return false;
  if (kinds.length === 0 || kinds.some((kind) => said.has(kind))) return true;
  const named = thingsIn(action);
  return named.some(
    (thing, at) => thing.head === head && thing.kinds.length === 0 && !isOf(action, named[at + 1]),
  );
}

/** `the words of Aldith`: what follows tells which words they are. */
function isOf(action: string, next: Thing | undefined): boolean {
  if (next === undefined) return false;
  const first = next.kinds[0] ?? next.head;
  return [
    ...folded(action).matchAll(/\b(?:of|from)\s+(?:the\s+|an?\s+|his\s+|her\s+|their\s+)?([\p{L}\p{N}]+)/gu),
  ].some(([, word = '']) => stems(word).includes(first));
}
