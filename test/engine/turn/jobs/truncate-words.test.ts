import { expect, it } from 'vitest';
import { truncateWords } from '#engine/turn/jobs/job-context.ts';

it.each([
  ['a text that is short enough', 'One two. Three.', 3, 'One two. Three.'],
  ['whole sentences only', 'One two. Three four five. Six.', 4, 'One two.'],
  ['a sentence that ends inside quotes', '“Go.” She went. He stayed behind.', 3, '“Go.” She went.'],
  ['the beginning of a sentence that is too long by itself', 'One two three four.', 2, 'One two'],
  ['nothing of nothing', '  ', 5, ''],
])('keeps %s', (_what, text, most, kept) => {
  expect(truncateWords(text, most)).toBe(kept);
});
