import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rolled, SEED } from './dice/rolled.ts';

const PLAIN = 'a'.repeat(64);

describe('faces every machine must agree on', () => {
  it.each([
    [PLAIN, 1, 0, '1d20', [10]],
    [PLAIN, 1, 1, '1d20', [20]],
    [PLAIN, 2, 0, '1d20', [7]],
    [SEED, 7, 3, '12d6', [6, 4, 5, 1, 4, 5, 6, 5, 6, 5, 4, 3]],
    [SEED, 0, 0, '3d100', [95, 74, 27]],
    [SEED, 41, 2, '4dF', [1, 1, -1, -1]],
    [SEED, 5, 0, '20d4', [3, 1, 2, 4, 3, 2, 3, 4, 1, 3, 3, 1, 3, 4, 3, 3, 4, 1, 4, 2]],
    [SEED, 12, 9, '2d1000', [902, 33]],
    [SEED, 9, 7, '3d6!', [6, 5, 5, 6, 6, 3]],
    [SEED, 9, 18, '3d6!', [4, 4, 6, 6, 6, 5]],
    [SEED, 0, 0, '1d100 adv', [95, 74]],
  ])('seed %s, scene %i, ordinal %i, %s', (seed, sceneIndex, ordinal, expression, faces) => {
    expect(rolled(expression, { seed, sceneIndex, ordinal }).faces).toEqual(faces);
  });

  it('can be worked out with a hash function, a division and nothing of ours', () => {
    const block = createHmac('sha256', SEED).update('dice:3:1:0').digest();
    const byHand = [0, 4, 8].map((offset) => (block.readUInt32BE(offset) % 8) + 1);

    expect(rolled('3d8', { sceneIndex: 3, ordinal: 1 }).faces).toEqual(byHand);
  });
});

describe('what does not change the faces', () => {
  it.each([
    ['the purpose', { purpose: 'Another thing' }],
    ['the target', { target: { kind: 'DC', value: 15 } as const }],
    ['a modifier', { modifier: 7 }],
    ['who acts', { characterId: 'npc_viktor_001' }],
  ])('%s', (_what, request) => {
    expect(rolled('5d20', request).faces).toEqual(rolled('5d20').faces);
  });

  it('how often it is asked', () => {
    const first = rolled('5d20', { sceneIndex: 4, ordinal: 2 });

    expect(rolled('5d20', { sceneIndex: 4, ordinal: 2 })).toEqual(first);
  });
});

it('gives other faces to another seed, scene or ordinal', () => {
  const base = rolled('10d100').faces;

  expect(rolled('10d100', { seed: PLAIN }).faces).not.toEqual(base);
  expect(rolled('10d100', { sceneIndex: 1 }).faces).not.toEqual(base);
  expect(rolled('10d100', { ordinal: 1 }).faces).not.toEqual(base);
});

it('never confuses scene 1, ordinal 11 with scene 11, ordinal 1', () => {
  expect(rolled('10d100', { sceneIndex: 1, ordinal: 11 }).faces).not.toEqual(
    rolled('10d100', { sceneIndex: 11, ordinal: 1 }).faces,
  );
});

it.each([
  ['no seed', { seed: '' }, 'dice need a seed'],
  ['a negative scene', { sceneIndex: -1 }, 'dice need a scene index and an ordinal from 0, not -1 and 0'],
  ['half an ordinal', { ordinal: 0.5 }, 'dice need a scene index and an ordinal from 0, not 0 and 0.5'],
])('stops at %s, which only a mistake in the engine can cause', (_case, request, message) => {
  expect(() => rolled('1d20', request)).toThrow(new RangeError(message));
});
