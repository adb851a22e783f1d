import { describe, expect, it } from 'vitest';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { chiSquare, countOf, criticalValue } from './dice/chi-square.ts';
import { rolled, SEED } from './dice/rolled.ts';

const THROWS = 8000;
const ordinals = Array.from({ length: THROWS }, (_, index) => index);

/** One die per check, as play asks for them: 100 scenes of as many checks as needed. */
function* singleDice(expression: string, seed: string): Generator<number> {
  for (const index of ordinals) {
    const position = { sceneIndex: index % 100, ordinal: Math.floor(index / 100) };
    yield rolled(expression, { seed, ...position }).faces[0] ?? Number.NaN;
  }
}

describe.each([SEED, 'f'.repeat(64), 'the third seed'])('with seed %s', (seed) => {
  it.each([2, 3, 4, 6, 7, 8, 10, 12, 20, 100])('a d%i shows every face equally often', (sides) => {
    const counts = countOf(
      [...singleDice(`1d${sides}`, seed)].map((face) => face - 1),
      sides,
    );

    expect(counts.every((count) => count > 0)).toBe(true);
    expect(chiSquare(counts)).toBeLessThan(criticalValue(sides - 1));
  });

  it('a Fate die shows minus, blank and plus equally often', () => {
    const counts = countOf(
      [...singleDice('1dF', seed)].map((face) => face + 1),
      3,
    );

    expect(chiSquare(counts)).toBeLessThan(criticalValue(2));
  });

  it('many dice of one roll are as fair as one die of many rolls', () => {
    const faces = ordinals.slice(0, 80).flatMap((ordinal) => rolled('100d6', { seed, ordinal }).faces);

    expect(faces).toHaveLength(THROWS);
    expect(
      chiSquare(
        countOf(
          faces.map((face) => face - 1),
          6,
        ),
      ),
    ).toBeLessThan(criticalValue(5));
  });

  it('one check tells nothing about the next', () => {
    const faces = [...singleDice('1d6', seed)];
    const pairs = faces.slice(1).map((face, index) => (face - 1) * 6 + ((faces[index] ?? 1) - 1));

    expect(chiSquare(countOf(pairs, 36))).toBeLessThan(criticalValue(35));
  });

  it('one die of a roll tells nothing about its neighbour', () => {
    const pairs = ordinals
      .map((ordinal) => rolled('2d6', { seed, sceneIndex: 1, ordinal }).faces)
      .map(([first = 1, second = 1]) => (first - 1) * 6 + second - 1);

    expect(chiSquare(countOf(pairs, 36))).toBeLessThan(criticalValue(35));
  });

  it('the same check of two scenes has nothing in common', () => {
    const pairs = ordinals.map((index) => {
      const [first = 1] = rolled('1d6', { seed, sceneIndex: index, ordinal: 0 }).faces;
      const [second = 1] = rolled('1d6', { seed, sceneIndex: index + 1, ordinal: 0 }).faces;
      return (first - 1) * 6 + second - 1;
    });

    expect(chiSquare(countOf(pairs, 36))).toBeLessThan(criticalValue(35));
  });
});

it('favours no face even where the sides divide the random words badly', () => {
  const bound = 3 * 2 ** 30;
  const random = createKeyedRandom(SEED, 'a die of three thousand million sides');
  const thirds = ordinals.map(() => Math.floor(random.below(bound) / 2 ** 30));

  expect(chiSquare(countOf(thirds, 3))).toBeLessThan(criticalValue(2));
});

it('spreads 2d6 as two honest dice do', () => {
  const totals = ordinals.map((ordinal) => rolled('2d6', { sceneIndex: 2, ordinal }).total);
  const ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
  const distance = ways.reduce((sum, way, index) => {
    const expected = (THROWS * way) / 36;
    const seen = totals.filter((total) => total === index + 2).length;
    return sum + (seen - expected) ** 2 / expected;
  }, 0);

  expect(distance).toBeLessThan(criticalValue(10));
});

it('takes the higher of two d20 with advantage as often as probability says', () => {
  const kept = ordinals.map((ordinal) => rolled('1d20 adv', { sceneIndex: 3, ordinal }).total);
  const average = kept.reduce((sum, total) => sum + total, 0) / THROWS;

  // The mean of the higher of two d20 is 13.825; four standard errors either way.
  expect(Math.abs(average - 13.825)).toBeLessThan((4 * 4.71) / Math.sqrt(THROWS));
});

describe('the measure itself', () => {
  it.each([
    [1, 10.828],
    [5, 20.515],
    [19, 43.82],
    [35, 66.619],
    [99, 148.23],
  ])('knows the table of chi-square at one in a thousand for %i degrees', (degrees, published) => {
    expect(Math.abs(criticalValue(degrees) / published - 1)).toBeLessThan(0.04);
  });

  it('catches a die that favours its six by one part in six', () => {
    const loaded = ordinals.map((index) => (index % 37 < 7 ? 5 : index % 5));

    expect(chiSquare(countOf(loaded, 6))).toBeGreaterThan(criticalValue(5));
  });

  it('catches faces that follow one another', () => {
    const cycle = ordinals.map((index) => index % 6);
    const pairs = cycle.slice(1).map((face, index) => face * 6 + (cycle[index] ?? 0));

    expect(chiSquare(countOf(pairs, 36))).toBeGreaterThan(criticalValue(35));
  });
});
