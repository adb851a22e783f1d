import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '#engine/live/cursor.ts';
import { SESSION } from '../../support/event-rows.ts';

it('comes back as the number it stands for', () => {
  expect(decodeCursor(encodeCursor(SESSION, 42), SESSION)).toBe(42);
});

it.each([
  ['nonsense', 'nonsense', 'invalid-cursor'],
  ['an empty text', '', 'invalid-cursor'],
  ['a number of its own making', '42', 'invalid-cursor'],
  ['another session’s cursor', encodeCursor(SESSION.replace('1', '2'), 42), 'foreign-cursor'],
])('refuses %s and says what to pass', (_case, cursor, rejected) => {
  expect(decodeCursor(cursor, SESSION)).toMatchObject({
    rejected,
    reason: expect.stringMatching(/^after: .*[Pp]ass back/),
  });
});
