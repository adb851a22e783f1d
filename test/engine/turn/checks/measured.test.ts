import { describe, expect, it } from 'vitest';
import { crossAlarms, measureChecks, rowsNotTold } from '../../../support/measure-checks.ts';

const { ordinary, faulty, checks, overall } = measureChecks();

it('is measured on enough narrations', () => {
  expect(ordinary).toBeGreaterThanOrEqual(250);
  expect(faulty).toBeGreaterThanOrEqual(120);
  expect(checks).toHaveLength(7);
  for (const { faults } of checks) expect(faults).toBeGreaterThanOrEqual(15);
});

/**
 * Secrets in other words are found by their meaning, which is not looked at here. A row that is not told is remarked on; only one
 * in whose stead another is told alarms.
 */
const LEAST_FOUND: Readonly<Record<string, number>> = { agency: 0.92, secrets: 0.57, binding_row: 0.15 };
const MOST_WRONG = 0.02;

describe.each(checks.map((row) => [row.check, row] as const))('%s', (_check, row) => {
  it(`raises a false alarm on fewer than ${MOST_WRONG} of the ordinary narrations it can judge`, () => {
    expect(row.falseAlarms.length / row.judged, row.falseAlarms.join(', ')).toBeLessThan(MOST_WRONG);
  });

  it(`finds at least ${LEAST_FOUND[row.check] ?? 0.9} of its faults`, () => {
    expect(row.found / row.faults, row.missed.join(', ')).toBeGreaterThanOrEqual(
      LEAST_FOUND[row.check] ?? 0.9,
    );
  });
});

it('remarks at least on three in four of the rows that are not told', () => {
  const { rows, unremarked } = rowsNotTold();
  expect(1 - unremarked.length / rows, unremarked.join(', ')).toBeGreaterThanOrEqual(0.75);
});

it('takes nothing that is wrong in one way for wrong in another', () => {
  const crossed = crossAlarms();
  expect(crossed.length / faulty, crossed.join(', ')).toBeLessThan(0.01);
});

it('leaves more than 98 % of the ordinary narrations without any verdict', () => {
  expect(overall.falseAlarms.length / ordinary, overall.falseAlarms.join(', ')).toBeLessThan(0.02);
});

describe('in voices unlike the others: past tense, letters, chorus, older English, comic, terse', () => {
  const voices = measureChecks('voices');

  it('is measured on enough narrations', () => {
    expect(voices.ordinary).toBeGreaterThanOrEqual(60);
    expect(voices.faulty).toBeGreaterThanOrEqual(40);
  });

  it('raises no more false alarms than one in fifty', () => {
    const { falseAlarms } = voices.overall;
    expect(falseAlarms.length / voices.ordinary, falseAlarms.join(', ')).toBeLessThanOrEqual(0.02);
  });

  it('finds at least nine in ten of the faults', () => {
    const missed = voices.checks.flatMap((row) => row.missed);
    expect(voices.overall.found / voices.faulty, missed.join(', ')).toBeGreaterThanOrEqual(0.9);
  });
});

describe.each([
  ['blind', 109, 127, 0, 0.87],
  ['second-blind', 59, 63, 0, 0.87],
  ['third-blind', 60, 54, 0, 0.87],
  ['fourth-blind', 35, 37, 0, 0.91],
  ['fifth-blind', 80, 50, 0, 1],
  ['sixth-blind', 50, 30, 0, 0.9],
  ['seventh-blind', 30, 20, 2, 1],
  ['eighth-blind', 115, 58, 0, 0.81],
  ['ninth-blind', 112, 66, 0, 0.75],
  ['tenth-blind', 101, 54, 0, 0.77],
  ['eleventh-blind', 120, 76, 0, 0.76],
  ['twelfth-blind', 110, 64, 0, 0.65],
  ['thirteenth-blind', 110, 64, 0, 0.65],
  ['fourteenth-blind', 140, 70, 0, 0.7],
  ['fifteenth-blind', 120, 70, 0, 0.65],
])('on the %s set, which was written before it was measured', (set, ordinary, faulty, alarms, found) => {
  const measured = measureChecks(set);

  it('has all of its narrations', () => {
    expect(measured).toMatchObject({ ordinary, faulty });
  });

  it(`raises at most ${alarms} false alarms`, () => {
    const { falseAlarms } = measured.overall;
    expect(falseAlarms.length, falseAlarms.join(', ')).toBeLessThanOrEqual(alarms);
  });

  it(`finds at least ${found} of the faults`, () => {
    const missed = measured.checks.flatMap((row) => row.missed);
    expect(measured.overall.found / faulty, missed.join(', ')).toBeGreaterThanOrEqual(found);
  });
});
