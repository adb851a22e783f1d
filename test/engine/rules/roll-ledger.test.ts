import { expect, it } from 'vitest';
import { commitToSeed, createRollLedger, verifyRolls } from '#engine/rules/verifiable-rolls.ts';
import { accepted, rolled, SEED } from './dice/rolled.ts';

it('numbers the checks of a turn in the order they are made', () => {
  const ledger = createRollLedger(SEED, { sceneIndex: 4 });
  ledger.roll('1d20+2', 'Stealth check', { target: { kind: 'DC', value: 12 } });
  ledger.rollByPlayer('1d100', [61], 'Chaos', { playerDice: 'allowed' });
  ledger.roll('1d6', 'Damage');

  expect(ledger.rolls().map(({ purpose, position }) => [purpose, position])).toEqual([
    ['Stealth check', { sceneIndex: 4, ordinal: 0 }],
    ['Chaos', { sceneIndex: 4, ordinal: 1 }],
    ['Damage', { sceneIndex: 4, ordinal: 2 }],
  ]);
  expect(verifyRolls(SEED, commitToSeed(SEED), ledger.rolls())).toMatchObject({
    rolls: [{ verdict: 'FACES_VERIFIED' }, { verdict: 'UNVERIFIABLE' }, { verdict: 'VERIFIED' }],
    missing: [],
  });
});

it('spends no ordinal on dice it refuses', () => {
  const ledger = createRollLedger(SEED, { sceneIndex: 4 });

  expect(ledger.roll('nonsense', 'Check')).toMatchObject({ rejected: 'unreadable-dice' });
  expect(ledger.rollByPlayer('1d6', [9], 'Check', { playerDice: 'allowed' })).toMatchObject({
    rejected: 'impossible-face',
  });
  expect(ledger.rollByPlayer('1d6', [3], 'Check', { playerDice: 'forbidden' })).toMatchObject({
    rejected: 'player-dice-forbidden',
  });
  expect(ledger.rolls()).toEqual([]);
  expect(ledger.roll('1d20', 'Check')).toEqual(
    rolled('1d20', { sceneIndex: 4, ordinal: 0, purpose: 'Check' }),
  );
});

it('goes on after a pause where the turn stopped', () => {
  const whole = createRollLedger(SEED, { sceneIndex: 4 });
  const first = accepted(whole.roll('1d20', 'First'));
  const second = accepted(whole.roll('1d20', 'Second'));

  const resumed = createRollLedger(SEED, { sceneIndex: 4 }, [first]);

  expect(resumed.roll('1d20', 'Second')).toEqual(second);
  expect(resumed.rolls()).toEqual([first, second]);
});

it('leaves a list it has handed out as it was', () => {
  const ledger = createRollLedger(SEED, { sceneIndex: 4 });
  ledger.roll('1d20', 'First');
  const before = ledger.rolls();
  ledger.roll('1d20', 'Second');

  expect(before).toHaveLength(1);
});
