import { expect, it } from 'vitest';
import { createProgress } from '#cli/terminal/progress.ts';

function shown(isTerminal: boolean, steps: readonly number[], of: number): string {
  let text = '';
  const progress = createProgress('export', { print: (more) => (text += more), isTerminal });
  for (const done of steps) progress(done, of);
  return text;
}

it('draws a bar over itself on a terminal, once for each thing done, and ends the line', () => {
  const bar = (full: number) => `${'#'.repeat(full)}${'.'.repeat(30 - full)}`;

  expect(shown(true, [0, 1, 1, 2], 2)).toBe(
    `${[0, 15, 30].map((full, done) => `\rexport               [${bar(full)}] ${done}/2`).join('')}\n`,
  );
});

it('writes at most four plain lines where nobody looks', () => {
  const steps = Array.from({ length: 101 }, (_, done) => done);

  expect(shown(false, steps, 100)).toBe([25, 50, 75, 100].map((done) => `export: ${done} of 100\n`).join(''));
});

it.each([true, false])('says nothing of what is done in one go', (isTerminal) => {
  expect(shown(isTerminal, [0, 1], 1)).toBe('');
});
