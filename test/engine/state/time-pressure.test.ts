import { describe, expect, it } from 'vitest';
import { Mechanics } from '#engine/rules/mechanics.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { computeTimePressure } from '#engine/state/time-pressure.ts';
import {
  ADA,
  applied,
  asking,
  FREEFORM,
  goblinRoad,
  hallAndCellar,
  KIRA,
  MIRA,
  onTheRoad,
  SRD5E,
} from '../../support/worlds.ts';

const DAY = 86_400_000_000;
const HOUR = DAY / 24;
const engine = asking({ asker: 'engine' });
const ritual = {
  op: 'set_deadline',
  deadlineId: 'ritual',
  description: 'The ritual',
  dueIn: { days: 10 },
  consequences: 'The gate opens',
};

/** The world so many hours later, with the pressure that stretch of time brings. */
const later = (snapshot: Snapshot, hours: number) => {
  const passed = applied(snapshot, [{ op: 'advance_time', hours }], engine);
  return { passed, ...computeTimePressure(passed, hours * HOUR, FREEFORM) };
};

const settled = (snapshot: Snapshot, hours: number) => {
  const { passed, operations } = later(snapshot, hours);
  return applied(passed, operations, engine);
};

describe('a deadline', () => {
  it.each([
    [119, []],
    [120, ['subtle']],
    [179, ['subtle']],
    [180, ['clear']],
    [215, ['clear']],
    [216, ['urgent']],
    [239, ['urgent']],
  ])('after %i of 240 hours brings %j', (hours, levels) => {
    const { operations } = later(applied(hallAndCellar(), [ritual]), hours);

    expect(operations).toEqual(levels.map((level) => ({ op: 'warn_deadline', deadlineId: 'ritual', level })));
  });

  it('gives each warning once, however often time is looked at', () => {
    let snapshot = applied(hallAndCellar(), [ritual]);
    const given: unknown[] = [];
    for (let hour = 0; hour < 250; hour += 5) {
      const { passed, operations } = later(snapshot, 5);
      given.push(...operations);
      snapshot = applied(passed, operations, engine);
    }

    expect(given).toEqual([
      ...['subtle', 'clear', 'urgent'].map((level) => ({ op: 'warn_deadline', deadlineId: 'ritual', level })),
      { op: 'resolve_deadline', deadlineId: 'ritual', outcome: 'missed' },
    ]);
  });

  it('that passed brings its consequences, in the order in which they were due', () => {
    const second = { ...ritual, deadlineId: 'earlier', dueIn: { days: 2 } };
    const { operations } = later(applied(hallAndCellar(), [ritual, second]), 300);

    expect(operations).toMatchObject([{ deadlineId: 'earlier' }, { deadlineId: 'ritual' }]);
  });

  it('warns when the ruleset says', () => {
    const mechanics = Mechanics.parse({
      pipeline: 'full',
      resolution: { kind: 'banded' },
      deadline_warnings: { subtle: 0.1, clear: 0.2, urgent: 0.3 },
    });
    const { passed } = later(applied(hallAndCellar(), [ritual]), 24);

    expect(computeTimePressure(passed, DAY, { ...FREEFORM, mechanics }).operations).toMatchObject([
      { level: 'subtle' },
    ]);
  });

  it('that is met is left alone', () => {
    const met = applied(hallAndCellar(), [
      ritual,
      { op: 'resolve_deadline', deadlineId: 'ritual', outcome: 'met' },
    ]);

    expect(later(met, 300).operations).toEqual([]);
  });
});

describe('an agenda', () => {
  const plan = (more: object = {}) => ({
    op: 'set_agenda',
    characterId: MIRA,
    goal: 'the vault',
    pacePerDay: 12,
    ...more,
  });

  it('moves with world time', () => {
    expect(settled(applied(hallAndCellar(), [plan()]), 12).agendas[MIRA]?.progress).toBe(6);
  });

  it('moves alike in one stretch or in many', () => {
    let slow = applied(hallAndCellar(), [plan()]);
    for (let hour = 0; hour < 48; hour += 1) slow = settled(slow, 1);

    expect(slow.agendas[MIRA]?.progress).toBeCloseTo(24, 4);
  });

  it.each([
    ['something blocks it', [plan({ blockingFactors: ['the gate'] })]],
    ['its bearer is dead', [plan(), { op: 'set_life', characterId: MIRA, status: 'dead' }]],
    [
      'its bearer is a captive',
      [plan(), { op: 'update_entity', entityId: MIRA, path: 'captive', value: true }],
    ],
    ['its bearer is gone', [plan(), { op: 'retire_entity', entityId: MIRA }]],
    ['it has no pace', [plan({ pacePerDay: 0 })]],
    ['it is done', [plan(), { op: 'progress_agenda', characterId: MIRA, by: 100 }]],
  ])('stands still when %s', (_case, proposals) => {
    expect(later(applied(hallAndCellar(), proposals, engine), 48).operations).toEqual([]);
  });

  it('that is blocked for a day and more is mentioned to the game master', () => {
    const blocked = applied(hallAndCellar(), [plan({ blockingFactors: ['the gate'] })]);

    expect(later(blocked, 23).notices).toEqual([]);
    expect(later(blocked, 24).notices).toEqual([
      { type: 'notice', audience: 'gm', text: 'Mira gets no further with the vault: the gate.' },
    ]);
  });
});

describe('a resource', () => {
  const oil = {
    op: 'set_resource',
    resourceId: 'oil',
    max: 10,
    depletionRate: 1,
    depletionUnit: 'per_hour',
    criticalLevel: 2,
    consequence: 'Darkness.',
  };

  it('runs down, and its critical level is said once', () => {
    const first = settled(applied(hallAndCellar(), [oil]), 8);
    const { operations, passed } = later(first, 1);
    const { effects } = applyOperations(passed, operations, engine);

    expect(first.resources.oil).toMatchObject({ amount: 2, criticalSaid: true });
    expect(effects).toEqual([]);
  });

  it('with no rate is left alone', () => {
    expect(later(applied(hallAndCellar(), [{ ...oil, depletionRate: 0 }]), 8).operations).toEqual([]);
  });
});

describe('a condition', () => {
  it('ends when its time has come, and not before', () => {
    const wet = applied(hallAndCellar(), [
      { op: 'add_condition', characterId: ADA, name: 'soaked', lasts: { hours: 2 } },
    ]);

    expect(later(wet, 1).operations).toEqual([]);
    expect(later(wet, 2).operations).toEqual([{ op: 'expire_conditions', characterId: ADA }]);
  });

  it('of the SRD lasts as long as its rounds would outside a fight', () => {
    const context = onTheRoad({ asker: 'engine' });
    const stunned = applied(
      goblinRoad(),
      [{ op: 'add_condition', characterId: KIRA, name: 'stunned', rounds: 5 }],
      context,
    );
    const passed = applied(stunned, [{ op: 'advance_time', seconds: 30 }], context);
    const { operations } = computeTimePressure(passed, 30_000_000, SRD5E);

    expect(operations).toEqual([{ op: 'expire_conditions', characterId: KIRA }]);
    expect(applied(passed, operations, context).entities[KIRA]).toHaveProperty(['stats', 'conditions'], []);
  });
});

it('brings nothing where nothing presses', () => {
  expect(later(hallAndCellar(), 1000)).toMatchObject({ operations: [], notices: [] });
});

it('brings nothing more when it was just applied and no time has gone by', () => {
  const pressed = applied(hallAndCellar(), [
    ritual,
    { op: 'set_agenda', characterId: MIRA, goal: 'x', pacePerDay: 5 },
    { op: 'set_resource', resourceId: 'oil', max: 10, depletionRate: 1 },
    { op: 'add_condition', characterId: ADA, name: 'soaked', lasts: { hours: 1 } },
  ]);
  const after = settled(pressed, 130);

  expect(computeTimePressure(after, 0, FREEFORM)).toEqual({ operations: [], notices: [] });
});
