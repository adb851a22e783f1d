import { expect, it } from 'vitest';
import { exitTaken, isGoing } from '../../../../src/engine/llm/offline/exit-taken.ts';
import { minutesFor, spanSaid } from '../../../../src/engine/llm/offline/passing-time.ts';
import { isForeign } from '../../../../src/engine/llm/offline/read-words.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

function at(clock: string, playerText: string) {
  const { packet, ...night } = nightAtThePierHouse({ playerText });
  return {
    ...night,
    packet: { ...packet, scene: { ...packet.scene, date: `12 November 1890, ${clock}:00 (Day)` } },
  };
}

it.each([
  ['I wait an hour.', 60],
  ['I wait for two hours', 120],
  ['I sit for half an hour', 30],
  ['I rest for 20 minutes', 20],
  ['I wait until evening', 210],
  ['I sleep until morning', 1050],
  ['I wait till noon', 1290],
  ['I ask Marit about the two hours before dawn', null],
  ['I look around', null],
])('lets %j at half past two take %s minutes', (words, minutes) => {
  expect(spanSaid(at('14:30', words))).toBe(minutes);
});

it('lets a search take longer than a look, and talk in between', () => {
  const took = (words: string) => minutesFor(at('14:30', words), 2);
  expect(took('I look around')).toBeLessThan(took('I thank Marit'));
  expect(took('I thank Marit')).toBeLessThan(took('I search the shelf'));
});

it('lets whoever waits lose more time than whoever sits down or reads something', () => {
  const took = (words: string) => minutesFor(at('14:30', words), 2);
  expect(took('I wait')).toBeGreaterThanOrEqual(10);
  for (const words of ['I sit down at the bar', 'I read the slate', 'I watch Marit']) {
    expect(took(words), words).toBeLessThan(10);
  }
});

it('spends at most one of the minutes that the rules count down', () => {
  const { packet, ...night } = at('01:53', 'I sit on the folding seat');
  const counted = { ...night, packet: { ...packet, rulesetState: ['minutes left: 7'] } };
  for (const few of [0, 1, 2, 3]) expect(minutesFor(counted, few)).toBeLessThanOrEqual(1);
});

it.each([
  ['I go to the mole', true],
  ['I quietly walk to the mole', true],
  ['I thank her and then leave', true],
  ['I ask Marit to go to the mole', false],
  ['I try to convince them to leave', false],
  ['Should I go to the mole?', false],
])('says of %j that somebody sets out: %s', (words, isSo) => {
  expect(isGoing(words)).toBe(isSo);
});

it.each([
  ['I go to the mole', 'loc_mole_001'],
  ['I leave', 'loc_mole_001'],
  ['I go outside', 'loc_mole_001'],
  ['I go to the window', null],
])('takes the way that %j means', (playerText, to) => {
  expect(exitTaken(nightAtThePierHouse({ playerText }))?.to ?? null).toBe(to);
});

it.each([
  ['¿Quién manda aquí?', true],
  ['Was ist hier passiert?', true],
  ['Où est Jin?', true],
  ['Где Марит?', true],
  ['I ask Doña Mencía about the señor', false],
  ['Attack!', false],
])('takes %j for another language: %s', (words, isSo) => {
  expect(isForeign(words)).toBe(isSo);
});
