import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { listTakableChoices } from '#engine/state/choices.ts';
import {
  ADA,
  applied,
  asking,
  character,
  HALL,
  hallAndCellar,
  refusal,
  VIKTOR,
} from '../../../support/worlds.ts';

const engine = asking({ asker: 'engine' });
const gm = asking({ asker: 'gm' });

const rows = [
  { from: 1, to: 10, outcome: 'disaster', kind: 'catastrophic' },
  { from: 11, to: 40, outcome: 'no' },
  { from: 41, to: 70, outcome: 'perhaps' },
  { from: 71, to: 95, outcome: 'yes' },
  { from: 96, to: 100, outcome: 'triumph', kind: 'exceptional' },
];
const offer = (more: object = {}) => ({
  op: 'await_roll',
  personaId: ADA,
  type: 'persuasion',
  purpose: 'Sway the council',
  rows,
  ...more,
});

describe('an awaited roll', () => {
  it('keeps the table it binds to, and ends with the row that is hit', () => {
    const waiting = applied(hallAndCellar(), [offer()]);
    const { snapshot, effects } = applyOperations(waiting, [{ op: 'settle_roll', value: 97 }], engine);

    expect(waiting.pendingRoll).toMatchObject({ personaId: ADA, sceneIndex: 3 });
    expect(snapshot.pendingRoll).toBeNull();
    expect(effects).toEqual([
      {
        type: 'notice',
        audience: 'player',
        text: 'Sway the council: 97 (96-100): triumph',
        personaIds: [ADA],
      },
    ]);
  });

  it('may be withdrawn', () => {
    expect(applied(applied(hallAndCellar(), [offer()]), [{ op: 'settle_roll' }], gm).pendingRoll).toBeNull();
  });

  it.each([
    ['offered while another waits', [offer()], offer(), asking(), 'roll-awaited'],
    ['with a gap in its table', [], offer({ rows: rows.toSpliced(2, 1) }), asking(), 'bad-input'],
    ['for somebody no player plays', [], offer({ personaId: VIKTOR }), asking(), 'not-a-persona'],
    ['settled though none waits', [], { op: 'settle_roll', value: 5 }, engine, 'no-roll-awaited'],
    ['settled with 101', [offer()], { op: 'settle_roll', value: 101 }, engine, 'bad-input'],
    ['settled by a model', [offer()], { op: 'settle_roll', value: 5 }, asking(), 'not-yours-to-ask'],
  ])('is refused: %s', (_case, proposals, proposal, context, code) => {
    expect(refusal(applied(hallAndCellar(), proposals), proposal, context).rejected).toBe(code);
  });
});

describe('an open question', () => {
  const ask = {
    op: 'ask_clarification',
    personaId: ADA,
    question: 'Which guard?',
    actionText: 'I hit the guard',
  };

  it('waits for its answer', () => {
    const asked = applied(hallAndCellar(), [ask], engine);

    expect(asked.pendingClarification).toMatchObject({
      question: 'Which guard?',
      actionText: 'I hit the guard',
    });
    expect(applied(asked, [{ op: 'settle_clarification' }], engine).pendingClarification).toBeNull();
  });

  it.each([
    ['a second one', [ask], ask, engine, 'clarification-awaited'],
    ['to nobody', [], { ...ask, personaId: VIKTOR }, engine, 'not-a-persona'],
    ['answered though none is open', [], { op: 'settle_clarification' }, engine, 'no-clarification'],
    ['asked by a model', [], ask, asking(), 'not-yours-to-ask'],
  ])('is refused: %s', (_case, proposals, proposal, context, code) => {
    expect(refusal(applied(hallAndCellar(), proposals, engine), proposal, context).rejected).toBe(code);
  });
});

describe('what attempts cost and lead to', () => {
  it('binds a consequence after three failures in a row, and a success ends the row', () => {
    const attempt = (degree: string) => ({ op: 'record_attempt', personaId: ADA, degree });
    const three = applyOperations(hallAndCellar(), Array(3).fill(attempt('failure')), engine);
    const broken = applyOperations(
      hallAndCellar(),
      ['failure', 'failure', 'success', 'failure'].map(attempt),
      engine,
    );

    expect(three.effects).toMatchObject([
      { type: 'consequence-bound', personaId: ADA, name: 'The way is barred' },
    ]);
    expect(three.snapshot.failureStreaks[ADA]).toEqual({ failures: 0, bound: 1 });
    expect(broken.effects).toEqual([]);
  });

  it('moves meters within the ruleset’s limits and lets minutes pass', () => {
    const meters = [
      { meter: 'heat', by: 7 },
      { meter: 'harm', by: 2 },
      { meter: 'rep', by: -3 },
    ];
    const pay = { op: 'pay_costs', personaId: ADA, meters, time: 30 };
    const start = hallAndCellar();
    const ada = character(ADA, 'Ada', { placeId: HALL, stats: { harm: 0 } });
    const snapshot = applied({ ...start, entities: { ...start.entities, [ADA]: ada } }, [pay, pay], engine);

    expect(snapshot.entities[ADA]).toMatchObject({ stats: { heat: 10, harm: 4, rep: -6 } });
    expect(snapshot.time).toEqual({ day: 10, microsecond: 10 * 3_600_000_000 });
  });

  it('drives a character from words to force to killing', () => {
    const provoke = { op: 'provoke', characterId: VIKTOR, tier: 2, degree: 'failure', flags: ['violence'] };
    const { snapshot, effects } = applyOperations(hallAndCellar(), [provoke, provoke], engine);

    expect(snapshot.entities[VIKTOR]).toMatchObject({
      internal: { escalation: { level: 'lethal', provocations: 4 } },
    });
    expect(effects).toMatchObject([
      { audience: 'gm', text: 'Viktor goes from soft to hard.' },
      { audience: 'gm', text: 'Viktor goes from hard to lethal.' },
    ]);
  });

  it('leaves a character alone whom nothing provokes', () => {
    const calm = { op: 'provoke', characterId: VIKTOR, tier: 0, degree: 'success' };
    const before = hallAndCellar();

    expect(applied(before, [calm], engine)).toBe(before);
  });

  it.each([
    ['for nobody', { op: 'record_attempt', personaId: VIKTOR, degree: 'failure' }, engine, 'not-a-persona'],
    ['paid by nobody', { op: 'pay_costs', personaId: VIKTOR, time: 1 }, engine, 'not-a-persona'],
    [
      'provoking nobody',
      { op: 'provoke', characterId: 'npc_x_001', tier: 0, degree: 'failure' },
      engine,
      'unknown-entity',
    ],
    [
      'told by a model',
      { op: 'record_attempt', personaId: ADA, degree: 'success' },
      asking(),
      'not-yours-to-ask',
    ],
    ['with time running back', { op: 'pay_costs', personaId: ADA, time: -5 }, engine, 'bad-input'],
  ])('is refused: %s', (_case, proposal, context, code) => {
    expect(refusal(hallAndCellar(), proposal, context).rejected).toBe(code);
  });
});

describe('choices', () => {
  const choice = (key: string) => ({ key, text: key, description: 'do it', risk: 'low' });
  const offerChoices = (...keys: string[]) => ({
    op: 'set_choices',
    thinking: 'hm',
    choices: keys.map(choice),
  });
  const keysAfter = (proposal: unknown, context = asking()) =>
    applied(hallAndCellar(), [proposal], context).planning.choices.map(({ key }) => key);

  it('always include another action', () => {
    expect(keysAfter(offerChoices('attack_goblin', 'flee'))).toEqual([
      'attack_goblin',
      'flee',
      'other_action',
    ]);
    expect(keysAfter(offerChoices('other_action', 'attack', 'flee'))).toEqual([
      'other_action',
      'attack',
      'flee',
    ]);
  });

  it('may be just going on, in a transition', () => {
    expect(keysAfter(offerChoices('continue', 'custom_action'))).toEqual(['continue', 'custom_action']);
  });

  it('of GOD mode lead back to the story, and leave those of players', () => {
    const offered = applied(hallAndCellar(), [offerChoices('attack_goblin', 'flee')]);
    const { planning } = applied(offered, [offerChoices('god:set_hp')], asking({ asker: 'god' }));
    expect(planning.commands?.map(({ key }) => key)).toEqual(['god:set_hp', 'god:return_story']);
    expect(planning.choices).toEqual(offered.planning.choices);
  });

  it('are offered to single personas by the engine alone', () => {
    const proposal = { ...offerChoices('attack_goblin', 'flee'), personaId: ADA };
    expect(refusal(hallAndCellar(), proposal, gm)).toMatchObject({ rejected: 'engine-only' });
    const { planning } = applied(hallAndCellar(), [proposal], engine);
    expect(planning.own?.[ADA]?.choices.map(({ key }) => key)).toContain('attack_goblin');
    expect(planning.choices).toEqual(hallAndCellar().planning.choices);
  });

  it('of a turn elsewhere leave those of other personas, until the whole table is offered new ones', () => {
    const two = applied(hallAndCellar(), [{ op: 'add_persona', characterId: VIKTOR }], gm);
    const together = applied(two, [offerChoices('attack_goblin', 'flee')], engine);
    const apart = applied(together, [{ ...offerChoices('wait', 'sing'), audience: [ADA] }], engine);
    const again = applied(apart, [offerChoices('leave', 'stay')], engine);
    const keysOf = ({ planning, personas }: typeof apart, id: typeof ADA) =>
      listTakableChoices({ planning, personas }, id).map(({ key }) => key);

    expect(keysOf(apart, ADA)).toEqual(['wait', 'sing', 'other_action']);
    expect(keysOf(apart, VIKTOR)).toEqual(['attack_goblin', 'flee', 'other_action']);
    expect(keysOf(again, VIKTOR)).toEqual(['leave', 'stay', 'other_action']);
  });

  it.each([
    ['too few', offerChoices('flee'), asking(), 'choice-count'],
    ['too many', offerChoices('a', 'b', 'c', 'd', 'e'), asking(), 'choice-count'],
    ['one twice', offerChoices('flee', 'flee', 'hide'), asking(), 'choice-twice'],
    ['PascalCase', offerChoices('AttackGoblin', 'flee'), asking(), 'bad-input'],
    ['kebab-case', offerChoices('attack-goblin', 'flee'), asking(), 'bad-input'],
    ['spaces', offerChoices('attack goblin', 'flee'), asking(), 'bad-input'],
    ['god: in the story', offerChoices('god:set_hp', 'flee', 'hide'), asking(), 'god-choice'],
    ['the story in GOD mode', offerChoices('flee'), asking({ asker: 'god' }), 'god-choice'],
  ])('are refused: %s', (_case, proposal, context, code) => {
    expect(refusal(hallAndCellar(), proposal, context).rejected).toBe(code);
  });
});

describe('the table', () => {
  it('changes what was agreed, and only that', () => {
    const { calibration } = applied(
      hallAndCellar(),
      [{ op: 'set_calibration', tone: 'grim', boundaries: ['no spiders'] }],
      gm,
    );

    expect(calibration).toEqual({
      tone: 'grim',
      boundaries: ['no spiders'],
      difficulty: 'normal',
      pacing: 'normal',
    });
  });

  it('welcomes a new persona', () => {
    expect(applied(hallAndCellar(), [{ op: 'add_persona', characterId: VIKTOR }], gm).personas).toContain(
      VIKTOR,
    );
  });

  it('keeps values of its own, one by one', () => {
    const { custom } = applied(hallAndCellar(), [
      { op: 'set_custom', path: 'festival.day', value: 3 },
      { op: 'set_custom', path: 'festival.name', value: 'Midwinter' },
      { op: 'remove_custom', path: 'festival.day' },
    ]);

    expect(custom).toEqual({ festival: { name: 'Midwinter' } });
  });

  it.each([
    ['no change of agreement', { op: 'set_calibration' }, gm, 'nothing-to-do'],
    ['an agreement a model makes', { op: 'set_calibration', tone: 'x' }, asking(), 'not-yours-to-ask'],
    ['a persona twice', { op: 'add_persona', characterId: ADA }, gm, 'already-there'],
    ['nobody as persona', { op: 'add_persona', characterId: 'npc_x_001' }, gm, 'unknown-entity'],
    ['a persona a model makes', { op: 'add_persona', characterId: VIKTOR }, asking(), 'not-yours-to-ask'],
    ['removing nothing', { op: 'remove_custom', path: 'x' }, asking(), 'nothing-there'],
    ['a bad path', { op: 'set_custom', path: 'a..b', value: 1 }, asking(), 'bad-path'],
    ['removing by a bad path', { op: 'remove_custom', path: '__proto__' }, asking(), 'bad-path'],
  ])('refuses %s', (_case, proposal, context, code) => {
    expect(refusal(hallAndCellar(), proposal, context).rejected).toBe(code);
  });

  it.each(['set_custom', 'remove_custom'])('refuses to %s a whole parent', (op) => {
    const world = applied(hallAndCellar(), [{ op: 'set_custom', path: 'festival.day', value: 3 }]);

    expect(refusal(world, { op, path: 'festival', ...(op === 'set_custom' && { value: 1 }) }).rejected).toBe(
      'replaces-parent',
    );
  });
});
