import { expect, it } from 'vitest';
import { keepLatestNotes } from '../../../../src/engine/turn/packet/context-packet.ts';

const summaryOf = (turns: number) => Array.from({ length: turns }, (_, turn) => `Turn ${turn}.`).join('\n');

it.each([0, 1, 48, 63])('gives all of a summary of %i lines', (turns) => {
  expect(keepLatestNotes(summaryOf(turns))).toBe(summaryOf(turns));
});

it('gives the latest lines of a long one, never fewer than a prompt may ask for', () => {
  for (let turns = 64; turns < 300; turns += 1) {
    const lines = keepLatestNotes(summaryOf(turns)).split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(48);
    expect(lines.length).toBeLessThan(64);
    expect(lines.at(-1)).toBe(`Turn ${turns - 1}.`);
  }
});

it('begins with the same line for many turns', () => {
  const firsts = Array.from(
    { length: 160 },
    (_, turns) => keepLatestNotes(summaryOf(turns + 64)).split('\n')[0],
  );

  expect(new Set(firsts).size).toBe(10);
});
