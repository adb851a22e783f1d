import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { computeTimePressure } from '#engine/state/time-pressure.ts';
import { addMicroseconds } from '#engine/util/world-time.ts';
import {
  ADA,
  applied,
  asking,
  CELLAR,
  FREEFORM,
  HALL,
  hallAndCellar,
  KEY,
  location,
  MIRA,
  refusal,
  VIKTOR,
} from '../../../support/worlds.ts';

const engine = asking({ asker: 'engine' });
const gm = asking({ asker: 'gm' });
const MINUTE = 60_000_000;

describe('a way', () => {
  const go = { op: 'move_party', placeId: CELLAR };

  it('takes the time it takes', () => {
    const { snapshot, effects } = applyOperations(hallAndCellar(), [go], asking());

    expect(snapshot.time).toEqual(addMicroseconds(hallAndCellar().time, 2 * MINUTE));
    expect(effects.map(({ type }) => type)).toEqual(['time-advanced', 'place-changed']);
  });

  it('takes a minute at least', () => {
    const start = hallAndCellar();
    const near = location(HALL, 'Hall', { exits: [{ to: CELLAR, minutes: 0 }] });
    const world = { ...start, entities: { ...start.entities, [HALL]: near } };

    expect(applied(world, [go]).time).toEqual(addMicroseconds(world.time, MINUTE));
  });

  it('takes a game master no time', () => {
    expect(applied(hallAndCellar(), [go], gm).time).toEqual(hallAndCellar().time);
  });

  it('is not gone by the dead', () => {
    const dead = applied(hallAndCellar(), [{ op: 'set_life', characterId: VIKTOR, status: 'dead' }]);

    expect(refusal(dead, { ...go, companionIds: [VIKTOR] }).rejected).toBe('creature-dead');
  });
});

describe('a deadline that is moved', () => {
  const siege = { op: 'set_deadline', deadlineId: 'siege', description: 'Siege', dueIn: { hours: 10 } };
  const warned = applied(
    hallAndCellar(),
    [siege, { op: 'advance_time', hours: 9 }, { op: 'warn_deadline', deadlineId: 'siege', level: 'urgent' }],
    engine,
  );
  const move = (hours: number) => ({ op: 'set_deadline', deadlineId: 'siege', dueIn: { hours } });
  const urgent = (hours: number, context: typeof gm) =>
    applied(warned, [move(hours)], context).deadlines.siege?.warnings.urgent ?? null;

  it('warns anew only when a game master or the engine puts it off', () => {
    expect([urgent(5, gm), urgent(5, engine)]).toEqual([null, null]);
  });

  it('does not warn twice when a model moves it or when it comes nearer', () => {
    const nearer = { op: 'set_deadline', deadlineId: 'siege', dueIn: { minutes: 30 } };

    expect(urgent(5, asking())).toEqual(warned.time);
    expect(applied(warned, [nearer], gm).deadlines.siege?.warnings.urgent).toEqual(warned.time);
  });

  it.each(['met', 'cancelled'])('cannot be called %s by a model once it has passed', (outcome) => {
    const late = applied(warned, [{ op: 'advance_time', hours: 2 }]);
    const resolve = { op: 'resolve_deadline', deadlineId: 'siege', outcome };

    expect(refusal(late, resolve).rejected).toBe('deadline-passed');
    expect(applied(late, [resolve], gm).deadlines.siege?.status).toBe(outcome);
  });
});

describe('a resource', () => {
  const oil = { op: 'set_resource', resourceId: 'oil', max: 10, depletionRate: 1, depletionUnit: 'per_hour' };
  const hours = (count: number) => ({ op: 'advance_time', hours: count });
  const again = (more: object) => ({ op: 'set_resource', resourceId: 'oil', ...more });
  const reckon = { op: 'deplete_resource', resourceId: 'oil' };

  it('loses nothing of what ran down when it is only renamed', () => {
    const after = applied(hallAndCellar(), [oil, hours(5), again({ name: 'Lamp oil' }), reckon], engine);

    expect(after.resources.oil).toMatchObject({ name: 'Lamp oil', amount: 5 });
  });

  it('runs down at the old rate until the rate changes', () => {
    const after = applied(
      hallAndCellar(),
      [oil, hours(4), again({ depletionRate: 2 }), hours(1), reckon],
      engine,
    );

    expect(after.resources.oil?.amount).toBe(4);
  });

  it('that is set to its critical level has its consequence', () => {
    const dark = { ...oil, amount: 1, criticalLevel: 2, consequence: 'Darkness falls.' };
    const { effects, snapshot } = applyOperations(hallAndCellar(), [dark], asking());

    expect(effects).toMatchObject([
      { type: 'notice' },
      { type: 'trigger-fired' },
      { type: 'core-memory' },
      { type: 'chronicle-entry', entry: { type: 'resource', summary: 'Darkness falls.' } },
    ]);
    expect(snapshot.resources.oil?.criticalSaid).toBe(true);
  });
});

it('loses nothing of a slow agenda to rounding', () => {
  let slow = applied(hallAndCellar(), [{ op: 'set_agenda', characterId: MIRA, goal: 'x', pacePerDay: 0.04 }]);
  for (let second = 0; second < 600; second += 1) {
    slow = applied(slow, computeTimePressure(slow, 1_000_000, FREEFORM).operations, engine);
  }

  expect(slow.agendas[MIRA]?.progress).toBeCloseTo((0.04 * 600) / 86_400, 9);
});

it('keeps balances free of the noise of floating point', () => {
  const book = { op: 'record_economy', accountId: 'purse', amount: 0.1, reason: 'toll', currency: 'crown' };

  expect(applied(hallAndCellar(), [book, book, book]).economy.accounts.purse?.balance).toBe(0.3);
});

describe('the last of a thing', () => {
  const lose = { op: 'change_inventory', ownerId: ADA, itemId: KEY, by: -1 };

  it('lies where its owner stands', () => {
    expect(applied(hallAndCellar(), [lose]).entities[KEY]).toMatchObject({ placeId: HALL });
  });

  it('is gone when it is used up', () => {
    expect(applied(hallAndCellar(), [{ ...lose, consumed: true }]).entities[KEY]).toMatchObject({
      placeId: null,
    });
  });

  it('is not handed to somebody elsewhere', () => {
    const hand = { op: 'transfer_item', fromId: ADA, toId: MIRA, itemId: KEY };

    expect(refusal(hallAndCellar(), hand).rejected).toBe('not-present');
    expect(applied(hallAndCellar(), [hand], gm).inventory[MIRA]).toHaveProperty(KEY);
  });
});

it.each([
  [
    'the dead do not walk in',
    [{ op: 'set_life', characterId: MIRA, status: 'dead' }],
    { op: 'enter_scene', characterId: MIRA },
    'creature-dead',
  ],
  [
    'a persona is not hidden from its player',
    [{ op: 'leave_scene', characterId: ADA }],
    { op: 'enter_scene', characterId: ADA, unseen: true },
    'is-persona',
  ],
  [
    'what is said of a secret of the game master’s is not discovered',
    [
      { op: 'introduce_entity', kind: 'character', name: 'Puppeteer', visibility: 'gm', present: false },
      { op: 'add_fact', subjectId: 'npc_puppeteer_001', predicate: 'pays', object: 'Viktor' },
    ],
    { op: 'discover_fact', factId: 'fact_0001', method: 'a letter' },
    'not-discoverable',
  ],
])('%s', (_case, before, proposal, code) => {
  expect(refusal(applied(hallAndCellar(), before, engine), proposal, engine).rejected).toBe(code);
});

it('forgets what a persona was asked when it is retired', () => {
  const ask = { op: 'ask_clarification', personaId: ADA, question: 'Which door?', actionText: 'go' };
  const asked = applied(hallAndCellar(), [ask], gm);

  expect(asked.pendingClarification).not.toBeNull();
  expect(applied(asked, [{ op: 'retire_entity', entityId: ADA }], gm).pendingClarification).toBeNull();
});
