import { describe, expect, it } from 'vitest';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { applyStateUpdates, type StateUpdateContext } from '#engine/state/state-updates.ts';
import { GOBLIN, goblinRoad, KIRA, onTheRoad, PIP, ROAD } from '../../../support/worlds.ts';

const context = (more: Partial<StateUpdateContext> = {}): StateUpdateContext => ({
  ...onTheRoad(),
  personaId: KIRA,
  ...more,
});
const update = (updates: unknown, snapshot = goblinRoad(), more: Partial<StateUpdateContext> = {}) =>
  applyStateUpdates(snapshot, updates, context(more));

/** The snapshot after updates that must all be accepted. */
const updated = (
  updates: unknown,
  snapshot = goblinRoad(),
  more: Partial<StateUpdateContext> = {},
): Snapshot => {
  const result = update(updates, snapshot, more);
  const refused = result.lines.find(({ rejection }) => rejection !== null);
  if (refused !== undefined) throw new Error(`${refused.line}: ${refused.rejection?.reason}`);
  return result.snapshot;
};
const pc = (fields: object) => ({ player_character_data: fields });
const npc = (fields: object) => ({ npc_data: { Goblin: fields } });
const custom = (fields: object) => ({ custom_campaign_state: fields });
const stats = (snapshot: Snapshot, id = KIRA) => (snapshot.entities[id] as Character).stats;

describe('the published example', () => {
  it('gives gold and a mission', () => {
    const snapshot = updated({
      player_character_data: { inventory: { gold: 500 } },
      custom_campaign_state: {
        active_missions: [
          {
            mission_id: 'rescue_merchant',
            title: 'Rescue the Merchant',
            status: 'accepted',
            objective: 'Free the captive',
          },
        ],
      },
    });

    expect(stats(snapshot)).toHaveProperty(['resources', 'gold'], 500);
    expect(snapshot.missions.rescue_merchant).toMatchObject({
      status: 'accepted',
      objective: 'Free the captive',
    });
  });

  it('deletes a defeated enemy', () => {
    expect(updated({ npc_data: { Goblin: '__DELETE__' } }).entities[GOBLIN]?.retired).toBe(true);
  });

  it('kills a combatant by the name combat states use', () => {
    const snapshot = updated({ combat_state: { goblin_1: { hp_current: 0, status: 'dead' } } });

    expect(snapshot.entities[GOBLIN]).toMatchObject({ status: 'dead' });
  });

  it('appends a core memory', () => {
    expect(updated(custom({ core_memories: { append: 'Event summary here' } })).coreMemories).toMatchObject([
      { text: 'Event summary here', reason: 'plot' },
    ]);
  });
});

describe('a character’s fields', () => {
  it.each([
    [{ hp_current: 20 }, ['hit_points', 'current'], 20],
    [{ hp_current: 0 }, ['status'], 'unconscious'],
    [{ temp_hp: 7 }, ['hit_points', 'temporary'], 7],
    [{ exhaustion: 2 }, ['exhaustion'], 2],
    [{ inspiration: true }, ['inspiration'], true],
    [{ experience: { current: 950 } }, ['experience'], 950],
    [{ resources: { gold: 3 } }, ['resources', 'gold'], 3],
    [{ gold: 30 }, ['resources', 'gold'], 30],
    [{ resources: { hit_dice: { used: 2 } } }, ['resources', 'hit_dice', 'd10', 'used'], 2],
    [
      { resources: { class_features: { second_wind: { used: 1 } } } },
      ['resources', 'class_features', 'second_wind', 'used'],
      1,
    ],
    [{ resources: { consumables: { potions: 1 } } }, ['resources', 'consumables', 'potions'], 1],
    [{ status_conditions: { append: 'poisoned' } }, ['conditions', '0', 'name'], 'poisoned'],
  ])('%j', (fields, path, expected) => {
    expect(stats(updated(pc(fields)))).toHaveProperty(path, expected);
  });

  it('counts spell slots by any name of their level', () => {
    for (const level of ['1', 'L1', 'level_1']) {
      const snapshot = updated(pc({ resources: { spell_slots: { [level]: { used: 2 } } } }), goblinRoad(), {
        personaId: PIP,
      });
      expect(stats(snapshot, PIP)).toHaveProperty(['resources', 'spell_slots', '1', 'used'], 2);
    }
  });

  it('ends a condition by its name', () => {
    const poisoned = updated(pc({ status_conditions: ['poisoned', 'prone'] }));

    expect(
      stats(updated(pc({ status_conditions: { poisoned: '__DELETE__' } }), poisoned)).conditions,
    ).toMatchObject([{ name: 'prone' }]);
  });

  it.each([
    [npc({ role: 'scout' }), { role: 'scout' }],
    [npc({ mbti: 'ESTP', alignment: 'chaotic' }), { internal: { mbti: 'ESTP', alignment: 'chaotic' } }],
    [npc({ gender: 'female' }), { gender: 'female' }],
    [npc({ age: 12 }), { attributes: { age: 12 } }],
    [npc({ current_status: 'counting coins' }), { task: 'counting coins' }],
    [npc({ conscious: false }), { status: 'unconscious' }],
    [npc({ status: 'dead' }), { status: 'dead' }],
    [npc({ hidden: true }), { hidden: true }],
    [npc({ status: 'hidden' }), { hidden: true }],
    [npc({ string_id: GOBLIN }), { id: GOBLIN }],
    [{ world_data: { npcs: { goblin: { role: 'chief' } } } }, { role: 'chief' }],
    [
      { combat_state: { combatants: { Goblin: { hp_current: 3 } } } },
      { stats: { hit_points: { current: 3 } } },
    ],
  ])('%j', (updates, expected) => {
    expect(updated(updates).entities[GOBLIN]).toMatchObject(expected);
  });

  it('come and go by the present flag', () => {
    const gone = updated(npc({ present: false }));

    expect(gone.scene.presentIds).not.toContain(GOBLIN);
    expect(updated(npc({ present: true }), gone).scene.presentIds).toContain(GOBLIN);
  });

  it('stand to others as they are told', () => {
    const told = updated(npc({ relationships: { Kira: 'sworn enemy', Pip: -4 } }));
    const forgotten = updated(npc({ relationships: { Kira: '__DELETE__', Pip: '__DELETE__' } }), told);

    expect(Object.keys(told.relationships)).toEqual([
      `${GOBLIN}|${KIRA}|sworn_enemy`,
      `${GOBLIN}|${PIP}|standing`,
    ]);
    expect(forgotten.relationships).toEqual({});
  });
});

describe('things', () => {
  it('are found, counted and lost by name', () => {
    const found = updated(pc({ inventory: { sunstone_amulet: { name: 'Sunstone Amulet' }, arrows: 20 } }));
    const fewer = updated(pc({ inventory: { arrows: 15, sunstone_amulet: '__DELETE__' } }), found);

    expect(found.inventory[KIRA]).toMatchObject({
      item_sunstone_amulet_001: { quantity: 1 },
      item_arrows_001: { quantity: 20 },
    });
    expect(fewer.inventory[KIRA]).toEqual({ item_arrows_001: { quantity: 15, flags: [] } });
  });

  it('go into the backpack one by one', () => {
    expect(updated(pc({ equipment: { backpack: { append: 'Rope' } } })).inventory[KIRA]).toHaveProperty(
      'item_rope_001',
    );
  });
});

describe('somebody new', () => {
  const bandit = {
    string_id: 'npc_bandit_captain_001',
    role: 'bandit',
    mbti: 'ESTJ',
    gender: 'male',
    age: 40,
    hp_current: 20,
    hp_max: 22,
    armor_class: 14,
    attributes: { strength: 14, dexterity: 12, constitution: 13, intelligence: 10, wisdom: 9, charisma: 11 },
    present: true,
    conscious: true,
    hidden: false,
    status: 'conscious',
    relationships: { Kira: 'rival' },
  };

  it('arrives with every field the protocol requires and the engine keeps', () => {
    const snapshot = updated({ npc_data: { 'Bandit Captain': bandit } });
    const newcomer = (snapshot.entities as Record<string, Character>).npc_bandit_captain_001;

    expect(newcomer).toMatchObject({
      name: 'Bandit Captain',
      role: 'bandit',
      gender: 'male',
      internal: { mbti: 'ESTJ' },
    });
    expect(newcomer?.stats).toMatchObject({
      hit_points: { current: 20, max: 22 },
      abilities: { strength: 14 },
      armor: { base: 14 },
    });
    expect(snapshot.scene.presentIds).toContain('npc_bandit_captain_001');
  });

  it.each(['bandit_captain', 'pc_bandit_captain_001', 'npc_bandit_captain_002', 'npc_bandit_captain_1'])(
    'is refused the id %s and told the right one',
    (string_id) => {
      const { lines, snapshot } = update({ npc_data: { 'Bandit Captain': { ...bandit, string_id } } });

      expect(lines[0]?.rejection).toMatchObject({
        rejected: 'wrong-id',
        reason: expect.stringContaining('npc_bandit_captain_001'),
      });
      expect(Object.keys(snapshot.entities)).toHaveLength(4);
    },
  );

  it('may be a place', () => {
    const snapshot = updated({
      world_data: {
        locations: {
          'Old Mill': { display_name: 'Old Mill', connected_to: [ROAD], environmental_effects: ['dusty'] },
        },
      },
    });

    expect(snapshot.entities).toHaveProperty(['loc_old_mill_001', 'effects'], ['dusty']);
    expect(updated({ world_data: { current_location: 'old mill' } }, snapshot).scene.placeId).toBe(
      'loc_old_mill_001',
    );
  });
});

describe('custom campaign state', () => {
  it('keeps, appends to and forgets what nothing else has a place for', () => {
    const kept = updated(
      custom({ weather: { wind: 'north' }, omens: { append: 'raven' }, attribute_system: 'dnd' }),
    );

    expect(kept.custom).toEqual({ weather: { wind: 'north' }, omens: ['raven'], attribute_system: 'dnd' });
    expect(
      updated(custom({ weather: { wind: '__DELETE__' }, omens: { append: 'owl' } }), kept).custom,
    ).toMatchObject({
      weather: {},
      omens: ['raven', 'owl'],
    });
  });
});
