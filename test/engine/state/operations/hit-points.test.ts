import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import {
  ADA,
  applied,
  character,
  GOBLIN,
  GOBLIN_BLOCK,
  goblinRoad,
  hallAndCellar,
  KIRA,
  KIRA_BLOCK,
  onTheRoad,
  PIP,
  ROAD,
  refusal,
} from '../../../support/worlds.ts';

const onRoad = (proposals: readonly unknown[], snapshot = goblinRoad()) =>
  applied(snapshot, proposals, onTheRoad({ asker: 'engine' }));
const blockOf = (snapshot: Snapshot, id: CharacterId) =>
  snapshot.entities[id] as { stats: Record<string, unknown>; status: string };
const points = (snapshot: Snapshot, id: CharacterId) => blockOf(snapshot, id).stats.hit_points;
const hurt = (targetId: string, amount: number, more: object = {}) => ({
  op: 'deal_damage',
  targetId,
  amount,
  type: 'slashing',
  ...more,
});
const heal = (targetId: string, amount: number) => ({ op: 'heal', targetId, amount });

describe('damage', () => {
  it('takes hit points and says so', () => {
    const { snapshot, effects } = applyOperations(goblinRoad(), [hurt(KIRA, 10)], onTheRoad());

    expect(points(snapshot, KIRA)).toMatchObject({ current: 18, max: 28 });
    expect(effects).toEqual([
      {
        type: 'notice',
        audience: 'player',
        personaIds: [KIRA, PIP],
        text: 'Kira takes 10 slashing damage.',
      },
    ]);
  });

  it('as dice is thrown by the engine, and the throw is an effect', () => {
    const dice = { op: 'deal_damage', targetId: KIRA, dice: '2d6+3', type: 'fire' };
    const { snapshot, effects, nextOrdinal } = applyOperations(goblinRoad(), [dice, dice], onTheRoad());
    const [first, second] = effects.flatMap((effect) => (effect.type === 'rolled' ? [effect.roll] : []));

    expect(nextOrdinal).toBe(2);
    expect([first?.position, second?.position]).toEqual([
      { sceneIndex: 3, ordinal: 0 },
      { sceneIndex: 3, ordinal: 1 },
    ]);
    expect(points(snapshot, KIRA)).toMatchObject({
      current: 28 - (first?.total ?? 0) - (second?.total ?? 0),
    });
    expect(first).toMatchObject({ purpose: 'Damage', damageType: 'fire', characterId: KIRA });
  });

  it('is swallowed by temporary hit points first', () => {
    const snapshot = onRoad([
      { op: 'grant_temporary_hit_points', targetId: KIRA, amount: 6 },
      hurt(KIRA, 10),
    ]);

    expect(points(snapshot, KIRA)).toEqual({ current: 24, max: 28, temporary: 0 });
  });

  it('is halved by a resistance', () => {
    const world = goblinRoad();
    const stats = { ...KIRA_BLOCK, resistances: ['slashing'] };
    const kira = character(KIRA, 'Kira', { placeId: ROAD, stats });
    const snapshot = onRoad([hurt(KIRA, 11)], { ...world, entities: { ...world.entities, [KIRA]: kira } });

    expect(points(snapshot, KIRA)).toMatchObject({ current: 23 });
  });

  it.each([
    ['a persona falls', KIRA, 28, 'unconscious'],
    ['a persona dies of massive damage', KIRA, 56, 'dead'],
    ['a goblin dies', GOBLIN, 7, 'dead'],
  ])('at 0: %s', (_case, id, amount, status) => {
    const snapshot = onRoad([hurt(id, amount)]);

    expect(blockOf(snapshot, id).status).toBe(status);
    expect(points(snapshot, id)).toMatchObject({ current: 0 });
  });

  it('spares whom it is told to spare', () => {
    expect(blockOf(onRoad([hurt(GOBLIN, 7, { knockOut: true })]), GOBLIN)).toMatchObject({
      status: 'unconscious',
      stats: { status: 'stable' },
    });
  });

  it('puts a spell held in mind to the test', () => {
    const world = goblinRoad();
    const kira = character(KIRA, 'Kira', {
      placeId: ROAD,
      stats: { ...KIRA_BLOCK, concentration: { spell: 'bless' } },
    });
    const holding = { ...world, entities: { ...world.entities, [KIRA]: kira } };
    const { effects } = applyOperations(holding, [hurt(KIRA, 5)], onTheRoad());

    expect(effects).toContainEqual({ type: 'rolled', roll: expect.objectContaining({ characterId: KIRA }) });
  });

  it('is remembered when it kills a persona', () => {
    expect(onRoad([hurt(PIP, 24)]).coreMemories).toMatchObject([
      { text: 'Pip died.', reason: 'death', knownTo: [KIRA, PIP] },
    ]);
  });

  it.each([
    ['to the dead', [hurt(GOBLIN, 7)], hurt(GOBLIN, 1), 'creature-dead'],
    ['to nobody', [], hurt('npc_x_001', 1), 'unknown-entity'],
    ['neither number nor dice', [], { op: 'deal_damage', targetId: KIRA, type: 'fire' }, 'bad-input'],
    ['number and dice', [], hurt(KIRA, 1, { dice: '1d6' }), 'bad-input'],
    [
      'a billion dice',
      [],
      { op: 'deal_damage', targetId: KIRA, dice: '1000000000d6', type: 'fire' },
      'bad-input',
    ],
    ['of no known type', [], hurt(KIRA, 1, { type: 'sarcasm' }), 'bad-input'],
    ['below nothing', [], hurt(KIRA, -1), 'bad-input'],
  ])('is refused: %s', (_case, proposals, proposal, code) => {
    expect(refusal(onRoad(proposals), proposal, onTheRoad()).rejected).toBe(code);
  });

  it('is refused where nobody has hit points', () => {
    expect(refusal(hallAndCellar(), hurt(ADA, 1)).rejected).toBe('no-stat-block');
    const bare = {
      ...goblinRoad(),
      entities: { ...goblinRoad().entities, [GOBLIN]: character(GOBLIN, 'Goblin') },
    };
    expect(refusal(bare, hurt(GOBLIN, 1), onTheRoad()).reason).toContain('no stat block');
  });
});

describe('healing', () => {
  it('stops at the maximum and wakes whoever lies at 0', () => {
    expect(points(onRoad([hurt(KIRA, 10), heal(KIRA, 99)]), KIRA)).toMatchObject({ current: 28 });
    expect(blockOf(onRoad([hurt(KIRA, 28), heal(KIRA, 3)]), KIRA).status).toBe('conscious');
  });

  it.each([
    ['the dead', [hurt(GOBLIN, 7)], heal(GOBLIN, 1), 'creature-dead'],
    ['nobody', [], heal('npc_x_001', 1), 'unknown-entity'],
    ['without a number', [], { op: 'heal', targetId: KIRA }, 'bad-input'],
    [
      'temporarily, the dead',
      [hurt(GOBLIN, 7)],
      { op: 'grant_temporary_hit_points', targetId: GOBLIN, amount: 5 },
      'creature-dead',
    ],
    [
      'temporarily, nobody',
      [],
      { op: 'grant_temporary_hit_points', targetId: 'npc_x_001', amount: 5 },
      'unknown-entity',
    ],
    ['temporarily, by nothing', [], { op: 'grant_temporary_hit_points', targetId: KIRA }, 'bad-input'],
  ])('is refused: %s', (_case, proposals, proposal, code) => {
    expect(refusal(onRoad(proposals), proposal, onTheRoad()).rejected).toBe(code);
  });

  it('keeps the larger lot of temporary hit points unless told otherwise', () => {
    const grant = (amount: number, replace = false) => ({
      op: 'grant_temporary_hit_points',
      targetId: KIRA,
      amount,
      replace,
    });

    expect(points(onRoad([grant(8), grant(3)]), KIRA)).toMatchObject({ temporary: 8 });
    expect(points(onRoad([grant(8), grant(3, true)]), KIRA)).toMatchObject({ temporary: 3 });
  });
});

describe('dying', () => {
  const save = { op: 'make_death_save', characterId: KIRA };

  it('goes on by the dice until it is over', () => {
    const { snapshot, effects } = applyOperations(onRoad([hurt(KIRA, 28)]), Array(5).fill(save), onTheRoad());
    const rolls = effects.filter(({ type }) => type === 'rolled');

    expect(rolls.length).toBeGreaterThanOrEqual(2);
    expect(['stable', 'dead', 'conscious']).toContain(blockOf(snapshot, KIRA).stats.status);
  });

  it('ends when somebody helps, and the dead may be brought back', () => {
    expect(blockOf(onRoad([hurt(KIRA, 28), { op: 'stabilize', characterId: KIRA }]), KIRA).stats.status).toBe(
      'stable',
    );
    const back = onRoad([hurt(KIRA, 56), { op: 'revive', characterId: KIRA, hitPoints: 2 }]);
    expect(points(back, KIRA)).toMatchObject({ current: 2 });
    expect(back.coreMemories.map(({ text }) => text)).toEqual([
      'Kira died.',
      'Kira came back from the dead.',
    ]);
  });

  it.each([
    ['a save of the living', save, 'not-dying'],
    ['helping the healthy', { op: 'stabilize', characterId: KIRA }, 'not-dying'],
    ['reviving the living', { op: 'revive', characterId: KIRA }, 'not-dead'],
    ['a save of nobody', { op: 'make_death_save', characterId: 'npc_x_001' }, 'unknown-entity'],
    ['helping nobody', { op: 'stabilize', characterId: 'npc_x_001' }, 'unknown-entity'],
    ['reviving nobody', { op: 'revive', characterId: 'npc_x_001' }, 'unknown-entity'],
  ])('is refused: %s', (_case, proposal, code) => {
    expect(refusal(goblinRoad(), proposal, onTheRoad()).rejected).toBe(code);
  });
});

describe('setting life outright', () => {
  const points0 = (current: number) => ({ op: 'set_hit_points', characterId: KIRA, current });
  const life = (status: string, characterId = KIRA) => ({ op: 'set_life', characterId, status });

  it.each([
    [[points0(5)], 5, 'conscious'],
    [[points0(0)], 0, 'unconscious'],
    [[points0(0), points0(12)], 12, 'conscious'],
    [[life('dead')], 0, 'dead'],
    [[life('dead'), points0(4)], 4, 'conscious'],
    [[life('unconscious')], 0, 'unconscious'],
    [[life('unconscious'), life('conscious')], 1, 'conscious'],
  ])('%j leaves %d hit points', (proposals, current, status) => {
    const snapshot = onRoad(proposals);

    expect(points(snapshot, KIRA)).toMatchObject({ current });
    expect(blockOf(snapshot, KIRA).status).toBe(status);
  });

  it('is not weakened by resistances', () => {
    const world = goblinRoad();
    const goblin = character(GOBLIN, 'Goblin', {
      placeId: ROAD,
      stats: { ...GOBLIN_BLOCK, immunities: ['force'] },
    });
    const stony = { ...world, entities: { ...world.entities, [GOBLIN]: goblin } };

    expect(blockOf(onRoad([life('dead', GOBLIN)], stony), GOBLIN)).toMatchObject({
      status: 'dead',
      stats: { immunities: ['force'] },
    });
  });

  it.each([
    ['more than the maximum', points0(29), 'too-many-hit-points'],
    ['what it is', points0(28), 'nothing-to-do'],
    ['awake though awake', life('conscious'), 'nothing-to-do'],
    ['nobody', life('dead', 'npc_x_001' as typeof KIRA), 'unknown-entity'],
    ['nobody’s hit points', { ...points0(1), characterId: 'npc_x_001' }, 'unknown-entity'],
  ])('is refused: %s', (_case, proposal, code) => {
    expect(refusal(goblinRoad(), proposal, onTheRoad()).rejected).toBe(code);
  });

  it('does not make the dead merely unconscious', () => {
    expect(refusal(onRoad([life('dead')]), life('unconscious'), onTheRoad()).rejected).toBe('creature-dead');
  });

  it('works without stat blocks', () => {
    expect(
      blockOf(applied(hallAndCellar(), [{ op: 'set_life', characterId: ADA, status: 'dead' }]), ADA).status,
    ).toBe('dead');
  });
});
