import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import type { Effect } from '../effect.ts';
import { defineOperation } from '../operation.ts';
import { findRecord } from '../parts/find.ts';
import type { Clock } from '../record.ts';
import { Slug } from '../records/bounds.ts';

/** Moves a clock. Every trigger it reaches fires, once in the clock's life. */
export const tickClock = defineOperation({
  name: 'tick_clock',
  summary: 'Moves a clock by some segments, 1 unless said; reaching a trigger sets it off.',
  input: z.strictObject({ clockId: Slug, by: z.int().min(-1000).max(1000).default(1) }),

  apply(snapshot, { clockId, by }) {
    const clock = findRecord('clock', snapshot.clocks, clockId, ['clockId']);
    if ('rejected' in clock) return clock;
    const value = Math.min(clock.max, Math.max(0, clock.value + by));
    if (value === clock.value) {
      const end = by > 0 ? 'full' : by < 0 ? 'empty' : 'not moved by 0';
      return reject('clock-does-not-move', `${clock.name} is ${end} (${clock.value} of ${clock.max}).`, [
        'by',
      ]);
    }

    const reached = (at: number) => at <= value && by > 0;
    const triggers = clock.triggers.map((trigger) =>
      !trigger.fired && reached(trigger.at) ? { ...trigger, fired: true } : trigger,
    );
    const moved = { ...clock, value, triggers };
    return {
      snapshot: { ...snapshot, clocks: { ...snapshot.clocks, [clockId]: moved } },
      effects: effectsOf(clock, moved),
    };
  },
});

function effectsOf(before: Clock, after: Clock): Effect[] {
  const fired = after.triggers.filter((trigger, at) => trigger !== before.triggers[at]);
  const effects = fired.map(({ description, operations }): Effect => {
    const source = { kind: 'clock', id: after.id } as const;
    return { type: 'trigger-fired', source, description, operations };
  });
  if (after.value === after.max) effects.push({ type: 'clock-filled', clockId: after.id });
  return effects;
}
