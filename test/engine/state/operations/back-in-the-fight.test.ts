import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import {
  ADA,
  applied,
  GOBLIN,
  goblinRoad,
  hallAndCellar,
  KIRA,
  onTheRoad,
  PIP,
  refusal,
  VIKTOR,
} from '../../../support/worlds.ts';

const fight = {
  op: 'start_combat',
  combatants: [
    { characterId: KIRA, side: 'players' },
    { characterId: PIP, side: 'players' },
    { characterId: GOBLIN, side: 'goblins' },
  ],
};
const join = { op: 'join_combat', characterId: PIP, side: 'players' };
const road = (...proposals: object[]) =>
  applied(goblinRoad(), [fight, ...proposals], onTheRoad({ asker: 'engine' }));
const pip = ({ combat }: Snapshot) => combat?.combatants.find(({ id }) => id === PIP);

describe('whoever dropped out of a fight', () => {
  it('comes back with the initiative it had', () => {
    const fled = road({ op: 'leave_scene', characterId: PIP }, { op: 'enter_scene', characterId: PIP });
    const { snapshot, nextOrdinal } = applyOperations(fled, [join], onTheRoad());

    expect(pip(fled)?.out).toBe(true);
    expect(pip(snapshot)).toEqual({ ...pip(fled), out: false });
    expect(nextOrdinal).toBe(0);
  });

  it('cannot come back while it is elsewhere', () => {
    const fled = road({ op: 'leave_scene', characterId: PIP });

    expect(refusal(fled, join, onTheRoad()).rejected).toBe('not-present');
  });

  it.each([
    ['revived', { op: 'revive', characterId: PIP }],
    ['made conscious', { op: 'set_life', characterId: PIP, status: 'conscious' }],
  ])('by dying is in it again when %s', (_case, back) => {
    const dead = road({ op: 'set_life', characterId: PIP, status: 'dead' });

    expect(pip(dead)?.out).toBe(true);
    expect(pip(applied(dead, [back], onTheRoad()))?.out).toBe(false);
  });

  it('by dying is in it again without a stat block too', () => {
    const life = (status: string) => ({ op: 'set_life', characterId: VIKTOR, status });
    const combatants = [
      { characterId: ADA, side: 'players' },
      { characterId: VIKTOR, side: 'guards' },
    ];
    const dead = applied(hallAndCellar(), [{ op: 'start_combat', combatants }, life('dead')]);
    const viktor = ({ combat }: Snapshot) => combat?.combatants.find(({ id }) => id === VIKTOR)?.out;

    expect([viktor(dead), viktor(applied(dead, [life('conscious')]))]).toEqual([true, false]);
  });
});

it('wakes a sleeper whom a condition holds', () => {
  const asleep = applied(
    goblinRoad(),
    [{ op: 'add_condition', characterId: GOBLIN, name: 'unconscious', source: 'a spell' }],
    onTheRoad(),
  );
  const awake = applied(asleep, [{ op: 'set_life', characterId: GOBLIN, status: 'conscious' }], onTheRoad());

  expect(awake.entities[GOBLIN]).toMatchObject({ status: 'conscious', stats: { status: 'conscious' } });
  expect(awake.entities[GOBLIN]).not.toMatchObject({ stats: { conditions: [{ name: 'unconscious' }] } });
});

it.each([
  ['1d8+3', '2d8+3'],
  ['d6', '2d6'],
  ['1d8+2d6+3', '2d8+4d6+3'],
  ['4d6kh3', '8d6kh6'],
  ['4d6dl1', '8d6dl2'],
])('throws %s as %s when the blow is critical', (dice, doubled) => {
  const blow = { op: 'deal_damage', targetId: KIRA, dice, type: 'slashing', critical: true };
  const { effects } = applyOperations(goblinRoad(), [blow], onTheRoad());

  expect(effects[0]).toMatchObject({ type: 'rolled', roll: { expression: doubled } });
});
