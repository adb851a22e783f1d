import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import {
  ADA,
  applied,
  asking,
  GOBLIN,
  goblinRoad,
  hallAndCellar,
  KIRA,
  MIRA,
  onTheRoad,
  PIP,
  refusal,
  VIKTOR,
} from '../../../support/worlds.ts';

const fighter = (characterId: CharacterId, side: string, more: object = {}) => ({
  characterId,
  side,
  ...more,
});
const start = (...combatants: object[]) => ({ op: 'start_combat', combatants });
const ambush = start(
  fighter(KIRA, 'players'),
  fighter(PIP, 'players', { surprised: true }),
  fighter(GOBLIN, 'goblins'),
);
const next = { op: 'advance_combat' };
const road = (proposals: readonly unknown[], snapshot = goblinRoad()) =>
  applied(snapshot, proposals, onTheRoad({ asker: 'engine' }));
const acting = ({ combat }: Snapshot) => combat?.combatants[combat.turn]?.id;

describe('a fight', () => {
  it('begins with initiative the engine throws, highest first', () => {
    const { snapshot, effects } = applyOperations(goblinRoad(), [ambush], onTheRoad());
    const rolls = effects.flatMap((effect) => (effect.type === 'rolled' ? [effect.roll] : []));
    const initiatives = snapshot.combat?.combatants.map(({ initiative }) => initiative) ?? [];

    expect(rolls).toHaveLength(3);
    expect(initiatives).toEqual(initiatives.toSorted((one, other) => other - one));
    expect(initiatives.toSorted()).toEqual(rolls.map(({ total }) => total).toSorted());
    expect(snapshot.combat).toMatchObject({ round: 1, turn: 0, startedInScene: 3 });
  });

  it('is the same fight whenever it is begun again from the same scene', () => {
    expect(road([ambush]).combat).toEqual(road([ambush]).combat);
  });

  it('needs no stat blocks', () => {
    const { combat } = applied(hallAndCellar(), [start(fighter(ADA, 'players'), fighter(VIKTOR, 'guards'))]);

    expect(combat?.combatants).toHaveLength(2);
  });

  it('passes the turn round, and every round costs six seconds', () => {
    const begun = road([ambush]);
    const turns = [0, 1, 2, 3].map((count) => road(Array(count).fill(next), begun));

    expect(new Set(turns.slice(0, 3).map(acting)).size).toBe(3);
    expect(acting(turns[3] ?? begun)).toBe(acting(begun));
    expect(turns.map(({ combat }) => combat?.round)).toEqual([1, 1, 1, 2]);
    expect(turns.map(({ time }) => time.microsecond - begun.time.microsecond)).toEqual([0, 0, 0, 6_000_000]);
  });

  it('skips the dead, and surprise ends with the turn it cost', () => {
    const killed = road([ambush, { op: 'set_life', characterId: GOBLIN, status: 'dead' }]);
    const round = [1, 2, 3, 4].map((count) => acting(road(Array(count).fill(next), killed)));

    expect(killed.combat?.combatants.find(({ id }) => id === GOBLIN)?.out).toBe(true);
    expect(round).not.toContain(GOBLIN);
    expect(road(Array(3).fill(next), killed).combat?.combatants.some(({ surprised }) => surprised)).toBe(
      false,
    );
  });

  it('asks the dying for a death save when their turn begins', () => {
    const down = road([ambush, { op: 'deal_damage', targetId: PIP, amount: 12, type: 'fire' }]);
    const { effects } = applyOperations(down, Array(3).fill(next), onTheRoad());

    expect(effects).toContainEqual({
      type: 'notice',
      audience: 'player',
      personaIds: [KIRA, PIP],
      text: 'Pip must make a death save.',
    });
  });

  it('counts down what lasts for rounds, turn by turn', () => {
    const stunned = { op: 'add_condition', characterId: KIRA, name: 'stunned', rounds: 1 };
    const after = road([ambush, stunned, next, next, next]);

    expect(after.entities[KIRA]).toHaveProperty(['stats', 'conditions'], []);
  });

  it('takes in whoever joins, and leaves the turn with whoever has it', () => {
    const two = road([start(fighter(KIRA, 'players'), fighter(GOBLIN, 'goblins')), next]);
    const joined = road([{ op: 'join_combat', characterId: PIP, side: 'players' }], two);

    expect(joined.combat?.combatants).toHaveLength(3);
    expect(acting(joined)).toBe(acting(two));
  });

  it('goes on without those who leave', () => {
    const left = road([ambush, { op: 'leave_scene', characterId: GOBLIN }]);

    expect(left.combat?.combatants.find(({ id }) => id === GOBLIN)?.out).toBe(true);
  });

  it('ends, and says how', () => {
    const { snapshot, effects } = applyOperations(
      road([ambush]),
      [{ op: 'end_combat', outcome: 'victory' }],
      onTheRoad({ asker: 'engine' }),
    );

    expect(snapshot.combat).toBeNull();
    expect(effects.filter(({ type }) => type === 'notice').slice(0, 1)).toEqual([
      {
        type: 'notice',
        audience: 'player',
        personaIds: [KIRA, PIP],
        text: 'The fight ends in victory after 1 round.',
      },
    ]);
  });
});

describe('is refused', () => {
  it.each([
    ['a fight in a fight', [ambush], ambush, 'in-combat'],
    ['a fight of one side', [], start(fighter(KIRA, 'x'), fighter(GOBLIN, 'x')), 'one-side'],
    ['a fight of one', [], start(fighter(KIRA, 'x')), 'bad-input'],
    ['one fighter twice', [], start(fighter(KIRA, 'x'), fighter(KIRA, 'y')), 'combatant-twice'],
    [
      'a fighter nobody knows',
      [],
      start(fighter(KIRA, 'x'), fighter('npc_x_001' as CharacterId, 'y')),
      'unknown-entity',
    ],
    ['a turn without a fight', [], next, 'no-combat'],
    ['joining no fight', [], { op: 'join_combat', characterId: PIP, side: 'x' }, 'no-combat'],
    ['joining twice', [ambush], { op: 'join_combat', characterId: PIP, side: 'x' }, 'combatant-twice'],
    ['ending no fight', [], { op: 'end_combat', outcome: 'truce' }, 'no-combat'],
    ['an end nobody knows', [ambush], { op: 'end_combat', outcome: 'draw' }, 'bad-input'],
    ['a dead fighter', [{ op: 'set_life', characterId: GOBLIN, status: 'dead' }], ambush, 'creature-dead'],
  ])('%s', (_case, proposals, proposal, code) => {
    expect(refusal(road(proposals), proposal, onTheRoad()).rejected).toBe(code);
  });

  it('a fighter who is not here, from the start or later', () => {
    const absent = start(fighter(ADA, 'players'), fighter(MIRA, 'guild'));
    const brawl = applied(hallAndCellar(), [start(fighter(ADA, 'players'), fighter(VIKTOR, 'guards'))]);

    expect(refusal(hallAndCellar(), absent).rejected).toBe('not-present');
    expect(refusal(brawl, { op: 'join_combat', characterId: MIRA, side: 'guild' }, asking()).rejected).toBe(
      'not-present',
    );
  });

  it('a turn when nobody can act', () => {
    const dead = [KIRA, PIP, GOBLIN].map((characterId) => ({ op: 'set_life', characterId, status: 'dead' }));

    expect(refusal(road([ambush, ...dead]), next, onTheRoad()).rejected).toBe('nobody-left');
  });
});
