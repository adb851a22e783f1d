import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { applied, asking, hallAndCellar, refusal } from '../../../support/worlds.ts';

const HOUR = 3_600_000_000;
const at = (proposal: unknown) => applied(hallAndCellar(), [proposal]).time;

describe('advancing time', () => {
  it.each([
    [{ minutes: 5 }, { day: 10, microsecond: 9 * HOUR + 300_000_000 }],
    [
      { days: 2, hours: 1 },
      { day: 12, microsecond: 10 * HOUR },
    ],
    [{ hours: 15 }, { day: 11, microsecond: 0 }],
    [{ microseconds: 1 }, { day: 10, microsecond: 9 * HOUR + 1 }],
    [{ seconds: 6 }, { day: 10, microsecond: 9 * HOUR + 6_000_000 }],
    [{ activity: 'short_rest' }, { day: 10, microsecond: 10 * HOUR }],
    [
      { activity: 'brief_dialogue', minutes: 60 },
      { day: 10, microsecond: 9 * HOUR + 300_000_000 },
    ],
    [{ activity: 'think' }, { day: 10, microsecond: 9 * HOUR + 1 }],
  ])('by %j', (amounts, expected) => {
    expect(at({ op: 'advance_time', ...amounts })).toEqual(expected);
  });

  it('says from when to when', () => {
    const { effects } = applyOperations(hallAndCellar(), [{ op: 'advance_time', minutes: 5 }], asking());

    expect(effects).toMatchObject([{ type: 'time-advanced', from: { day: 10 }, to: { day: 10 } }]);
  });

  it.each([
    ['nothing said', {}, 'time-stands-still'],
    ['zero', { minutes: 0 }, 'time-stands-still'],
    ['a minus', { minutes: -5 }, 'bad-input'],
    ['a part of a minute', { minutes: 1.5 }, 'bad-input'],
    ['an activity nobody knows', { activity: 'napping' }, 'unknown-time-cost'],
    ['a million days', { days: 1_000_000 }, 'bad-input'],
  ])('is refused: %s', (_case, amounts, code) => {
    expect(refusal(hallAndCellar(), { op: 'advance_time', ...amounts }).rejected).toBe(code);
  });

  it('is refused even to GOD when it would stand still', () => {
    expect(refusal(hallAndCellar(), { op: 'advance_time' }, asking({ asker: 'god' })).rejected).toBe(
      'time-stands-still',
    );
  });
});

describe('setting the time', () => {
  it.each([
    ['a world time', { day: 11, microsecond: 0 }, { day: 11, microsecond: 0 }],
    ['an hour of today', '18:30', { day: 10, microsecond: 18.5 * HOUR }],
  ])('takes %s', (_case, to, expected) => {
    expect(at({ op: 'set_time', to })).toEqual(expected);
  });

  it.each([
    ['an earlier moment', { day: 9, microsecond: 0 }, 'time-runs-forward'],
    ['the moment it is', { day: 10, microsecond: 9 * HOUR }, 'time-runs-forward'],
    ['words that are no date', 'when the cock crows', 'unknown-month'],
  ])('refuses %s', (_case, to, code) => {
    expect(refusal(hallAndCellar(), { op: 'set_time', to }).rejected).toBe(code);
  });

  it.each(['engine', 'model', 'gm'] as const)('goes back for no %s', (asker) => {
    const back = { op: 'set_time', to: { day: 9, microsecond: 0 } };

    expect(refusal(hallAndCellar(), back, asking({ asker })).rejected).toBe('time-runs-forward');
  });

  it('goes back for GOD, and is remembered as a correction', () => {
    const back = { op: 'set_time', to: { day: 9, microsecond: 0 } };
    const snapshot = applied(hallAndCellar(), [back], asking({ asker: 'god' }));

    expect(snapshot.time).toEqual({ day: 9, microsecond: 0 });
    expect(snapshot.coreMemories).toMatchObject([{ reason: 'retcon', visibility: 'gm' }]);
  });
});
