import { expect, it } from 'vitest';
import { encodeCursor, resolveStartSequence } from '#engine/live/cursor.ts';
import { SESSION } from '../../support/event-rows.ts';

const at = (sequence: number) => encodeCursor(SESSION, sequence);

it.each([
  ['nothing is named', [null, undefined], 0],
  ['one place is named', [at(4), null], 4],
  ['two are named: at the later', [at(4), at(7)], 7],
  ['two are named, whichever way round', [at(7), at(4)], 7],
  ['the end of the log is named', [at(9)], 9],
] as const)('begins at the right place when %s', (_case, cursors, place) => {
  expect(resolveStartSequence(cursors, SESSION, 9)).toBe(place);
});

it.each([
  ['a place the log has not reached', [at(10)], 'cursor-ahead'],
  ['a place of another session', [encodeCursor(SESSION.replace('1', '2'), 3)], 'foreign-cursor'],
  ['no place at all', [at(3), 'nonsense'], 'invalid-cursor'],
])('refuses %s', (_case, cursors, rejected) => {
  expect(resolveStartSequence(cursors, SESSION, 9)).toMatchObject({ rejected, path: ['after'] });
});
