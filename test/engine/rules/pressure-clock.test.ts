import { describe, expect, it } from 'vitest';
import { Countdown, computeClockTick, PressureClock, reduceCountdown } from '#engine/rules/resolution.ts';

const clock = PressureClock.parse({});

describe('the pressure clock', () => {
  it.each([
    ['critical', null],
    ['success', null],
    ['mixed', { name: 'pressure_clock', from: 2, to: 3, fills: false }],
    ['failure', { name: 'pressure_clock', from: 2, to: 3, fills: false }],
  ] as const)('after a %s', (degree, tick) => {
    expect(computeClockTick(clock, 2, degree)).toEqual(tick);
  });

  it('shifts the scene when it comes to 6, and only then', () => {
    expect(computeClockTick(clock, 4, 'failure')).toMatchObject({ to: 5, fills: false });
    expect(computeClockTick(clock, 5, 'failure')).toMatchObject({ to: 6, fills: true });
    expect(computeClockTick(clock, 6, 'failure')).toBeNull();
  });

  it('takes six setbacks from empty to full', () => {
    let value = 0;
    const fills: boolean[] = [];
    for (let setback = 0; setback < 6; setback += 1) {
      const tick = computeClockTick(clock, value, setback % 2 === 0 ? 'mixed' : 'failure');
      value = tick?.to ?? value;
      fills.push(tick?.fills ?? false);
    }

    expect(value).toBe(6);
    expect(fills).toEqual([false, false, false, false, false, true]);
  });

  it('never passes its end, whatever a ruleset lets it tick', () => {
    const hasty = PressureClock.parse({ max: 4, ticks: 3, ticks_on: ['failure'] });

    expect(computeClockTick(hasty, 2, 'failure')).toEqual({
      name: 'pressure_clock',
      from: 2,
      to: 4,
      fills: true,
    });
    expect(computeClockTick(hasty, 2, 'mixed')).toBeNull();
    expect(computeClockTick(hasty, 99, 'failure')).toBeNull();
    expect(computeClockTick(hasty, -5, 'failure')).toMatchObject({ from: 0, to: 3 });
  });
});

describe('the countdown', () => {
  const seven = Countdown.parse({});

  it.each([
    [7, 6, false],
    [2, 1, false],
    [1, 0, true],
    [0, 0, true],
    [99, 6, false],
  ])('of %i minutes leaves %i', (left, after, isOver) => {
    expect(reduceCountdown(seven, left)).toEqual({ left: after, isOver });
  });

  it('counts in the steps of its ruleset', () => {
    expect(reduceCountdown(Countdown.parse({ start: 60, per_check: 15 }), 20)).toEqual({
      left: 5,
      isOver: false,
    });
    expect(reduceCountdown(Countdown.parse({ start: 60, per_check: 15 }), 10)).toEqual({
      left: 0,
      isOver: true,
    });
  });
});
