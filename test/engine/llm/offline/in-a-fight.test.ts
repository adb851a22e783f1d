import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { isGettingAway, isGoing } from '../../../../src/engine/llm/offline/exit-taken.ts';
import {
  NO_BREATH_FOR_IT,
  NO_ROOM_FOR_IT,
  NO_WAY_PAST,
} from '../../../../src/engine/llm/offline/telling/fight-phrases.ts';
import { tellScene } from '../../../../src/engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const BLOW = "Marit's knife misses Ines Varga.";

/** Ines and Marit are at each other with knives. */
function told(playerText: string, degree: 'success' | 'failure' | null): string {
  const outcome = { text: BLOW, band: degree, degree, rolls: [], costs: [], consequences: [BLOW] };
  const input: NarrateInput = { ...nightAtThePierHouse({ playerText }), outcome };
  return tellScene(input, keyedRandom('seed', 'prose'));
}

const oneOf = (phrases: readonly string[], text: string) => phrases.some((phrase) => text.includes(phrase));

it.each([
  ['a question', 'What do you want from me?', null, NO_BREATH_FOR_IT],
  ['a gift', 'I hand the lantern over', null, NO_ROOM_FOR_IT],
  ['a flight that fails', 'I run to the plank walk', 'failure', NO_WAY_PAST],
] as const)('says what becomes of %s while blows fall', (_case, words, degree, phrases) => {
  expect(oneOf(phrases, told(words, degree))).toBe(true);
});

it('adds nothing to a blow', () => {
  const text = told('I attack Marit', 'success');
  expect(oneOf([...NO_BREATH_FOR_IT, ...NO_ROOM_FOR_IT, ...NO_WAY_PAST], text)).toBe(false);
});

it.each([
  ['I run to the mole', true],
  ['I sneak away to the mole', true],
  ['I take the purse and run to the mole', true],
  ['I leave', true],
  ['I flee', true],
  ['I run', true],
  ['I tell them to pack and go to the mole', false],
  ['I hit Marit', false],
])('takes %j for getting away: %s', (words, isSo) => {
  expect(isGettingAway(words)).toBe(isSo);
});

it('goes where the second of two deeds leads', () => {
  expect(isGoing('I thank Marit and go to the mole')).toBe(true);
  expect(isGoing('I ask Marit to come and go to the mole')).toBe(false);
});

it('speaks of no blows to one who lies dying', () => {
  const line = 'Ines Varga holds on.';
  const outcome = { text: line, band: null, degree: null, rolls: [], costs: [], consequences: [line] };
  const input = { ...nightAtThePierHouse({ playerText: 'I take the stone' }), outcome };
  expect(
    oneOf([...NO_BREATH_FOR_IT, ...NO_ROOM_FOR_IT], tellScene(input, keyedRandom('seed', 'prose'))),
  ).toBe(false);
});

it('tells the blow that kept somebody from getting away, and of no doors', () => {
  const input: NarrateInput = {
    ...nightAtThePierHouse({ playerText: 'I run away' }),
    outcome: { text: BLOW, band: null, degree: null, rolls: [], costs: [], consequences: [BLOW] },
  };
  const text = tellScene(input, keyedRandom('seed', 'prose'));
  expect(text).toMatch(/knife/);
  expect(text).not.toMatch(/From here/);
});

it('tells what a remedy did between the blows', () => {
  const consequences = [BLOW, 'Ines Varga regains 6 hit points.'];
  const outcome = {
    text: consequences.join(' '),
    band: null,
    degree: null,
    rolls: [],
    costs: [],
    consequences,
  };
  const input = { ...nightAtThePierHouse({ playerText: 'I drink a healing potion' }), outcome };
  const text = tellScene(input, keyedRandom('seed', 'prose'));
  expect(text).toMatch(/Ines Varga.*(?:warmth|hurts less|colour)|(?:warmth|hurts less|colour).*Ines Varga/is);
  expect(oneOf(NO_ROOM_FOR_IT, text)).toBe(false);
});
