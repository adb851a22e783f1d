import { expect, it } from 'vitest';
import { DiceRequest } from '#engine/llm/resolve-reply.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { Bout } from '../../../../src/engine/turn/resolving/bout.ts';
import { attacksAllowed, fightRound } from '../../../../src/engine/turn/resolving/fight-round.ts';
import { lyingDown } from '../../../../src/engine/turn/resolving/lying-down.ts';
import { openFight } from '../../../../src/engine/turn/resolving/open-fight.ts';
import { readAsked } from '../../../../src/engine/turn/resolving/read-asked.ts';
import { difficultyOf, rollAsked } from '../../../../src/engine/turn/resolving/roll-asked.ts';
import { withoutDone } from '../../../../src/engine/turn/without-done.ts';
import {
  GOBLIN,
  GOBLIN_BLOCK,
  goblinRoad,
  KIRA,
  KIRA_BLOCK,
  onTheRoad,
  PIP,
} from '../../../support/worlds.ts';

const SWORD = { name: 'Longsword', damage: [{ dice: '1d8', type: 'slashing' }] };
const SCIMITAR = { name: 'Scimitar', ability: 'dexterity', damage: [{ dice: '1d6', type: 'slashing' }] };

type Blocks = { readonly kira?: object; readonly goblin?: object };

function road({ kira = {}, goblin = {} }: Blocks = {}): Snapshot {
  const world = goblinRoad();
  const changed = (id: typeof KIRA, stats: object) => ({ ...world.entities[id], stats });
  const entities = {
    ...world.entities,
    [KIRA]: changed(KIRA, { ...KIRA_BLOCK, skills: { perception: 'proficient' }, attacks: [SWORD], ...kira }),
    [GOBLIN]: changed(GOBLIN, { ...GOBLIN_BLOCK, attacks: [SCIMITAR], ...goblin }),
  };
  // Records of the same shape with other stat blocks.
  return goblinRoad({ entities: entities as Snapshot['entities'], personas: [KIRA] });
}

function boutOn(snapshot: Snapshot, seed = 'a seed', words = '') {
  const { rules, calendar } = onTheRoad();
  const draft = {
    snapshot,
    seed,
    sceneIndex: 4,
    words,
    actions: [],
    playbook: { rules, calendar },
    persona: snapshot.entities[KIRA],
    lease: { turn: { attempt: 1 } },
  };
  const silent = { events: { emit: () => {} }, recorder: { roll: () => {}, operations: () => {} } };
  // A bout and its requests look at no more of a turn than this.
  const moment = draft as unknown as Parameters<typeof readAsked>[0];
  const bout = new Bout(moment, silent as unknown as ConstructorParameters<typeof Bout>[1]);
  const read = (request: object) =>
    readAsked(moment, bout, DiceRequest.parse({ expression: '9d100', ...request }));
  return { bout, read };
}

const hitPoints = (bout: Bout, id: string) => bout.fighter(id)?.block.hit_points.current;

it.each([
  ['Perception check', {}, '1d20+2', 'DC', 14],
  ['Strength check', {}, '1d20+3', 'DC', 14],
  ['Constitution saving throw', {}, '1d20+4', 'DC', 14],
  ['Longsword attack on the goblin', {}, '1d20+5', 'AC', 12],
  ['Stealth check', { exhaustion: 1 }, '1d20', 'DC', 14],
])(
  'throws "%s" with the numbers of the stat block, whatever was asked for',
  (purpose, kira, dice, kind, value) => {
    const { bout, read } = boutOn(road({ kira }));
    rollAsked(bout, read({ purpose, difficulty: 14 }));

    expect(bout.rolls[0]).toMatchObject({ expression: dice, target: { kind, value }, characterId: KIRA });
    expect(bout.rolls[0]?.advantage).toBe('exhaustion' in kira ? 'DISADVANTAGE' : 'NONE');
  },
);

it.each([
  [0, 5],
  [4, 5],
  [12, 12],
  [45, 30],
  [null, 15],
])('holds a difficulty of %s to what there is: %i', (difficulty, value) => {
  expect(difficultyOf({ difficulty })).toBe(value);
});

it('throws what the rules do not cover as it was asked for', () => {
  const { bout, read } = boutOn(road());
  rollAsked(bout, read({ purpose: 'How many crows', expression: '2d4' }));

  expect(bout.rolls[0]).toMatchObject({ expression: '2d4', purpose: 'How many crows' });
});

it('deals the damage of a hit by itself, and none of a miss, for every seed', () => {
  const outcomes = new Set<string>();
  for (let seed = 0; seed < 40; seed += 1) {
    const { bout, read } = boutOn(road({ goblin: { hit_points: { current: 7, max: 70 } } }), `seed ${seed}`);
    rollAsked(bout, read({ purpose: 'Longsword attack', target_id: GOBLIN }));
    const [toHit, damage] = bout.rolls;
    const isHit = toHit?.result !== 'Miss';
    outcomes.add(toHit?.result ?? '');

    expect(bout.rolls).toHaveLength(isHit ? 2 : 1);
    expect(hitPoints(bout, GOBLIN)).toBe(isHit ? Math.max(0, 7 - (damage?.total ?? 0)) : 7);
    expect(bout.judged).toEqual([isHit]);
    if (toHit?.result === 'Critical hit') expect(damage?.expression).toBe('2d8+3');
  }
  expect(outcomes).toEqual(new Set(['Hit', 'Miss', 'Critical hit']));
});

it('begins a fight with the first blow, gives everybody one turn in order, and ends it when a side is down', () => {
  const { bout, read } = boutOn(road());
  const asked = [
    read({ purpose: 'Longsword attack', target_id: GOBLIN }),
    read({ purpose: 'Longsword attack', target_id: GOBLIN }),
    read({ purpose: 'Scimitar attack', character_id: GOBLIN }),
  ];
  openFight(bout, asked);
  expect(bout.snapshot.combat?.combatants.map(({ side }) => side).toSorted()).toEqual(['foes', 'party']);
  fightRound(bout, KIRA, asked);

  const attacks = bout.rolls.filter(({ purpose }) => purpose.endsWith('attack roll'));
  expect(attacks.filter(({ characterId }) => characterId === KIRA)).toHaveLength(1);
  expect(bout.rolls.map(({ position }) => position.ordinal)).toEqual(bout.rolls.map((_roll, at) => at));
  const isOver = bout.fighter(GOBLIN)?.block.status === 'dead';
  expect(bout.snapshot.combat === null).toBe(isOver);
});

it('brings a persona at 0 hit points to dying, and then to one death save a turn', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const { bout, read } = boutOn(road({ kira: { hit_points: { current: 1, max: 28 } } }), `seed ${seed}`);
    const asked = [read({ purpose: 'Scimitar attack', character_id: GOBLIN, target_id: KIRA })];
    openFight(bout, asked);
    fightRound(bout, KIRA, asked);
    if (hitPoints(bout, KIRA) !== 0) continue;
    expect(bout.fighter(KIRA)?.block.status).toBe('unconscious');
    expect(bout.told.some((line) => line.startsWith('The fight ends in defeat'))).toBe(true);

    const next = boutOn(bout.snapshot, `seed ${seed}`).bout;
    lyingDown(next, KIRA);
    lyingDown(next, KIRA);
    expect(next.rolls.map(({ purpose, target }) => [purpose, target?.value])).toEqual([
      ['Death saving throw', 10],
    ]);
    return;
  }
  expect.unreachable('nobody ever fell');
});

it('lets hours pass before the stable wake with 1 hit point', () => {
  const down = { hit_points: { current: 0, max: 28 }, status: 'stable' };
  const { bout } = boutOn(road({ kira: down }));
  const before = bout.snapshot.time;
  lyingDown(bout, KIRA);

  expect(hitPoints(bout, KIRA)).toBe(1);
  expect(bout.snapshot.time.microsecond - before.microsecond).toBe(
    (bout.rolls[0]?.total ?? 0) * 3_600_000_000,
  );
});

it('gives as many attacks as the Attack action, a multiattack and the other hand allow', () => {
  const block = boutOn(road()).bout.fighter(KIRA)?.block;
  if (block === undefined) throw new Error('Kira has a stat block');
  expect(attacksAllowed(block)).toBe(1);
  expect(attacksAllowed({ ...block, features: ['Multiattack: two slams'] })).toBe(2);
  expect(
    attacksAllowed({ ...block, classes: [{ class: 'fighter', level: 5 }] as typeof block.classes }),
  ).toBe(2);
});

it('does not let a proposal do again what the rules have done', () => {
  const proposals = [
    { op: 'deal_damage', targetId: GOBLIN },
    { op: 'deal_damage', targetId: PIP },
    { op: 'make_death_save', characterId: KIRA },
    { op: 'advance_combat' },
    { op: 'log_event' },
  ];
  const { kept } = withoutDone(proposals, { harmed: [GOBLIN], deathSaves: [KIRA] });

  expect(kept).toEqual([{ op: 'deal_damage', targetId: PIP }, { op: 'log_event' }]);
});
