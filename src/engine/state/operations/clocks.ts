import { z } from 'zod';
import { reject } from '#engine/util/rejection.ts';
import { rejectModelPlans } from '../checks/model-limits.ts';
import { findRecord } from '../edits/find-records.ts';
import type { Effect } from '../effect.ts';
import { defineOperation } from '../operation.ts';
import type { ProgressClock } from '../record.ts';
import { Line, Name, Slug, StoredProposals, Tags } from '../records/field-types.ts';
import { Visibility } from '../visibility.ts';

const Trigger = z.strictObject({
  at: z.int().min(1).max(1000),
  description: Line,
  operations: StoredProposals.default([]),
});

/** Begins to count something. */
export const startClock = defineOperation({
  name: 'start_clock',
  summary: 'Starts a clock of some segments, hidden from players unless its visibility says otherwise.',
  input: z.strictObject({
    clockId: Slug,
    name: Name,
    max: z.int().min(1).max(1000),
    visibility: Visibility.default('hidden'),
    triggers: z.array(Trigger).max(20).default([]),
    tags: Tags.default([]),
  }),

  apply(snapshot, { clockId, name, max, visibility, triggers, tags }, context) {
    if (snapshot.clocks[clockId] !== undefined) {
      return reject('already-there', `There is a clock ${clockId} already; tick it instead.`, ['clockId']);
    }
    const beyond = triggers.find(({ at }) => at > max);
    if (beyond !== undefined) {
      return reject(
        'trigger-out-of-reach',
        `A trigger at ${beyond.at} is beyond the clock's ${max} segments.`,
        ['triggers'],
      );
    }
    const planted = rejectModelPlans(
      triggers.flatMap(({ operations }) => operations),
      context,
      ['triggers'],
    );
    if (planted !== null) return planted;

    const clock = {
      id: clockId,
      name,
      value: 0,
      max,
      triggers: triggers.map((trigger) => ({ ...trigger, fired: false })),
      tags,
      visibility,
      knownTo: [],
      origin: 'campaign' as const,
    };
    return { ...snapshot, clocks: { ...snapshot.clocks, [clockId]: clock } };
  },
});

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

function effectsOf(before: ProgressClock, after: ProgressClock): Effect[] {
  const fired = after.triggers.filter((trigger, at) => trigger !== before.triggers[at]);
  const effects = fired.map(({ description, operations }): Effect => {
    const source = { kind: 'clock', id: after.id } as const;
    return { type: 'trigger-fired', source, description, operations };
  });
  if (after.value === after.max) effects.push({ type: 'clock-filled', clockId: after.id });
  return effects;
}
