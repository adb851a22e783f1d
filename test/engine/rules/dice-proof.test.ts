import { describe, expect, it } from 'vitest';
import { rollPlayerDice } from '#engine/rules/dice.ts';
import type { Roll, SeedPosition } from '#engine/rules/roll.ts';
import { commitToSeed, createSeed, type RequestedRoll, verifyRolls } from '#engine/rules/verifiable-rolls.ts';
import { accepted, rolled, SEED } from './dice/rolled.ts';

const COMMITMENT = '2a8abfa8cb9906290437854193ca6bca41d4d4e26d1d454bd66a35158095e737';

/** A session of three scenes: a check, an attack with advantage and its damage, a banded move. */
const session: readonly Roll[] = [
  rolled('1d20+3', {
    sceneIndex: 1,
    ordinal: 0,
    purpose: 'Perception check',
    target: { kind: 'DC', value: 15 },
  }),
  rolled('1d20+5 adv', {
    sceneIndex: 2,
    ordinal: 0,
    purpose: 'Attack roll',
    target: { kind: 'AC', value: 14 },
  }),
  rolled('2d8', { sceneIndex: 2, ordinal: 1, purpose: 'Damage', modifier: 3, damageType: 'slashing' }),
  rolled('2d6+1', {
    sceneIndex: 3,
    ordinal: 0,
    purpose: 'Talk him round',
    characterId: 'pc_ada_001',
    nameResult: () => 'Mixed',
  }),
];

/** What the rules asked for in that session. */
const requests: Readonly<Record<string, RequestedRoll>> = {
  '1:0': { expression: '1d20+3', target: { kind: 'DC', value: 15 } },
  '2:0': { expression: '1d20', modifier: 5, advantage: 'ADVANTAGE', target: { kind: 'AC', value: 14 } },
  '2:1': { expression: '2d8+3' },
  '3:0': { expression: '2d6', modifier: 1, nameResult: () => 'Mixed' },
};
const asked = ({ sceneIndex, ordinal }: SeedPosition) => requests[`${sceneIndex}:${ordinal}`];

describe('the commitment', () => {
  it('is the SHA-256 of the seed, so that anyone can check it with any tool', () => {
    expect(commitToSeed(SEED)).toBe(COMMITMENT);
  });

  it('differs for seeds that differ in one character', () => {
    expect(commitToSeed(`${SEED.slice(0, -1)}e`)).not.toBe(COMMITMENT);
  });
});

describe('a new seed', () => {
  it('is 32 random bytes in hexadecimal', () => {
    expect(createSeed((size) => Uint8Array.from({ length: size }, (_, index) => index))).toBe(
      '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    );
  });

  it('is not made of fewer bytes than it needs', () => {
    expect(() => createSeed(() => new Uint8Array(4))).toThrow('a seed needs 32 random bytes, not 4');
  });
});

describe('verifying', () => {
  it('confirms every roll of an honest session', () => {
    expect(verifyRolls(SEED, COMMITMENT, session, { asked })).toEqual({
      commitmentHolds: true,
      rolls: session.map(({ position }) => ({ position, verdict: 'VERIFIED' })),
      missing: [],
    });
  });

  it('confirms rolls that were stored and read back', () => {
    const stored = JSON.parse(JSON.stringify(session));

    const { rolls } = verifyRolls(SEED, COMMITMENT.toUpperCase(), stored, { asked });

    expect(rolls.map(({ verdict }) => verdict)).toEqual(session.map(() => 'VERIFIED'));
  });

  const check = session[0] as Roll; // the list above begins with it
  const attack = session[1] as Roll; // and goes on with this
  it.each<[string, Roll]>([
    ['a better face', { ...check, faces: [20] }],
    ['a better total', { ...check, total: check.total + 1 }],
    ['a better result', { ...check, result: 'Success!' }],
    ['a prettier line', { ...check, line: 'Perception check: 1d20+3 = 20+3 = 23 vs DC 15 (Success)' }],
    ['a modifier nobody had', { ...check, expression: '1d20+9' }],
    ['advantage afterwards', { ...check, advantage: 'ADVANTAGE' }],
    ['a lower DC with the old result', { ...check, target: { kind: 'DC', value: 30 } }],
    ['the other die counted', { ...attack, dropped: attack.dropped.map((position) => 1 - position) }],
    ['another place in the stream', { ...check, position: { sceneIndex: 1, ordinal: 7 } }],
    ['dice nobody can roll', { ...check, expression: 'a coin' }],
  ])('catches %s', (_case, forged) => {
    expect(verifyRolls(SEED, COMMITMENT, [forged]).rolls).toMatchObject([{ verdict: 'MISMATCH' }]);
  });

  it('says what the seed gives instead', () => {
    const forged = { ...check, faces: [20] };

    expect(verifyRolls(SEED, COMMITMENT, [forged]).rolls[0]?.reason).toBe(`the seed gives "${check.line}"`);
  });

  it('lists the player’s own dice as beyond proof', () => {
    const own = accepted(
      rollPlayerDice('1d100', [99], { sceneIndex: 4, ordinal: 0, purpose: 'Chaos', playerDice: 'allowed' }),
    );

    expect(verifyRolls(SEED, COMMITMENT, [own]).rolls).toEqual([
      {
        position: { sceneIndex: 4, ordinal: 0 },
        verdict: 'UNVERIFIABLE',
        reason: 'the player rolled dice of their own',
      },
    ]);
  });

  it('confirms nothing under a seed that was not committed to', () => {
    const report = verifyRolls('f'.repeat(64), COMMITMENT, session);

    expect(report.commitmentHolds).toBe(false);
    expect(report.rolls.every(({ verdict }) => verdict === 'MISMATCH')).toBe(true);
    expect(report.rolls[0]?.reason).toBe('the seed is not the one committed to');
  });

  it('catches a second roll on the ordinal of the first', () => {
    const again = rolled('1d20+9', { sceneIndex: 1, ordinal: 0 });

    expect(verifyRolls(SEED, COMMITMENT, [check, again]).rolls).toMatchObject([
      { verdict: 'FACES_VERIFIED' },
      { verdict: 'MISMATCH', reason: 'another roll before it already used this scene and ordinal' },
    ]);
  });

  it('confirms dice of a line in which the story stood still for a scene', () => {
    const after = rolled('2d6', { sceneIndex: 5, diceIndex: 4, ordinal: 0 });

    expect(after.faces).toEqual(rolled('2d6', { sceneIndex: 4, ordinal: 0 }).faces);
    expect(verifyRolls(SEED, COMMITMENT, [...session, after]).rolls.at(-1)?.verdict).toBe('VERIFIED');
  });

  it.each<[string, number, string]>([
    ['the dice of an earlier scene', 2, 'the dice 2 fell in scene 2'],
    ['dice the story has not come to', 9, 'scene 5 cannot have come to dice 9'],
  ])('catches a scene that took %s', (_case, diceIndex, reason) => {
    const taken = rolled('2d6', { sceneIndex: 5, diceIndex, ordinal: 2 });

    const { rolls } = verifyRolls(SEED, COMMITMENT, [...session, taken]);

    expect(rolls.at(-1)).toMatchObject({ verdict: 'MISMATCH', reason });
  });

  it('shows the checks that were thrown away', () => {
    const kept = [
      rolled('1d20', { sceneIndex: 6, ordinal: 9000 }),
      rolled('1d20', { sceneIndex: 5, ordinal: 3 }),
      rolled('1d20', { sceneIndex: 5, ordinal: 1 }),
    ];

    expect(verifyRolls(SEED, COMMITMENT, kept).missing).toEqual([
      { sceneIndex: 5, from: 0, to: 0 },
      { sceneIndex: 5, from: 2, to: 2 },
      { sceneIndex: 6, from: 0, to: 8999 },
    ]);
  });

  it('shows the last checks that were thrown away where it is known how many there were', () => {
    const counts = new Map([
      [1, 1],
      [2, 4],
      [4, 2],
    ]);

    expect(verifyRolls(SEED, COMMITMENT, session, { counts }).missing).toEqual([
      { sceneIndex: 2, from: 2, to: 3 },
      { sceneIndex: 4, from: 0, to: 1 },
    ]);
  });

  it('catches a roll beyond those the scene had', () => {
    const { rolls } = verifyRolls(SEED, COMMITMENT, session, { asked, counts: new Map([[2, 1]]) });

    expect(rolls[2]).toMatchObject({
      verdict: 'MISMATCH',
      reason: 'scene 2 had 1 rolls, so there is no ordinal 1',
    });
  });
});

describe('what the dice do not decide', () => {
  const hard = rolled('1d20+3', { purpose: 'Check', target: { kind: 'DC', value: 25 } });
  const eased = rolled('1d20+3', { purpose: 'Check', target: { kind: 'DC', value: 5 } });
  const move = rolled('2d6', { purpose: 'Attempt', nameResult: () => 'Failure' });
  const renamed = { ...move, result: 'Mixed', line: move.line.replace('Failure', 'Mixed') };

  it.each<[string, Roll, string]>([
    ['a target', eased, 'that the target was DC 5'],
    ['the name of a result', renamed, 'that the total means "Mixed"'],
  ])('%s that only the record tells leaves faces and total verified', (_case, roll, told) => {
    expect(verifyRolls(SEED, COMMITMENT, [roll]).rolls).toMatchObject([
      {
        verdict: 'FACES_VERIFIED',
        reason: `faces and total are the seed's; only this record says ${told}`,
      },
    ]);
  });

  it.each<[string, Roll, Roll, RequestedRoll]>([
    ['an easier target', hard, eased, { expression: '1d20+3', target: { kind: 'DC', value: 25 } }],
    ['another band', move, renamed, { expression: '2d6', nameResult: () => 'Failure' }],
    ['a higher modifier', rolled('1d8+1'), rolled('1d8+4'), { expression: '1d8', modifier: 1 }],
  ])('%s is caught by what the rules asked for', (_case, honest, forged, request) => {
    const judge = (roll: Roll) => verifyRolls(SEED, COMMITMENT, [roll], { asked: () => request }).rolls[0];

    expect(judge(honest)?.verdict).toBe('VERIFIED');
    expect(judge(forged)).toMatchObject({ verdict: 'MISMATCH', reason: `the seed gives "${honest.line}"` });
  });
});

describe('records that are no rolls', () => {
  const [check] = session;

  it.each<[string, unknown]>([
    ['a negative scene', { ...check, position: { sceneIndex: -1, ordinal: 0 } }],
    ['half an ordinal', { ...check, position: { sceneIndex: 1, ordinal: 0.5 } }],
    ['no position', { ...check, position: undefined }],
    ['no record at all', null],
  ])('%s is a mismatch', (_case, record) => {
    const report = verifyRolls(SEED, COMMITMENT, [record, ...session], { asked });

    expect(report.rolls[0]).toMatchObject({
      position: null,
      verdict: 'MISMATCH',
      reason: expect.stringContaining('this is no roll'),
    });
    expect(report.rolls.slice(1).every(({ verdict }) => verdict === 'VERIFIED')).toBe(true);
  });

  it('an empty seed proves nothing, even if it was committed to', () => {
    const report = verifyRolls('', commitToSeed(''), session);

    expect(report.commitmentHolds).toBe(false);
    expect(report.rolls.every(({ verdict }) => verdict === 'MISMATCH')).toBe(true);
  });
});

describe('the player’s own dice', () => {
  const own = accepted(
    rollPlayerDice('2d6+1', [3, 4], { sceneIndex: 4, ordinal: 0, purpose: 'Chaos', playerDice: 'allowed' }),
  );

  it.each<[string, Roll, string]>([
    ['a face no die has', { ...own, faces: [3, 99] }, 'a d6 cannot show 99'],
    ['a die too many', { ...own, faces: [3, 4, 6] }, '2d6+1 needs 2 numbers'],
    ['a total that does not follow', { ...own, total: 500 }, `these faces give "${own.line}"`],
    ['a line of other dice', { ...own, line: 'Chaos: 2d6+1 = 13' }, `these faces give "${own.line}"`],
  ])('%s is a mismatch, whatever the seed', (_case, forged, reason) => {
    expect(verifyRolls(SEED, COMMITMENT, [forged]).rolls).toMatchObject([
      { verdict: 'MISMATCH', reason: expect.stringContaining(reason) },
    ]);
  });
});
