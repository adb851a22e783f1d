import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { ADA, applied, asking, hallAndCellar, refusal, VIKTOR } from '../../../support/worlds.ts';

const gm = asking({ asker: 'gm' });
const rescue = {
  op: 'upsert_mission',
  missionId: 'rescue',
  title: 'Rescue the merchant',
  objective: 'Free him',
  giverId: VIKTOR,
};
const ritual = (more: object = {}) => ({
  op: 'set_deadline',
  deadlineId: 'ritual',
  description: 'The ritual begins',
  dueIn: { days: 1 },
  consequences: 'The gate opens',
  ...more,
});
const warn = (level: string) => ({ op: 'warn_deadline', deadlineId: 'ritual', level });
const resolve = (outcome: string) => ({ op: 'resolve_deadline', deadlineId: 'ritual', outcome });
const dayLater = { op: 'advance_time', days: 1 };

describe('a mission', () => {
  it('is accepted and public unless said otherwise, and keeps what is not said again', () => {
    const { missions } = applied(hallAndCellar(), [
      rescue,
      { op: 'upsert_mission', missionId: 'rescue', status: 'in_progress' },
    ]);

    expect(missions.rescue).toEqual({
      id: 'rescue',
      title: 'Rescue the merchant',
      objective: 'Free him',
      giverId: VIKTOR,
      status: 'in_progress',
      visibility: 'public',
      knownTo: [],
    });
  });

  it.each(['completed', 'failed'])('is remembered for ever when it is %s', (status) => {
    const ended = applied(hallAndCellar(), [rescue, { op: 'upsert_mission', missionId: 'rescue', status }]);

    expect(ended.coreMemories).toMatchObject([
      { text: `Mission ${status}: Rescue the merchant.`, reason: 'mission' },
    ]);
  });

  it('is reopened by a game master, never by a model', () => {
    const ended = applied(hallAndCellar(), [{ ...rescue, status: 'completed' }]);
    const reopen = { op: 'upsert_mission', missionId: 'rescue', status: 'accepted' };

    expect(refusal(ended, reopen).rejected).toBe('mission-ended');
    expect(applied(ended, [reopen], gm).missions.rescue?.status).toBe('accepted');
  });

  it.each([
    ['without a title', { ...rescue, title: undefined }, 'bad-input', 'title'],
    ['without an objective', { ...rescue, objective: undefined }, 'bad-input', 'objective'],
    ['from nobody', { ...rescue, giverId: 'npc_x_001' }, 'unknown-entity', 'npc_x_001'],
    ['in a state nobody knows', { ...rescue, status: 'almost' }, 'bad-input', 'status'],
    ['under a name that is no id', { ...rescue, missionId: 'Main Quest' }, 'bad-input', 'main_case'],
  ])('is refused: %s', (_case, proposal, code, hint) => {
    const { rejected, reason } = refusal(hallAndCellar(), proposal);

    expect({ rejected, reason }).toEqual({ rejected: code, reason: expect.stringContaining(hint) });
  });
});

describe('a deadline', () => {
  it('counts from now to its moment', () => {
    expect(applied(hallAndCellar(), [ritual()]).deadlines.ritual).toMatchObject({
      startedAt: { day: 10 },
      dueAt: { day: 11, microsecond: 9 * 3_600_000_000 },
      status: 'active',
      warnings: { subtle: null, clear: null, urgent: null },
    });
  });

  it('may name its moment as the calendar does', () => {
    const { deadlines } = applied(hallAndCellar(), [ritual({ dueIn: undefined, due: '18:00' })]);

    expect(deadlines.ritual?.dueAt).toEqual({ day: 10, microsecond: 18 * 3_600_000_000 });
  });

  it('keeps its warnings when only its words change, and warns afresh when a game master puts it off', () => {
    const warned = applied(hallAndCellar(), [ritual(), warn('subtle')]);
    const worded = applied(warned, [{ op: 'set_deadline', deadlineId: 'ritual', consequences: 'worse' }]);
    const later = { op: 'set_deadline', deadlineId: 'ritual', dueIn: { days: 30 } };
    const moved = applied(warned, [later], asking({ asker: 'gm' }));

    expect(worded.deadlines.ritual?.warnings.subtle).not.toBeNull();
    expect(moved.deadlines.ritual?.warnings.subtle).toBeNull();
  });

  it.each([
    ['without a description', { op: 'set_deadline', deadlineId: 'x', dueIn: { days: 1 } }, 'bad-input'],
    ['without a moment', { op: 'set_deadline', deadlineId: 'x', description: 'x' }, 'bad-input'],
    ['with two moments', ritual({ due: '18:00' }), 'bad-input'],
    ['in the past', ritual({ dueIn: undefined, due: { day: 1, microsecond: 0 } }), 'deadline-in-the-past'],
    ['at once', ritual({ dueIn: {} }), 'deadline-in-the-past'],
    ['at no date', ritual({ dueIn: undefined, due: 'when pigs fly' }), 'unknown-month'],
    ['about nobody', ritual({ relatedIds: ['npc_x_001'] }), 'dangling-reference'],
    ['with operations a model planted', ritual({ operations: [dayLater] }), 'not-yours-to-ask'],
    ['warned of though unknown', warn('clear'), 'unknown-deadline'],
    ['ended though unknown', resolve('met'), 'unknown-deadline'],
  ])('is refused: %s', (_case, proposal, code) => {
    expect(refusal(hallAndCellar(), proposal).rejected).toBe(code);
  });
});

describe('a warning', () => {
  it('is given once, and never a weaker one after a stronger', () => {
    const { snapshot, rejected } = applyOperations(
      hallAndCellar(),
      [ritual(), warn('clear'), warn('clear'), warn('subtle'), warn('urgent')],
      asking(),
    );

    expect(rejected.map(({ index, rejection }) => [index, rejection.rejected])).toEqual([
      [2, 'already-warned'],
      [3, 'already-warned'],
    ]);
    expect(snapshot.deadlines.ritual?.warnings).toMatchObject({ subtle: null, urgent: { day: 10 } });
  });

  it.each([
    ['public', { visibility: 'public' }, 'player'],
    ['hidden from all', { visibility: 'hidden' }, 'gm'],
    ['the game master’s', { visibility: 'gm' }, 'gm'],
  ])('of a deadline that is %s reaches whom it should', (_case, more, audience) => {
    const { effects } = applyOperations(
      hallAndCellar(),
      [ritual(more), warn('clear')],
      asking({ asker: 'engine' }),
    );

    expect(effects).toMatchObject([{ type: 'notice', audience }]);
  });
});

describe('the end of a deadline', () => {
  it('brings its consequences about when it is missed', () => {
    const operations = [
      { op: 'add_fact', subjectId: VIKTOR, predicate: 'is', object: 'lost', visibility: 'public' },
    ];
    const missed = applyOperations(
      hallAndCellar(),
      [ritual({ operations }), dayLater, resolve('missed')],
      gm,
    );

    expect(Object.keys(missed.snapshot.facts)).toEqual(['fact_0001']);
    expect(missed.effects).toContainEqual({
      type: 'notice',
      audience: 'player',
      text: 'The ritual begins: too late. The gate opens',
    });
    expect(missed.snapshot.coreMemories).toContainEqual(
      expect.objectContaining({ text: 'The gate opens', reason: 'complication' }),
    );
  });

  it('is quiet when it is met', () => {
    expect(applyOperations(hallAndCellar(), [ritual(), resolve('met')], asking()).effects).toEqual([]);
  });

  it.each([
    ['missed before it passed', [ritual()], resolve('missed'), 'not-yet-due'],
    ['ended twice', [ritual(), resolve('met')], resolve('cancelled'), 'deadline-over'],
    ['warned of afterwards', [ritual(), resolve('met')], warn('clear'), 'deadline-over'],
    ['moved afterwards', [ritual(), resolve('met')], ritual(), 'deadline-over'],
    ['in a way nobody knows', [ritual()], resolve('forgotten'), 'bad-input'],
  ])('is refused: %s', (_case, proposals, proposal, code) => {
    expect(refusal(applied(hallAndCellar(), proposals), proposal).rejected).toBe(code);
  });
});

it('tells a hidden deadline’s warning only to the personas who know of it', () => {
  const world = applied(hallAndCellar(), [ritual({ visibility: 'hidden' })]);
  const ritualRecord = world.deadlines.ritual;
  if (ritualRecord === undefined) throw new Error('the deadline is missing');
  const known = { ...world, deadlines: { ritual: { ...ritualRecord, knownTo: [ADA] } } };

  expect(applyOperations(known, [warn('clear')], asking()).effects).toMatchObject([
    { audience: 'player', personaIds: [ADA] },
  ]);
});
