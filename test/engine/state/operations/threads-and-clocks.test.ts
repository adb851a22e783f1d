import { describe, expect, it } from 'vitest';
import { applyOperations, MAX_TRIGGERED } from '#engine/state/apply-operations.ts';
import { ADA, applied, asking, hallAndCellar, refusal, VIKTOR } from '../../../support/worlds.ts';

const gm = asking({ asker: 'gm' });
const open = { op: 'open_thread', threadId: 'main_case', title: 'Who took Jin?', stakes: 'his life' };
const start = (more: object = {}) => ({
  op: 'start_clock',
  clockId: 'alarm',
  name: 'Alarm',
  max: 4,
  ...more,
});
const tick = (by?: number) => ({ op: 'tick_clock', clockId: 'alarm', ...(by !== undefined && { by }) });

describe('a thread', () => {
  it('opens active and hidden, moves on, and gathers whom it concerns', () => {
    const { threads } = applied(hallAndCellar(), [
      open,
      { op: 'update_thread', threadId: 'main_case', status: 'resolved', relatedIds: [VIKTOR, ADA, VIKTOR] },
    ]);

    expect(threads.main_case).toMatchObject({
      status: 'resolved',
      visibility: 'hidden',
      relatedIds: [VIKTOR, ADA],
    });
  });

  it('tells the game master why its status changed', () => {
    const close = { op: 'update_thread', threadId: 'main_case', status: 'failed', reason: 'Jin is dead' };
    const { effects } = applyOperations(hallAndCellar(), [open, close], asking());

    expect(effects).toEqual([
      { type: 'notice', audience: 'gm', text: 'Thread Who took Jin?: active to failed (Jin is dead).' },
    ]);
  });

  it.each([
    ['opened twice', applied(hallAndCellar(), [open]), open, 'already-there'],
    ['about nobody', hallAndCellar(), { ...open, relatedIds: ['npc_x_001'] }, 'dangling-reference'],
    [
      'changed though unknown',
      hallAndCellar(),
      { op: 'update_thread', threadId: 'side', status: 'failed' },
      'unknown-thread',
    ],
    [
      'left as it is',
      applied(hallAndCellar(), [open]),
      { op: 'update_thread', threadId: 'main_case' },
      'nothing-to-do',
    ],
    [
      'in a state nobody knows',
      applied(hallAndCellar(), [open]),
      { op: 'update_thread', threadId: 'main_case', status: 'weird' },
      'bad-input',
    ],
    ['named like the prototype', hallAndCellar(), { ...open, threadId: 'constructor' }, 'bad-input'],
  ])('is refused: %s', (_case, snapshot, proposal, code) => {
    expect(refusal(snapshot, proposal).rejected).toBe(code);
  });
});

describe('a clock', () => {
  it('moves, stops at both ends, and says when it is full', () => {
    const { snapshot, effects } = applyOperations(hallAndCellar(), [start(), tick(), tick(9)], asking());

    expect(snapshot.clocks.alarm?.value).toBe(4);
    expect(effects).toEqual([{ type: 'clock-filled', clockId: 'alarm' }]);
    expect(applied(snapshot, [tick(-9)]).clocks.alarm?.value).toBe(0);
  });

  it.each([
    ['ticked beyond full', [start(), tick(4)], tick(), 'clock-does-not-move'],
    ['wound back below empty', [start()], tick(-1), 'clock-does-not-move'],
    ['moved by nothing', [start()], tick(0), 'clock-does-not-move'],
    ['unknown', [], tick(), 'unknown-clock'],
    ['started twice', [start()], start(), 'already-there'],
    [
      'with a trigger it never reaches',
      [],
      start({ triggers: [{ at: 5, description: '' }] }),
      'trigger-out-of-reach',
    ],
    ['of no size', [], start({ max: 0 }), 'bad-input'],
  ])('is refused: %s', (_case, proposals, proposal, code) => {
    expect(refusal(applied(hallAndCellar(), proposals), proposal).rejected).toBe(code);
  });

  it('is refused to a model that would plant operations in it', () => {
    const trap = start({
      triggers: [
        { at: 1, description: '', operations: [{ op: 'set_life', characterId: ADA, status: 'dead' }] },
      ],
    });

    expect(refusal(hallAndCellar(), trap).rejected).toBe('not-yours-to-ask');
    expect(applied(hallAndCellar(), [trap], gm).clocks.alarm?.triggers).toHaveLength(1);
  });
});

describe('a trigger', () => {
  const called = {
    op: 'add_fact',
    subjectId: VIKTOR,
    predicate: 'called',
    object: 'the guard',
    visibility: 'public',
  };
  const armed = (operations: readonly object[], at = 2) =>
    applied(
      hallAndCellar(),
      [start({ visibility: 'public', triggers: [{ at, description: 'The guard is called.', operations }] })],
      gm,
    );

  it('fires once, when it is reached or passed, and applies its operations as the engine', () => {
    const { snapshot, effects } = applyOperations(armed([called]), [tick(3), tick(-3), tick(3)], asking());

    expect(Object.keys(snapshot.facts)).toEqual(['fact_0001']);
    expect(effects.filter(({ type }) => type === 'trigger-fired')).toHaveLength(1);
  });

  it('is not stopped by the ruleset’s list of operations', () => {
    const rules = { ...asking().rules, allowedOperations: ['tick_clock'] };
    const { snapshot } = applyOperations(armed([called]), [tick(2)], asking({ rules }));

    expect(Object.keys(snapshot.facts)).toHaveLength(1);
  });

  it('does not fire on the way down', () => {
    const high = applied(armed([called], 4), [tick(3)]);

    expect(applied(high, [tick(-2)]).facts).toEqual({});
  });

  it('is remembered by those who know of the clock', () => {
    expect(applied(armed([called]), [tick(2)]).coreMemories).toMatchObject([
      { text: 'The guard is called.', reason: 'complication', visibility: 'public' },
    ]);
  });

  it.each([
    ['is part of what happened, where the clock is in plain sight', 'public', ['The guard is called.']],
    ['is no part of what happened, as far as anybody knows, where the clock is secret', 'hidden', []],
  ])('%s', (_what, visibility, told) => {
    const trigger = { at: 1, description: 'The guard is called.', operations: [] };
    const loaded = applied(hallAndCellar(), [start({ visibility, triggers: [trigger] })], gm);
    const { effects } = applyOperations(loaded, [tick()], asking());

    const entries = effects.flatMap((effect) => (effect.type === 'chronicle-entry' ? [effect.entry] : []));
    expect(entries.map(({ summary }) => summary)).toEqual(told);
    for (const entry of entries) expect(entry).toMatchObject({ type: 'clock', visibility: 'public' });
  });

  it('tells the game master when an operation of it is refused, and the tick stands', () => {
    const { snapshot, effects } = applyOperations(armed([{ op: 'fly' }]), [tick(2)], asking());

    expect(snapshot.clocks.alarm?.value).toBe(2);
    expect(effects).toContainEqual({
      type: 'notice',
      audience: 'gm',
      text: expect.stringContaining('The clock alarm set off an operation that was refused'),
    });
  });

  it('may set off another clock', () => {
    const second = {
      op: 'start_clock',
      clockId: 'doom',
      name: 'Doom',
      max: 1,
      triggers: [{ at: 1, description: '', operations: [called] }],
    };
    const chained = applied(armed([{ op: 'tick_clock', clockId: 'doom' }]), [second], gm);

    expect(Object.keys(applied(chained, [tick(2)]).facts)).toHaveLength(1);
  });

  it('cannot keep the engine busy for ever', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      at: 1,
      description: '',
      operations: Array(12).fill(called),
      index,
    }));
    const triggers = many.map(({ index: _index, ...trigger }) => trigger);
    const loaded = applied(hallAndCellar(), [start({ triggers })], gm);
    const { snapshot, effects } = applyOperations(loaded, [tick()], gm);

    const whole = Math.floor(MAX_TRIGGERED / 12);
    expect(Object.keys(snapshot.facts)).toHaveLength(whole * 12);
    expect(effects.filter(({ type }) => type === 'notice')).toHaveLength(12 - whole);
  });
});
