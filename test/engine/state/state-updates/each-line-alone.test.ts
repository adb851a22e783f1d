import { describe, expect, it } from 'vitest';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { applyGodModeSet, applyStateUpdates, type StateUpdateContext } from '#engine/state/state-updates.ts';
import { ADA, applied, asking, goblinRoad, hallAndCellar, KIRA, onTheRoad } from '../../../support/worlds.ts';

const context: StateUpdateContext = { ...onTheRoad(), personaId: KIRA };
const update = (updates: unknown, snapshot: Snapshot = goblinRoad(), more: StateUpdateContext = context) =>
  applyStateUpdates(snapshot, updates, more);
const outcomes = ({ lines }: ReturnType<typeof update>) =>
  lines.map(({ line, operations, rejection }) => [
    line.split(' = ')[0],
    rejection?.rejected ?? operations.map(({ op }) => op).join(', '),
  ]);
const reasons = ({ lines }: ReturnType<typeof update>) =>
  lines.flatMap(({ rejection }) => rejection?.reason ?? []);

describe('missions', () => {
  const done = { mission_id: 'ring', title: 'The ring', status: 'completed', objective: 'Find it.' };
  const fresh = { mission_id: 'mill', title: 'The mill', status: 'accepted', objective: 'Burn it.' };
  const ring = { op: 'upsert_mission', missionId: 'ring', title: 'The ring', objective: 'Find it.' };
  const finished = applied(goblinRoad(), [{ ...ring, status: 'completed' }]);
  const missions = (...list: readonly unknown[]) => ({ custom_campaign_state: { active_missions: list } });
  const at = (entry: number | string) => `custom_campaign_state.active_missions.${entry}`;

  it('are taken one by one; what is so already changes nothing, even when it has ended', () => {
    const result = update(missions(done, fresh), finished);

    expect(outcomes(result)).toEqual([
      [at(0), ''],
      [at(1), 'upsert_mission'],
    ]);
    expect(result.snapshot.missions).toMatchObject({ mill: { status: 'accepted' } });
    expect(result.snapshot.missions.ring).toBe(finished.missions.ring);
  });

  it('refuse a bad entry alone, and name it', () => {
    const result = update(
      missions({ ...fresh, status: 'active' }, { ...done, status: 'failed' }, fresh),
      finished,
    );

    expect(outcomes(result)).toEqual([
      [at(0), 'wrong-value'],
      [at(1), 'mission-ended'],
      [at(2), 'upsert_mission'],
    ]);
    expect(reasons(result)[0]).toBe(
      `${at(0)} (mill) cannot have the status "active"; write one of "offered", "accepted", "in_progress", "completed", "failed", "abandoned".`,
    );
  });

  it.each([
    ['no object', 'find the ring', 'is no mission'],
    ['no objective', { mission_id: 'x', title: 'X' }, '(x) needs its objective as a text'],
    ['a number for a title', { ...fresh, title: 5 }, '(mill) needs its title as a text'],
    ['a field nobody knows', { ...fresh, reward: 'gold' }, 'active_missions.0.reward'],
  ])('say what is wrong with %s', (_case, entry, hint) => {
    const result = update(missions(entry, fresh));

    expect(reasons(result)).toEqual([expect.stringContaining(hint)]);
    expect(result.snapshot.missions).toHaveProperty('mill');
  });

  it('may be appended, one or several', () => {
    const one = update({ custom_campaign_state: { active_missions: { append: fresh } } });
    const two = update({ custom_campaign_state: { active_missions: { append: [fresh, done] } } });

    expect(outcomes(one)).toEqual([[at('append'), 'upsert_mission']]);
    expect(Object.keys(two.snapshot.missions)).toEqual(['mill', 'ring']);
  });

  it('do not end by being left out', () => {
    expect(outcomes(update(missions(), finished))).toEqual([
      ['custom_campaign_state.active_missions', 'removes-missions'],
    ]);
    expect(reasons(update(missions()))).toEqual([]);
  });
});

describe('what is said of somebody new and cannot be kept', () => {
  const orc = { role: 'brute', level: 3, armor_class: 15, hp_current: 9, attributes: { strength: 18 } };

  it('is refused field by field when there is no hp_max to make a stat block of', () => {
    const result = update({ npc_data: { Orc: orc } });

    expect(outcomes(result)).toEqual([
      ['npc_data.Orc', 'introduce_entity'],
      ['npc_data.Orc.armor_class', 'no-stat-block'],
      ['npc_data.Orc.hp_current', 'no-stat-block'],
      ['npc_data.Orc.attributes', 'no-stat-block'],
      ['npc_data.Orc.level', 'derived-field'],
    ]);
    expect(reasons(result)[0]).toBe(
      'npc_data.Orc.armor_class is not kept: somebody new has numbers only with hp_max; write it too.',
    );
  });

  it('is only the level when there is one', () => {
    const result = update({ npc_data: { Orc: { ...orc, hp_max: 15 } } });

    expect(outcomes(result)).toEqual([
      ['npc_data.Orc', 'introduce_entity'],
      ['npc_data.Orc.level', 'derived-field'],
    ]);
    expect(result.snapshot.entities).toHaveProperty(['npc_orc_001', 'stats', 'abilities', 'strength'], 18);
  });

  it('is every number where the ruleset has none', () => {
    const result = update({ npc_data: { Orc: { hp_max: 15 } } }, hallAndCellar(), {
      ...asking(),
      personaId: ADA,
    });

    expect(reasons(result)).toEqual(['npc_data.Orc.hp_max is not kept: this ruleset has no such numbers.']);
  });

  it.each([
    ['role', 5],
    ['present', 'yes'],
    ['attributes', 'strong'],
  ])('is a %s of the wrong kind', (field, value) => {
    const result = update({ npc_data: { Orc: { hp_max: 15, [field]: value } } });

    expect(result.lines).toMatchObject([{ rejection: null }, { rejection: { reason: expect.any(String) } }]);
  });
});

describe('a list of conditions', () => {
  const poisoned = applied(
    goblinRoad(),
    ['poisoned', 'prone', 'homesick'].map((name) => ({ op: 'add_condition', characterId: KIRA, name })),
    onTheRoad(),
  );
  const names = ({ snapshot }: ReturnType<typeof update>) => {
    const { conditions, stats } = snapshot.entities[KIRA] as Character; // she is in every world here
    return { own: conditions, ofBlock: stats.conditions };
  };

  it.each([
    ['ends all when it is empty', [], { own: [], ofBlock: [] }],
    [
      'ends those it lacks, begins those it adds and leaves the others',
      ['prone', 'blinded'],
      { own: [], ofBlock: [{ name: 'prone' }, { name: 'blinded' }] },
    ],
  ])('%s', (_case, status_conditions, expected) => {
    const result = update({ player_character_data: { status_conditions } }, poisoned);

    expect(reasons(result)).toEqual([]);
    expect(names(result)).toMatchObject(expected);
  });
});

describe('a forbidden key', () => {
  it.each(['constructor', '__proto__', 'prototype'])('%s refuses only its own line', (key) => {
    const updates = JSON.parse(
      `{"player_character_data": {"hp_current": 9}, "custom_campaign_state": {"${key}": {"x": 1}, "omen": {"${key}": 1, "bird": "owl"}}}`,
    );
    const result = update(updates);

    expect(outcomes(result)).toEqual([
      [`custom_campaign_state.${key}`, 'bad-path'],
      [`custom_campaign_state.omen.${key}`, 'bad-path'],
      ['player_character_data.hp_current', 'set_hit_points'],
      ['custom_campaign_state.omen.bird', 'set_custom'],
    ]);
    expect(result.snapshot.custom).toEqual({ omen: { bird: 'owl' } });
  });
});

describe('a block', () => {
  it('may have its only change on the line of its heading', () => {
    const { lines } = applyGodModeSet(
      goblinRoad(),
      'GOD_MODE_SET: player_character_data.hp_current = 7',
      context,
    );

    expect(lines).toMatchObject([{ line: 'player_character_data.hp_current = 7', rejection: null }]);
  });

  it('loses neither the change on its heading nor those after it', () => {
    const block = 'GOD_MODE_SET: player_character_data.gold = 3\nplayer_character_data.hp_current = 7';

    expect(applyGodModeSet(goblinRoad(), block, context).lines).toHaveLength(2);
  });
});

it('puts a described thing into the backpack, and more of it the second time', () => {
  const append = { name: 'Rope', quantity: 2, description: 'Hemp, fifty feet.' };
  const once = update({ player_character_data: { equipment: { backpack: { append } } } });
  const twice = update({ player_character_data: { equipment: { backpack: { append } } } }, once.snapshot);

  expect(once.snapshot.entities).toHaveProperty('item_rope_001.description', 'Hemp, fifty feet.');
  expect(twice.snapshot.inventory[KIRA]).toMatchObject({ item_rope_001: { quantity: 4 } });
  expect(
    reasons(update({ player_character_data: { equipment: { backpack: { append: { weight: 3 } } } } })),
  ).toEqual([expect.stringContaining('{"append": {"name": "Rope"')]);
});
