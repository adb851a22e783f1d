import { describe, expect, it } from 'vitest';
import { applyGodModeSet, type StateUpdateContext } from '#engine/state/state-updates.ts';
import { applied, GOBLIN, goblinRoad, KIRA, onTheRoad } from '../../../support/worlds.ts';

const context: StateUpdateContext = { ...onTheRoad({ asker: 'gm' }), personaId: KIRA };
const paste = (...lines: string[]) =>
  applyGodModeSet(goblinRoad(), ['GOD_MODE_SET:', ...lines].join('\n'), context);

describe('a pasted block', () => {
  it('is applied line by line', () => {
    const busy = applied(goblinRoad(), [
      { op: 'update_entity', entityId: GOBLIN, path: 'task', value: 'lurking' },
    ]);
    const block = `The state is out of sync. Please paste:

GOD_MODE_SET:
player_character_data.hp_current = 20
player_character_data.inventory.sunstone_amulet = {"name": "Sunstone Amulet"}
world_data.npcs.goblin.current_status = __DELETE__
`;
    const { snapshot, lines } = applyGodModeSet(busy, block, context);

    expect(lines.map(({ line, rejection }) => [line, rejection])).toEqual([
      ['player_character_data.hp_current = 20', null],
      ['player_character_data.inventory.sunstone_amulet = {"name":"Sunstone Amulet"}', null],
      ['world_data.npcs.goblin.current_status = __DELETE__', null],
    ]);
    expect(snapshot.entities[KIRA]).toMatchObject({ stats: { hit_points: { current: 20 } } });
    expect(snapshot.inventory[KIRA]).toHaveProperty('item_sunstone_amulet_001');
    expect(snapshot.entities[GOBLIN]).not.toHaveProperty('task');
  });

  it('is remembered once, as a correction only the game master sees', () => {
    const { snapshot } = paste('player_character_data.hp_current = 20', 'player_character_data.gold = 3');

    expect(snapshot.coreMemories).toMatchObject([
      {
        text: 'Correction: player_character_data.hp_current = 20; player_character_data.gold = 3',
        reason: 'retcon',
        visibility: 'gm',
      },
    ]);
  });

  it('may do what only GOD may: turn time back, raise a maximum, set an ability', () => {
    const { snapshot, lines } = paste(
      'world_data.world_time.hour = 3',
      'player_character_data.hp_max = 40',
      'player_character_data.attributes.strength = 18',
      'player_character_data.experience.current = 10',
    );

    expect(lines.every(({ rejection }) => rejection === null)).toBe(true);
    expect(snapshot.time).toEqual({ day: 500, microsecond: 3 * 3_600_000_000 });
    expect(snapshot.entities[KIRA]).toMatchObject({
      stats: { hit_points: { max: 40 }, abilities: { strength: 18 }, experience: 10 },
    });
  });

  it('sets date and hour in one line, and passes over what is so already', () => {
    const { lines } = paste(
      'world_data.world_time = {"hour": 9, "minute": 30, "time_of_day": "Morning"}',
      'combat_state.in_combat = false',
    );

    expect(lines.map(({ operations }) => operations)).toEqual([
      [{ op: 'set_time', to: { day: 500, microsecond: 9.5 * 3_600_000_000 } }],
      [],
    ]);
  });

  it.each([
    ['a line without =', 'player_character_data.hp_current 75', 'bad-line', 'path = value'],
    ['a text without quotes', 'npc_data.Goblin.role = chief', 'bad-literal', '"text" in quotes'],
    ['a path with a hole', 'npc_data..role = "x"', 'bad-path', 'joined by dots'],
    [
      'a character replaced whole',
      'npc_data.Goblin = {"role": "chief"}',
      'replaces-parent',
      'npc_data.Goblin.role = "chief"',
    ],
    [
      'a section replaced whole',
      'world_data = {"current_location": "Road"}',
      'replaces-parent',
      'world_data.current_location',
    ],
    ['a memory edited', 'custom_campaign_state.core_memories.0 = "x"', 'fixed-field', 'append'],
    ['the prototype', 'custom_campaign_state.__proto__.x = 1', 'bad-path', '__proto__'],
    ['a key of the prototype', 'custom_campaign_state.x = {"constructor": 1}', 'bad-literal', 'constructor'],
    ['a field nobody knows', 'player_character_data.mana = 5', 'unknown-path', 'mana'],
  ])('refuses %s and says what to write', (_case, line, code, hint) => {
    const { lines, snapshot } = paste(line, 'player_character_data.gold = 3');

    expect(lines[0]?.rejection).toMatchObject({ rejected: code, reason: expect.stringContaining(hint) });
    expect(snapshot.entities[KIRA]).toMatchObject({ stats: { resources: { gold: 3 } } });
  });

  it.each([
    ['no heading', 'player_character_data.gold = 3', 'no-block'],
    ['nothing under its heading', 'GOD_MODE_SET:\n\n', 'no-block'],
    ['a whole state', `GOD_MODE_SET:\n${'player_character_data.gold = 3\n'.repeat(201)}`, 'block-too-long'],
  ])('is refused whole when it has %s', (_case, text, code) => {
    const before = goblinRoad();
    const { lines, snapshot } = applyGodModeSet(before, text, context);

    expect(lines).toMatchObject([{ rejection: { rejected: code } }]);
    expect(snapshot).toBe(before);
  });

  it('may come in a code fence', () => {
    const { lines } = applyGodModeSet(
      goblinRoad(),
      '```\nGOD_MODE_SET:\nplayer_character_data.gold = 3\n```',
      context,
    );

    expect(lines).toMatchObject([{ rejection: null }]);
  });
});
