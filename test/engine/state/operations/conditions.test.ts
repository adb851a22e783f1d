import { describe, expect, it } from 'vitest';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import {
  ADA,
  applied,
  asking,
  GOBLIN,
  goblinRoad,
  hallAndCellar,
  KIRA,
  onTheRoad,
  refusal,
} from '../../../support/worlds.ts';

const engine = asking({ asker: 'engine' });
const add = (characterId: CharacterId, name: string, more: object = {}) => ({
  op: 'add_condition',
  characterId,
  name,
  ...more,
});
const remove = (characterId: CharacterId, name: string, more: object = {}) => ({
  op: 'remove_condition',
  characterId,
  name,
  ...more,
});
const expire = (characterId: CharacterId) => ({ op: 'expire_conditions', characterId });
const wait = (seconds: number) => ({ op: 'advance_time', seconds });
const of = (snapshot: Snapshot, id: CharacterId) => snapshot.entities[id] as Character;

describe('a condition without rules of its own', () => {
  it('is a word with a source and perhaps an end', () => {
    const wet = applied(hallAndCellar(), [add(ADA, 'soaked', { source: 'the rain', lasts: { hours: 1 } })]);

    expect(of(wet, ADA).conditions).toEqual([
      { name: 'soaked', source: 'the rain', until: { day: 10, microsecond: 10 * 3_600_000_000 } },
    ]);
  });

  it.each([
    ['until a moment', { until: '11:00' }, 11 * 3600],
    ['for rounds', { rounds: 10 }, 9 * 3600 + 60],
  ])('may last %s', (_case, more, second) => {
    const [condition] = of(applied(hallAndCellar(), [add(ADA, 'soaked', more)]), ADA).conditions;

    expect(condition?.until).toEqual({ day: 10, microsecond: second * 1_000_000 });
  });

  it('from the same source is renewed, from another it is a second one', () => {
    const twice = [add(ADA, 'soaked'), add(ADA, 'soaked'), add(ADA, 'soaked', { source: 'the river' })];

    expect(of(applied(hallAndCellar(), twice), ADA).conditions).toHaveLength(2);
    const dried = [...twice, remove(ADA, 'soaked', { source: 'the river' })];
    expect(of(applied(hallAndCellar(), dried), ADA).conditions).toHaveLength(1);
    expect(of(applied(hallAndCellar(), [...twice, remove(ADA, 'soaked')]), ADA).conditions).toEqual([]);
  });

  it('ends when its time has come', () => {
    const wet = applied(hallAndCellar(), [
      add(ADA, 'soaked', { lasts: { hours: 1 } }),
      { op: 'advance_time', hours: 1 },
    ]);

    expect(of(applied(wet, [expire(ADA)], engine), ADA).conditions).toEqual([]);
  });

  it.each([
    ['of nobody', hallAndCellar(), add('npc_x_001' as CharacterId, 'soaked'), asking(), 'unknown-entity'],
    [
      'over before it began',
      hallAndCellar(),
      add(ADA, 'soaked', { until: { day: 1, microsecond: 0 } }),
      asking(),
      'over-already',
    ],
    ['of no length', hallAndCellar(), add(ADA, 'soaked', { lasts: {} }), asking(), 'over-already'],
    ['until no date', hallAndCellar(), add(ADA, 'soaked', { until: 'pigs fly' }), asking(), 'unknown-month'],
    ['removed though absent', hallAndCellar(), remove(ADA, 'soaked'), asking(), 'condition-absent'],
    [
      'removed from nobody',
      hallAndCellar(),
      remove('npc_x_001' as CharacterId, 'soaked'),
      asking(),
      'unknown-entity',
    ],
    ['expired too early', hallAndCellar(), expire(ADA), engine, 'nothing-to-do'],
    ['expired for nobody', hallAndCellar(), expire('npc_x_001' as CharacterId), engine, 'unknown-entity'],
    ['expired by a model', hallAndCellar(), expire(ADA), asking(), 'not-yours-to-ask'],
  ])('is refused: %s', (_case, snapshot, proposal, context, code) => {
    expect(refusal(snapshot, proposal, context).rejected).toBe(code);
  });
});

describe('a condition of the SRD', () => {
  const road = (proposals: readonly unknown[]) => applied(goblinRoad(), proposals, onTheRoad());
  const names = (snapshot: Snapshot, id: CharacterId) =>
    (of(snapshot, id).stats.conditions as readonly { name: string }[]).map(({ name }) => name);

  it('is kept in the stat block and plays by the rules', () => {
    const snapshot = road([
      add(KIRA, 'Poisoned', { source: 'a dart', save: { ability: 'constitution', dc: 12 } }),
    ]);

    expect(names(snapshot, KIRA)).toEqual(['poisoned']);
    expect(of(snapshot, KIRA).conditions).toEqual([]);
  });

  it('knocks out whom it should', () => {
    const asleep = road([add(GOBLIN, 'unconscious', { source: 'a spell' })]);

    expect(of(asleep, GOBLIN).status).toBe('unconscious');
    expect(of(applied(asleep, [remove(GOBLIN, 'unconscious')], onTheRoad()), GOBLIN).status).toBe(
      'conscious',
    );
  });

  it('lasts so many rounds outside a fight', () => {
    const dazed = road([add(KIRA, 'stunned', { rounds: 10 })]);
    const context = onTheRoad({ asker: 'engine' });

    expect(refusal(applied(dazed, [wait(59)], context), expire(KIRA), context).rejected).toBe(
      'nothing-to-do',
    );
    expect(names(applied(dazed, [wait(60), expire(KIRA)], context), KIRA)).toEqual([]);
  });

  it('beside a word to play by', () => {
    const snapshot = road([add(KIRA, 'prone'), add(KIRA, 'muddy')]);

    expect([names(snapshot, KIRA), of(snapshot, KIRA).conditions.map(({ name }) => name)]).toEqual([
      ['prone'],
      ['muddy'],
    ]);
  });

  it.each([
    ['removed though absent', remove(KIRA, 'poisoned'), 'condition-absent'],
    ['put on the dead', add(GOBLIN, 'prone'), 'creature-dead'],
  ])('is refused: %s', (_case, proposal, code) => {
    const dead = road([{ op: 'set_life', characterId: GOBLIN, status: 'dead' }]);

    expect(refusal(dead, proposal, onTheRoad()).rejected).toBe(code);
  });
});

describe('exhaustion', () => {
  const tire = (by: number) => ({ op: 'change_exhaustion', characterId: KIRA, by });

  it('grows, eases and kills at six', () => {
    const context = onTheRoad();

    expect(of(applied(goblinRoad(), [tire(3), tire(-1)], context), KIRA).stats.exhaustion).toBe(2);
    expect(of(applied(goblinRoad(), [tire(6)], context), KIRA).status).toBe('dead');
  });

  it.each([
    ['by nothing', goblinRoad(), tire(0), 'bad-input'],
    ['of nobody', goblinRoad(), { ...tire(1), characterId: 'npc_x_001' }, 'unknown-entity'],
    ['of the dead', applied(goblinRoad(), [tire(6)], onTheRoad()), tire(1), 'creature-dead'],
  ])('is refused: %s', (_case, snapshot, proposal, code) => {
    expect(refusal(snapshot, proposal, onTheRoad()).rejected).toBe(code);
  });
});
