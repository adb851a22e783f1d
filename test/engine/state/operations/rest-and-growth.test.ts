import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
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
} from '../../../support/worlds.ts';

const road = (proposals: readonly unknown[], snapshot = goblinRoad()) =>
  applied(snapshot, proposals, onTheRoad());
const hurt = (targetId: CharacterId, amount: number) => ({
  op: 'deal_damage',
  targetId,
  amount,
  type: 'cold',
});
const rest = (kind: string, ...resters: object[]) => ({ op: 'take_rest', kind, resters });
const spend = (characterId: CharacterId, resource: object, amount = 1) => ({
  op: 'spend_resource',
  characterId,
  resource,
  amount,
});
const restore = (characterId: CharacterId, resource: object, amount = 1) => ({
  op: 'restore_resource',
  characterId,
  resource,
  amount,
});
const statsOf = (snapshot: Snapshot, id: CharacterId) => (snapshot.entities[id] as Character).stats;

const GOLD = { kind: 'gold' };
const WIND = { kind: 'feature', name: 'second_wind' };
const SLOT = { kind: 'spell_slot', level: '1' };

describe('resources', () => {
  it.each([
    ['gold', KIRA, GOLD, 10, ['resources', 'gold'], 5],
    ['a feature', KIRA, WIND, 1, ['resources', 'class_features', 'second_wind', 'used'], 1],
    ['a spell slot', PIP, SLOT, 2, ['resources', 'spell_slots', '1', 'used'], 2],
    [
      'a consumable',
      KIRA,
      { kind: 'consumable', name: 'potions' },
      1,
      ['resources', 'consumables', 'potions'],
      1,
    ],
    ['a hit die', PIP, { kind: 'hit_die', die: 'd6' }, 1, ['resources', 'hit_dice', 'd6', 'used'], 1],
  ])('are spent: %s', (_case, id, resource, amount, path, expected) => {
    expect(statsOf(road([spend(id, resource, amount)]), id)).toHaveProperty(path, expected);
  });

  it('come back, never beyond their total', () => {
    expect(statsOf(road([spend(PIP, SLOT, 3), restore(PIP, SLOT, 9)]), PIP)).toHaveProperty(
      ['resources', 'spell_slots', '1', 'used'],
      0,
    );
    expect(statsOf(road([restore(KIRA, GOLD, 85)]), KIRA)).toHaveProperty(['resources', 'gold'], 100);
  });

  it.each([
    ['more than there is', spend(KIRA, GOLD, 16), 'resource-exhausted'],
    ['what nobody has', spend(KIRA, SLOT), 'unknown-resource'],
    ['nothing', spend(KIRA, GOLD, 0), 'bad-input'],
    ['of no kind', spend(KIRA, { kind: 'luck' }), 'bad-input'],
    ['of nobody', spend('npc_x_001' as CharacterId, GOLD), 'unknown-entity'],
    ['restored though nobody has it', restore(KIRA, SLOT), 'unknown-resource'],
    ['restored to nobody', restore('npc_x_001' as CharacterId, GOLD), 'unknown-entity'],
  ])('are refused: %s', (_case, proposal, code) => {
    expect(refusal(goblinRoad(), proposal, onTheRoad()).rejected).toBe(code);
  });
});

describe('a short rest', () => {
  it('takes an hour, heals by hit dice the engine throws, and brings features back', () => {
    const tired = road([hurt(KIRA, 20), spend(KIRA, WIND)]);
    const { snapshot, effects } = applyOperations(
      tired,
      [rest('short', { characterId: KIRA, spend: { d10: 2 } })],
      onTheRoad(),
    );
    const rolled = effects.flatMap((effect) => (effect.type === 'rolled' ? [effect.roll.total] : []));

    expect(rolled).toHaveLength(2);
    expect(statsOf(snapshot, KIRA)).toMatchObject({
      hit_points: { current: Math.min(28, 8 + rolled.reduce((sum, total) => sum + total, 0)) },
      resources: { hit_dice: { d10: { used: 2 } }, class_features: { second_wind: { used: 0 } } },
    });
    expect(snapshot.time.microsecond).toBe(9 * 3_600_000_000);
  });

  it('is taken by all or by none', () => {
    const world = road([hurt(PIP, 5)]);
    const together = rest(
      'short',
      { characterId: PIP, spend: { d6: 1 } },
      { characterId: KIRA, spend: { d10: 9 } },
    );

    expect(refusal(world, together, onTheRoad()).rejected).toBe('resource-exhausted');
  });
});

describe('a long rest', () => {
  it('takes eight hours and brings back hit points, slots and half the hit dice', () => {
    const tired = road([hurt(PIP, 8), spend(PIP, SLOT, 3), spend(PIP, { kind: 'hit_die', die: 'd6' }, 2)]);
    const snapshot = road([rest('long', { characterId: PIP }, { characterId: KIRA })], tired);

    expect(statsOf(snapshot, PIP)).toMatchObject({
      hit_points: { current: 12 },
      resources: { spell_slots: { 1: { used: 0 } }, hit_dice: { d6: { used: 1 } } },
    });
    expect(snapshot.time.microsecond).toBe(16 * 3_600_000_000);
  });

  it('passes the time where there is nothing to recover', () => {
    const snapshot = applied(hallAndCellar(), [rest('long', { characterId: ADA })]);

    expect(snapshot.time.microsecond).toBe(17 * 3_600_000_000);
  });
});

describe('a rest is refused', () => {
  const fight = {
    op: 'start_combat',
    combatants: [
      { characterId: KIRA, side: 'players' },
      { characterId: GOBLIN, side: 'goblins' },
    ],
  };

  it.each([
    ['in a fight', [fight], rest('short', { characterId: KIRA }), 'in-combat'],
    ['to the dead', [hurt(GOBLIN, 7)], rest('short', { characterId: GOBLIN }), 'creature-dead'],
    ['to the dying', [hurt(KIRA, 28)], rest('long', { characterId: KIRA }), 'no-hit-points'],
    [
      'twice a day',
      [rest('long', { characterId: KIRA })],
      rest('long', { characterId: KIRA }),
      'rested-too-recently',
    ],
    ['to nobody', [], rest('long', { characterId: 'npc_x_001' }), 'unknown-entity'],
    ['to no one at all', [], rest('long'), 'bad-input'],
  ])('%s', (_case, proposals, proposal, code) => {
    expect(refusal(road(proposals), proposal, onTheRoad()).rejected).toBe(code);
  });
});

describe('experience', () => {
  const award = (amount: number, ...characterIds: CharacterId[]) => ({
    op: 'award_experience',
    characterIds,
    amount,
  });
  const level = (more: object = {}) => ({ op: 'gain_level', characterId: KIRA, class: 'fighter', ...more });

  it('goes to each in full and says who can grow', () => {
    const { snapshot, effects } = applyOperations(goblinRoad(), [award(1800, KIRA, PIP, KIRA)], onTheRoad());

    expect([statsOf(snapshot, KIRA).experience, statsOf(snapshot, PIP).experience]).toEqual([2700, 2100]);
    expect(effects).toMatchObject([
      { type: 'notice', personaIds: [KIRA] },
      { type: 'notice', personaIds: [PIP] },
    ]);
  });

  it('comes of a completed mission, once', () => {
    const before = statsOf(goblinRoad(), KIRA).experience;
    const offer = { op: 'upsert_mission', missionId: 'toll', title: 'The toll', objective: 'Pay it.' };
    const done = { op: 'upsert_mission', missionId: 'toll', status: 'completed' };
    const gained = (proposals: object[]) =>
      Number(statsOf(applyOperations(goblinRoad(), proposals, onTheRoad()).snapshot, KIRA).experience) -
      Number(before);

    expect(gained([offer])).toBe(0);
    expect(gained([offer, done])).toBeGreaterThan(0);
    expect(gained([offer, done, done])).toBe(gained([offer, done]));
  });

  it('becomes a level, which is remembered for ever', () => {
    const snapshot = road([award(1800, KIRA), level()]);

    expect(statsOf(snapshot, KIRA)).toMatchObject({
      classes: [{ class: 'fighter', level: 4 }],
      hit_points: { max: 36 },
    });
    expect(snapshot.coreMemories).toMatchObject([
      { reason: 'level_up', text: expect.stringContaining('Kira reaches level 4') },
    ]);
  });

  it.each([
    ['a level that is not due', level(), 'not-enough-experience'],
    ['a class nobody knows', level({ class: 'plumber' }), 'bad-input'],
    ['a level for nobody', level({ characterId: 'npc_x_001' }), 'unknown-entity'],
    ['a level for a beast', level({ characterId: GOBLIN }), 'no-class'],
    ['none', award(0, KIRA), 'bad-input'],
    ['to nobody', award(5, 'npc_x_001' as CharacterId), 'unknown-entity'],
    ['to no one', award(5), 'bad-input'],
  ])('is refused: %s', (_case, proposal, code) => {
    expect(refusal(goblinRoad(), proposal, onTheRoad()).rejected).toBe(code);
  });

  it('may be waived by a game master for the sake of the story', () => {
    const snapshot = applied(goblinRoad(), [level({ hitPoints: 'roll' })], onTheRoad({ asker: 'gm' }));

    expect(statsOf(snapshot, KIRA)).toMatchObject({ classes: [{ level: 4 }] });
  });
});
