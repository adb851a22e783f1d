import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { offerChoices } from '#engine/llm/offline/offer-choices.ts';
import { askedIn } from '#engine/llm/offline/speech/question.ts';
import { tellScene } from '#engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const SEEDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const spoken = (narration: string) => (narration.match(/“[^”]*”/gu) ?? []).join(' ');

it.each(SEEDS)('has whoever is turned to by a choice say something (%s)', (seed) => {
  const input = nightAtThePierHouse({ playerText: '' });
  const name = input.packet.cast[0]?.name ?? '';
  let { conversation } = input;
  // As often as somebody might press the button, past the last line their author gave them.
  for (let turn = 0; turn < 8; turn += 1) {
    const playerText = `Talk to ${name}. Hear what they have to say.`;
    const narration = tellScene(
      { ...input, playerText, conversation },
      keyedRandom(`${seed} ${turn}`, 'prose'),
    );
    expect(spoken(narration), narration).not.toBe('');
    conversation = [...conversation, { player: playerText, narration }];
  }
});

it.each(SEEDS)('does not offer to ask again what was asked just now (%s)', (seed) => {
  const input = nightAtThePierHouse({ playerText: 'Ask Marit about the mole. It may be common knowledge.' });
  const lore = [
    { id: 'mole', title: 'The Mole', text: 'The mole was built in 1802.', kind: 'pull' as const },
  ];
  const conversation = [{ player: 'hello', narration: 'Marit nods.' }];
  const choices = offerChoices(
    { ...input, conversation, packet: { ...input.packet, lore } },
    keyedRandom(seed, 'outcome'),
  );
  expect(choices.map(({ text }) => text)).not.toContainEqual(expect.stringMatching(/about the mole/i));
});

it.each([
  ['how am I feeling?', 'sheet'],
  ["what's my hp", 'sheet'],
  ['which spells do I have?', 'sheet'],
  ['what am I supposed to do?', 'task'],
  ['what now?', 'task'],
  ['who are the people here?', 'company'],
  ['where are the others', 'company'],
])('takes %j for a question about %s', (words, kind) => {
  expect(askedIn(words)?.kind).toBe(kind);
});

it('does not take being afraid of something for a question about the weather of the soul', () => {
  expect(askedIn('Marit, why are you afraid of your candles?')?.kind).not.toBe('mood');
});

it('answers from the sheet and from what was asked for', () => {
  const input = nightAtThePierHouse({ playerText: 'how am I feeling?' });
  const [ines] = input.packet.personas;
  const personas = ines === undefined ? [] : [{ ...ines, sheet: ['hit points: current 3, max 12'] }];
  const missions = [{ id: 'm', title: 'The ledger', status: 'active', objective: 'Find the second ledger.' }];
  const packet = { ...input.packet, personas, missions };
  expect(tellScene({ ...input, packet }, keyedRandom('a', 'prose'))).toContain('current 3, max 12');
  expect(
    tellScene({ ...input, packet, playerText: 'what am I supposed to do?' }, keyedRandom('a', 'prose')),
  ).toContain('Find the second ledger.');
});
