import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { tellScene } from '../../../../src/engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const bell = {
  id: 'evt_0002',
  date: '',
  type: 'clock',
  summary: 'The harbour bell cracks at last',
  exchange: 4,
};

function told(exchanges: readonly string[], events = [bell]): string {
  const { packet, ...night } = nightAtThePierHouse({ playerText: 'I ask Marit about the boats.' });
  const conversation = exchanges.map((narration) => ({ player: 'I wait.', narration }));
  const input = {
    ...night,
    conversation,
    conversationStart: 5 - exchanges.length,
    packet: { ...packet, recentEvents: events },
  };
  return tellScene(input, keyedRandom('seed', 'prose'));
}

it('tells first what has come about since the last telling', () => {
  expect(told(['Rain.', 'More rain.'])).toMatch(/^The harbour bell cracks at last\.\n\n/);
});

it.each([
  ['what was told already', ['Rain.', 'The harbour bell cracks at last. Nobody moves.'], [bell]],
  ['what is long past', ['Rain.', 'More rain.'], [{ ...bell, exchange: 0 }]],
])('does not tell again %s', (_what, exchanges, events) => {
  expect(told(exchanges, events)).not.toContain('bell');
});
