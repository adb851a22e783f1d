import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { saidAloud } from '../../../../src/engine/llm/offline/speech/said-aloud.ts';
import { tellScene } from '../../../../src/engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

it.each([
  'I want 600, not 400. Half now.',
  'no way, that’s robbery',
  'ok deal, I take the money',
  'you look terrible',
  "I'm hungry",
  'thanks',
  'sorry Marit, I didn’t mean it',
  'give me the key',
  "here's your key",
  'my brother was on that boat',
  'I think you know more than you say.',
  'I tell her that the boat is lost.',
  '"The boat is lost."',
  'I never saw him again.',
])('takes %j to be said', (words) => {
  expect(saidAloud(words)).not.toBeNull();
  for (const seed of ['one', 'two', 'three']) {
    const prose = tellScene(nightAtThePierHouse({ playerText: words }), keyedRandom(seed, 'prose'));
    expect(prose, words).toMatch(/^[^\n]*Marit/);
  }
});

it.each([
  'I want to leave',
  'I have a look at the net',
  "I'm going to the mole",
  'I look around',
  'I take the lamp',
  'give Marit the lamp',
  'search the shelf',
  'look under the bed',
  'I don’t move',
  'go to the mole',
  'I sit down',
  'wait',
  'I sing a song',
])('takes %j to be done', (words) => {
  expect(saidAloud(words)).toBeNull();
});
