import { expect, it } from 'vitest';
import { asWritten } from '../../../../src/engine/llm/offline/as-written.ts';

const PEOPLE = ['Viktor Hrynko', 'Kenji Ota', 'Comfort Nakagawa', 'Bernadette "Bernie" Kowalczyk'];

it.each([
  ['viktor whats up', "Viktor, what's up?"],
  ['Viktor what happened tuesday', 'Viktor, what happened tuesday?'],
  ['hey viktor how much are you paying me', 'hey Viktor, how much are you paying me?'],
  ['whats going on', "what's going on?"],
  ['who is here', 'who is here?'],
  ['do you believe in ghosts', 'do you believe in ghosts?'],
  ['ask viktor about jin', 'ask Viktor about jin'],
  ['bernie you look tired', 'Bernie, you look tired'],
  ['sorry kenji i didnt mean it', "sorry Kenji, I didn't mean it"],
  ['im hungry', "I'm hungry"],
  ['ok viktor, where is she', 'ok Viktor, where is she?'],
])('reads %j as %j', (typed, written) => {
  expect(asWritten(typed, PEOPLE)).toBe(written);
});

it.each([
  'I look around.',
  'When Viktor leaves, I search the till.',
  'what a mess',
  'I comfort her.',
  'have a drink',
  'do it',
  'its tail twitches',
  'we were there',
  'I say "what now" and laugh',
  'Viktor, who paid?',
])('leaves %j as it is', (words) => {
  expect(asWritten(words, PEOPLE)).toBe(words);
});
