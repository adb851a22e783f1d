import { expect, it } from 'vitest';
import { setRight } from '../../../../src/engine/llm/offline/set-right.ts';

it.each([
  [
    'what an excerpt tells in small letters',
    'It rains. “The Adeline was lost.” It stops.',
    ['the adeline was lost'],
    'It rains. It stops.',
  ],
  ['one sentence of several', 'It rains. You run. It stops.', ['You run.'], 'It rains. It stops.'],
  [
    'all of a speech when part of it is at fault',
    'It rains. “Nobody cuts one. It would be a sin.” He says so often.',
    ['It rains. “Nobody cuts one.'],
    'He says so often.',
  ],
  ['a paragraph of its own', 'It rains.\n\nYou run.\n\nIt stops.', ['You run.'], 'It rains.\n\nIt stops.'],
  ['nothing that is not at fault', 'It rains.\n\nIt stops.', ['You run.'], 'It rains.\n\nIt stops.'],
  [
    'what somebody said, who then will not say',
    'Viktor answers at once. “I sold her.”\n\nIt rains.',
    ['I sold her.'],
    'Viktor answers at once. “That is not mine to tell.”\n\nIt rains.',
  ],
  [
    'what was put into the player’s mouth, for good',
    '“I swear it,” you say. It rains.',
    ['“I swear it,” you say.'],
    'It rains.',
  ],
])('takes away %s', (_what, prose, excerpts, right) => {
  expect(setRight({ prose, excerpts })).toBe(right);
});

it('leaves a sentence where everything was at fault', () => {
  expect(setRight({ prose: 'You run.', excerpts: ['You run.'] })).toBe('For a moment nothing moves.');
});

it('takes away who says it with what is said', () => {
  const prose = 'The square is full.\n\n“Is it a sin?” says Marit, and lets that stand.';
  expect(setRight({ prose, excerpts: ['Is it a sin?'] })).not.toMatch(/(?:^|\n)says/);
});
