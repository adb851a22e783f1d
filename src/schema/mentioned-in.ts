import { findNamed } from '#retrieval/find-named.ts';
import type { KnownEntity } from './seen.ts';

const ARTICLE = /^(?:the|an?) /i;
const WORD_SIGN = /[\p{L}\p{N}]/u;

/**
 * Those of whom a narration speaks by name, in the order in which they are known. A person may be called by a part of their name;
 * a thing, a place or a faction by all of it, with or without its article.
 */
export function mentionedIn(narration: string, known: readonly KnownEntity[]): readonly KnownEntity[] {
  const people = known.filter(({ kind }) => kind === 'character');
  const named = new Set(findNamed(narration, people));
  const prose = narration.toLowerCase();
  return known.filter(({ id, kind, name }) => (kind === 'character' ? named.has(id) : isSaid(name, prose)));
}

function isSaid(name: string, prose: string): boolean {
  const words = name.replace(ARTICLE, '').toLowerCase();
  for (let at = prose.indexOf(words); words !== '' && at !== -1; at = prose.indexOf(words, at + 1)) {
    const [before, after] = [prose[at - 1] ?? '', prose[at + words.length] ?? ''];
    if (!WORD_SIGN.test(before) && !WORD_SIGN.test(after)) return true;
  }
  return false;
}
