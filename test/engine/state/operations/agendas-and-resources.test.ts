import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { ADA, applied, asking, hallAndCellar, MIRA, refusal, VIKTOR } from '../../../support/worlds.ts';

const gm = asking({ asker: 'gm' });
const found = { op: 'add_fact', subjectId: MIRA, predicate: 'found', object: 'the vault' };
const plan = (more: object = {}) => ({
  op: 'set_agenda',
  characterId: MIRA,
  goal: 'Rob the vault',
  pacePerDay: 20,
  milestones: [
    { at: 80, description: 'digs the tunnel' },
    { at: 40, description: 'finds the vault' },
  ],
  ...more,
});
const progress = (by: number) => ({ op: 'progress_agenda', characterId: MIRA, by });
const oil = (more: object = {}) => ({
  op: 'set_resource',
  resourceId: 'oil',
  name: 'Lamp oil',
  amount: 10,
  max: 20,
  depletionRate: 2,
  depletionUnit: 'per_hour',
  criticalLevel: 4,
  consequence: 'The lamps go out.',
  ...more,
});
const use = (by: number) => ({ op: 'adjust_resource', resourceId: 'oil', by });
const deplete = { op: 'deplete_resource', resourceId: 'oil' };

describe('an agenda', () => {
  it('knows its next milestone, nearest first', () => {
    const { agendas } = applied(hallAndCellar(), [plan()]);

    expect(agendas[MIRA]).toMatchObject({
      progress: 0,
      nextMilestone: 'finds the vault',
      completedMilestones: [],
    });
  });

  it('passes milestones and does what they bring', () => {
    const milestones = [
      { at: 40, description: 'finds the vault', operations: [found] },
      { at: 80, description: 'digs' },
    ];
    const { snapshot, effects } = applyOperations(
      hallAndCellar(),
      [plan({ milestones }), progress(45.5)],
      gm,
    );

    expect(snapshot.agendas[MIRA]).toMatchObject({
      progress: 45.5,
      nextMilestone: 'digs',
      completedMilestones: ['finds the vault'],
    });
    expect(Object.keys(snapshot.facts)).toEqual(['fact_0001']);
    expect(effects).toContainEqual(
      expect.objectContaining({ type: 'trigger-fired', source: { kind: 'agenda', id: MIRA } }),
    );
  });

  it('does not pass a milestone twice after a setback', () => {
    const { snapshot } = applyOperations(
      hallAndCellar(),
      [plan(), progress(50), progress(-30), progress(30)],
      gm,
    );

    expect(snapshot.agendas[MIRA]?.completedMilestones).toEqual(['finds the vault']);
  });

  it('ends at 100 and at 0', () => {
    expect(applied(hallAndCellar(), [plan(), progress(100)], gm).agendas[MIRA]?.progress).toBe(100);
    expect(refusal(applied(hallAndCellar(), [plan()]), progress(-1), gm).rejected).toBe(
      'agenda-does-not-move',
    );
  });

  it('keeps its progress when the plan changes', () => {
    const flight = plan({ goal: 'Flee', blockingFactors: ['the gate'] });
    const { agendas } = applied(hallAndCellar(), [plan(), progress(50), flight], gm);

    expect(agendas[MIRA]).toMatchObject({
      goal: 'Flee',
      progress: 50,
      nextMilestone: 'digs the tunnel',
      blockingFactors: ['the gate'],
    });
  });

  it.each([
    ['without a goal', { op: 'set_agenda', characterId: VIKTOR }, 'bad-input'],
    ['of nobody', plan({ characterId: 'npc_x_001' }), 'unknown-entity'],
    ['moved though there is none', progress(5), 'unknown-agenda'],
    ['faster than the day', plan({ pacePerDay: 101 }), 'bad-input'],
    [
      'with operations a model planted',
      plan({ milestones: [{ at: 1, description: '', operations: [found] }] }),
      'not-yours-to-ask',
    ],
  ])('is refused: %s', (_case, proposal, code) => {
    expect(refusal(hallAndCellar(), proposal).rejected).toBe(code);
  });

  it('keeps its complications from players', () => {
    const { coreMemories } = applied(hallAndCellar(), [plan(), progress(50)], gm);

    expect(coreMemories).toMatchObject([{ text: 'finds the vault', visibility: 'gm' }]);
  });
});

describe('a resource', () => {
  it.each([
    ['per_hour', 2, 0, { hours: 3 }, 4],
    ['per_day', 2, 0, { hours: 36 }, 7],
    ['per_patient_per_day', 1, 3, { days: 2 }, 4],
    ['per_patient_per_day', 1, 0, { days: 2 }, 10],
    ['per_day', 2, 0, { days: 30 }, 0],
  ])(
    'runs down %s at a rate of %d for %d patients',
    (depletionUnit, depletionRate, patients, elapsed, left) => {
      const snapshot = applied(
        hallAndCellar(),
        [oil({ depletionUnit, depletionRate, patients }), { op: 'advance_time', ...elapsed }, deplete],
        gm,
      );

      expect(snapshot.resources.oil?.amount).toBe(left);
    },
  );

  it('runs down alike in one stretch or in many', () => {
    const hours = Array.from({ length: 24 }, () => [{ op: 'advance_time', hours: 1 }, deplete]).flat();
    const rates = oil({ depletionUnit: 'per_day', depletionRate: 7, criticalLevel: 0 });
    const often = applied(hallAndCellar(), [rates, ...hours], gm);
    const once = applied(hallAndCellar(), [rates, { op: 'advance_time', days: 1 }, deplete], gm);

    expect(often.resources.oil?.amount).toBeCloseTo(once.resources.oil?.amount ?? -1, 4);
  });

  it('says once that it is critical, and again after a refill', () => {
    const critical = (proposals: readonly unknown[]) =>
      applyOperations(hallAndCellar(), [oil(), ...proposals], gm).effects.filter(
        ({ type }) => type === 'trigger-fired',
      );

    expect(critical([use(-5)])).toHaveLength(0);
    expect(critical([use(-6), use(-1), use(-1)])).toHaveLength(1);
    expect(critical([use(-6), use(8), use(-8)])).toHaveLength(2);
  });

  it('tells those who may know and does what was planned', () => {
    const operations = [{ op: 'set_scene', visibility: 'dark' }];
    const { snapshot, effects } = applyOperations(hallAndCellar(), [oil({ operations }), use(-10)], gm);

    expect(snapshot.scene.visibility).toBe('dark');
    expect(effects).toContainEqual({
      type: 'notice',
      audience: 'player',
      text: 'Lamp oil is down to 0. The lamps go out.',
    });
  });

  it('tells how much is left in a number one can read', () => {
    const { effects } = applyOperations(hallAndCellar(), [oil(), use(-8.6694444444)], gm);

    expect(effects).toContainEqual(
      expect.objectContaining({ type: 'notice', text: expect.stringMatching(/is down to \d+\.?\d?\. /) }),
    );
  });

  it('stays between nothing and its max', () => {
    expect(applied(hallAndCellar(), [oil(), use(100)]).resources.oil?.amount).toBe(20);
    expect(applied(hallAndCellar(), [oil(), use(-100)]).resources.oil?.amount).toBe(0);
  });

  it.each([
    ['without a size', [], { op: 'set_resource', resourceId: 'x' }, 'bad-input'],
    ['fuller than full', [], oil({ amount: 30 }), 'too-much'],
    ['counted in moons', [], oil({ depletionUnit: 'per_moon' }), 'bad-input'],
    ['used though unknown', [], use(-1), 'unknown-resource'],
    ['used by nothing', [oil()], use(0), 'resource-does-not-move'],
    ['filled beyond full', [oil({ amount: 20 })], use(5), 'resource-does-not-move'],
    ['with operations a model planted', [], oil({ operations: [use(1)] }), 'not-yours-to-ask'],
    ['run down by a model', [oil()], deplete, 'not-yours-to-ask'],
  ])('is refused: %s', (_case, proposals, proposal, code) => {
    expect(refusal(applied(hallAndCellar(), proposals), proposal).rejected).toBe(code);
  });

  it('is refused to run down when no time has passed, or when it is unknown', () => {
    expect(refusal(applied(hallAndCellar(), [oil()]), deplete, gm).rejected).toBe('nothing-to-do');
    expect(refusal(hallAndCellar(), deplete, gm).rejected).toBe('unknown-resource');
  });
});

it('refuses an agenda for a persona’s pocket knife', () => {
  expect(refusal(hallAndCellar(), plan({ characterId: ADA.replace('pc', 'item') })).rejected).toBe(
    'bad-input',
  );
});
