import { expect, it } from 'vitest';
import { findMatches } from '#engine/util/text-search.ts';

const TEXTS = ['', 'I ask, then I go.', 'and and and', '\u{1F600}a\u{1F600}', '\ud83d lone', 'Ünïcode wörds'];
const PATTERNS = [/a/g, /\p{L}+/gu, /(?:)/gu, /(?:)/g, /(?<=a)/gu, /(and)( )?/g, /^\p{L}*/gu];

it.each(PATTERNS)('finds with %s what matchAll finds, in any text and as often as it is asked', (pattern) => {
  for (const text of [...TEXTS, ...TEXTS])
    expect(findMatches(pattern, text).map((match) => [match.index, ...match])).toEqual(
      [...text.matchAll(pattern)].map((match) => [match.index, ...match]),
    );
});

it('begins at the beginning wherever the pattern was left', () => {
  const pattern = /o/g;
  pattern.exec('oo');
  expect(findMatches(pattern, 'oo')).toHaveLength(2);
});
