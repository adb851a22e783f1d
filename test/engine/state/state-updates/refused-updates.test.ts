import { describe, expect, it } from 'vitest';
import { applyStateUpdates, type StateUpdateContext } from '#engine/state/state-updates.ts';
import { ADA, asking, GOBLIN, goblinRoad, hallAndCellar, KIRA, onTheRoad } from '../../../support/worlds.ts';

const context = (more: Partial<StateUpdateContext> = {}): StateUpdateContext => ({
  ...onTheRoad(),
  personaId: KIRA,
  ...more,
});
const pc = (fields: object) => ({ player_character_data: fields });
const npc = (fields: unknown, name = 'Goblin') => ({ npc_data: { [name]: fields } });
const world = (fields: object) => ({ world_data: fields });
const custom = (fields: object) => ({ custom_campaign_state: fields });

describe('is refused with the right form shown', () => {
  it.each([
    [
      'missions as a dictionary',
      custom({ active_missions: { main_quest: { title: 'x', status: 'accepted' } } }),
      'wrong-shape',
      '"mission_id": "main_quest"',
    ],
    ['missions as a text', custom({ active_missions: 'find the ring' }), 'wrong-shape', 'always a list'],
    ['a mission without an id', custom({ active_missions: [{ title: 'x' }] }), 'wrong-shape', 'mission_id'],
    [
      'a mission of no known status',
      custom({ active_missions: [{ mission_id: 'x', title: 'x', objective: 'x', status: 'so-so' }] }),
      'wrong-value',
      'active_missions.0 (x) cannot have the status "so-so"; write one of "offered", "accepted"',
    ],
    ['a memory that is no list', custom({ core_memories: 'it rained' }), 'wrong-shape', '{"append": "…"}'],
    ['memories replaced whole', custom({ core_memories: ['it rained'] }), 'wrong-shape', 'never replaced'],
    ['a memory edited', custom({ core_memories: { 0: 'it snowed' } }), 'wrong-shape', 'append'],
    ['an attribute system that is gone', custom({ attribute_system: 'destiny' }), 'wrong-value', '"dnd"'],
    ['a whole section deleted', { npc_data: '__DELETE__' }, 'replaces-parent', 'npc_data'],
    ['a whole section replaced', { player_character_data: 5 }, 'replaces-parent', 'player_character_data'],
    [
      'a section nobody knows',
      { player_caracter_data: { hp_current: 1 } },
      'unknown-path',
      'Did you mean player_character_data?',
    ],
    ['a field nobody knows', pc({ hp_curent: 5 }), 'unknown-path', 'Did you mean hp_current?'],
    ['a character replaced whole', npc(5), 'replaces-parent', 'hp_current'],
    ['a character nobody knows', npc('__DELETE__', 'Gobln'), 'unknown-entity', 'Did you mean Goblin?'],
    ['another id', npc({ string_id: 'npc_goblin_002' }), 'fixed-field', GOBLIN],
    ['hit points in quotes', pc({ hp_current: '20' }), 'wrong-value', 'a whole number'],
    ['more hit points than fit', pc({ hp_current: 99 }), 'too-many-hit-points', '28'],
    ['a new maximum', pc({ hp_max: 99 }), 'fixed-field', 'never hp_max'],
    ['an armor class', pc({ armor_class: 20 }), 'derived-field', 'armor'],
    ['a level', pc({ level: 5 }), 'derived-field', 'gain_level'],
    ['a proficiency bonus', pc({ proficiency_bonus: 5 }), 'derived-field', 'level'],
    ['experience as a bare number', pc({ experience: 5 }), 'wrong-value', 'current'],
    ['the next threshold', pc({ experience: { needed_for_next_level: 5 } }), 'derived-field', 'level'],
    ['an ability', pc({ attributes: { strength: 20 } }), 'fixed-field', 'by the rules'],
    ['a total of hit dice', pc({ resources: { hit_dice: { total: 9 } } }), 'derived-field', 'level'],
    ['a resource nobody has', pc({ resources: { class_features: { rage: 2 } } }), 'unknown-resource', 'Kira'],
    ['a resource of no kind', pc({ resources: { mana: 2 } }), 'unknown-path', 'mana'],
    ['half a coin', pc({ gold: 0.5 }), 'wrong-value', 'whole number'],
    ['the backpack replaced whole', pc({ equipment: { backpack: ['Rope'] } }), 'wrong-shape', 'append'],
    ['losing what one has not', pc({ inventory: { crown: '__DELETE__' } }), 'nothing-there', 'crown'],
    ['a thing described by a word', pc({ inventory: { rope: 'long' } }), 'wrong-value', '{"name"'],
    ['conditions as a text', pc({ status_conditions: 'poisoned' }), 'wrong-shape', 'append'],
    ['a status nobody knows', npc({ status: 'sleepy' }), 'wrong-value', 'conscious'],
    ['a presence that is no flag', npc({ present: 'yes' }), 'wrong-value', 'true or false'],
    ['a place nobody knows', npc({ location: 'the moon' }), 'wrong-value', 'place'],
    ['a relationship to nobody', npc({ relationships: { Zed: 'ally' } }), 'unknown-path', 'Zed'],
    ['enemies', { combat_state: { enemies: { goblin_1: {} } } }, 'wrong-shape', 'combatants'],
    ['a fight without fighters', { combat_state: { in_combat: true } }, 'needs-operation', 'start_combat'],
    ['a round', { combat_state: { round: 4 } }, 'derived-field', 'advance_combat'],
    ['time of day alone', world({ world_time: { time_of_day: 'Night' } }), 'derived-field', 'hour'],
    [
      'a time of day that does not fit',
      world({ world_time: { hour: 19, time_of_day: 'Morning' } }),
      'wrong-value',
      'Evening',
    ],
    ['time running back', world({ world_time: { hour: 3 } }), 'time-runs-forward', 'forward'],
    ['an hour there is not', world({ world_time: { hour: 25 } }), 'clock-out-of-range', 'hour'],
    [
      'a field of time nobody knows',
      world({ world_time: { hours: 3 } }),
      'unknown-path',
      'Did you mean hour?',
    ],
    ['a place to be that is not there', world({ current_location: 'the moon' }), 'wrong-value', 'place'],
    [
      'who is where, by place',
      world({ locations: { Road: { entities_present: ['Goblin'] } } }),
      'wrong-shape',
      'present',
    ],
    ['warnings', world({ time_pressure_warnings: { subtle_given: true } }), 'derived-field', 'warnings'],
    ['an agenda of nobody', world({ npc_agendas: { Zed: { current_goal: 'x' } } }), 'unknown-path', 'Zed'],
    [
      'a deadline’s unknown field',
      world({ time_sensitive_events: { x: { urgncy_level: 'high' } } }),
      'unknown-path',
      'Did you mean urgency_level?',
    ],
    [
      'a resource counted in moons',
      world({ world_resources: { oil: { current_amount: 3, depletion_unit: 'per_moon' } } }),
      'wrong-value',
      'per_day',
    ],
    ['the prototype', custom(JSON.parse('{"a": {"constructor": 1}}')), 'bad-path', 'constructor'],
  ])('%s', (_case, updates, code, hint) => {
    const before = goblinRoad();
    const { lines, snapshot } = applyStateUpdates(before, updates, context());

    expect(lines.map(({ rejection }) => rejection)).toEqual([
      expect.objectContaining({ rejected: code, reason: expect.stringContaining(hint) }),
    ]);
    expect(snapshot).toBe(before);
  });
});

it('takes the lines one by one: the good ones stand, the bad ones are named', () => {
  const { lines, snapshot } = applyStateUpdates(
    goblinRoad(),
    {
      player_character_data: { hp_current: 20, hp_max: 99, temp_hp: 4 },
      npc_data: { Zed: { role: 'x', hp_current: 'y' } },
    },
    context(),
  );

  expect(lines.map(({ line, rejection }) => [line, rejection?.rejected ?? 'ok'])).toEqual([
    ['player_character_data.hp_current = 20', 'ok'],
    ['player_character_data.hp_max = 99', 'fixed-field'],
    ['player_character_data.temp_hp = 4', 'ok'],
    ['npc_data.Zed = {"role":"x","hp_current":"y"}', 'ok'],
    ['npc_data.Zed.hp_current = "y"', 'no-stat-block'],
  ]);
  expect(snapshot.entities[KIRA]).toMatchObject({
    stats: { hit_points: { current: 20, max: 28, temporary: 4 } },
  });
});

it.each([
  ['no object', 5],
  ['a list', []],
  ['nothing', null],
  ['a value JSON cannot hold', { custom_campaign_state: { x: Number.NaN } }],
])('refuses %s as a whole', (_case, updates) => {
  const before = goblinRoad();
  const result = applyStateUpdates(before, updates, context());

  expect(result.lines).toMatchObject([{ rejection: { rejected: 'bad-updates' } }]);
  expect(result.snapshot).toBe(before);
});

it('accepts an empty object, which every turn may bring', () => {
  const before = goblinRoad();

  expect(applyStateUpdates(before, {}, context())).toMatchObject({ lines: [], effects: [] });
});

it('says that a ruleset without hit points has none', () => {
  const { lines } = applyStateUpdates(hallAndCellar(), pc({ hp_current: 5 }), {
    ...asking(),
    personaId: ADA,
  });

  expect(lines[0]?.rejection).toMatchObject({ rejected: 'no-stat-block' });
});
