import { expect, it } from 'vitest';
import { discoveredBy } from '#retrieval/discovered-by.ts';

const discoverable = (id: string, ...triggers: string[]) => ({
  id,
  subjectId: 'loc_bar_001',
  triggers,
  content: '',
  tokens: 1,
});

const BAR = [
  discoverable(
    'handset',
    'search behind the bar',
    'search the jukebox',
    'play B-17',
    'ask what Jin touched last',
  ),
  discoverable('slate', 'read the slate', 'look at the debt board', "ask who paid Viktor's debt"),
  discoverable('hatch', 'move the beer cradle', 'look for another way out'),
];

it.each([
  ['I search behind the bar.', ['handset']],
  ['I look behind the bar while Viktor is away', ['handset']],
  ['let me examine that jukebox', ['handset']],
  ['Press B-17 on the machine', ['handset']],
  ['"What did Jin touch last?" I ask', ['handset']],
  ['I am reading the slate', ['slate']],
  ['who paid the debt of Viktor, I ask', ['slate']],
  ['I push the beer cradle aside', ['hatch']],
  ['I search the jukebox and then read the slate', ['handset', 'slate']],
])('finds what %j brings to light', (action, ids) => {
  expect(discoveredBy(action, BAR).map((found) => found.discoverable.id)).toEqual(ids);
});

it.each([
  'I look around',
  'I search',
  'I ask Viktor for a drink',
  'I sit at the bar',
  'Jin was my friend',
  'I search the back room',
  '',
  '!?',
])('finds nothing for %j', (action) => {
  expect(discoveredBy(action, BAR)).toEqual([]);
});

it('names the trigger that matched', () => {
  expect(discoveredBy('I look behind the bar', BAR)[0]?.trigger).toBe('search behind the bar');
});
