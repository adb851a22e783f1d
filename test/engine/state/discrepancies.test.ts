import { describe, expect, it } from 'vitest';
import { findDiscrepancies, formatRepairBlock, type StateClaim } from '#engine/state/discrepancies.ts';
import { LocationId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { applyGodModeSet } from '#engine/state/state-updates.ts';
import {
  applied,
  character,
  GOBLIN,
  GOBLIN_BLOCK,
  goblinRoad,
  KIRA,
  KIRA_BLOCK,
  location,
  onTheRoad,
  ROAD,
} from '../../support/worlds.ts';

const MILL = LocationId.parse('loc_mill_001');
const context = { ...onTheRoad({ asker: 'gm' }), personaId: KIRA };
const find = (snapshot: Snapshot, claims: readonly StateClaim[] = []) =>
  findDiscrepancies({ ...context, snapshot }, claims);
const withCharacter = (changed: Character): Snapshot => {
  const world = goblinRoad();
  return { ...world, entities: { ...world.entities, [MILL]: location(MILL, 'Mill'), [changed.id]: changed } };
};

/** What is left to mend after the block was pasted. */
const mended = (snapshot: Snapshot, claims: readonly StateClaim[] = []) => {
  const { snapshot: after, lines } = applyGodModeSet(
    snapshot,
    formatRepairBlock(find(snapshot, claims)),
    context,
  );
  expect(lines.map(({ rejection }) => rejection)).toEqual(lines.map(() => null));
  return find(after, claims);
};

it('finds nothing wrong with a sound world', () => {
  expect(find(goblinRoad())).toEqual([]);
});

describe('the state against itself', () => {
  const due = { op: 'set_deadline', deadlineId: 'ritual', description: 'x', dueIn: { hours: 1 } };

  it.each([
    [
      'somebody present who is elsewhere',
      withCharacter(character(GOBLIN, 'Goblin', { placeId: MILL, stats: GOBLIN_BLOCK })),
      'npc_data.npc_goblin_001.location shows "loc_mill_001" but should be "loc_road_001".',
    ],
    [
      'a dead body that is called awake',
      withCharacter(
        character(GOBLIN, 'Goblin', {
          placeId: ROAD,
          stats: { ...GOBLIN_BLOCK, hit_points: { current: 0, max: 7 }, status: 'dead' },
        }),
      ),
      'npc_data.npc_goblin_001.status shows "conscious" but should be "dead".',
    ],
    [
      'more hit points than fit',
      withCharacter(
        character(KIRA, 'Kira', {
          placeId: ROAD,
          stats: { ...KIRA_BLOCK, hit_points: { current: 75, max: 28 } },
        }),
      ),
      'player_character_data.hp_current shows 75 but should be 28.',
    ],
    [
      'a deadline that passed unnoticed',
      applied(goblinRoad(), [due, { op: 'advance_time', hours: 2 }], onTheRoad()),
      'world_data.time_sensitive_events.ritual.status shows "active" but should be "missed".',
    ],
  ])('%s is listed and mended', (_case, snapshot, sentence) => {
    expect(find(snapshot).map((discrepancy) => discrepancy.sentence)).toEqual([sentence]);
    expect(mended(snapshot)).toEqual([]);
  });
});

describe('the state against what was told', () => {
  it.each<[StateClaim, string]>([
    [{ path: 'player_character_data.hp_current', value: 12 }, 'shows 28 but should be 12'],
    [{ path: 'player_character_data.gold', value: 90 }, 'shows 15 but should be 90'],
    [{ path: 'player_character_data.experience.current', value: 1200 }, 'shows 900 but should be 1200'],
    [
      { path: 'player_character_data.inventory.sunstone_amulet', value: { name: 'Sunstone Amulet' } },
      'is missing but should be {"name":"Sunstone Amulet"}',
    ],
    [{ path: 'player_character_data.inventory.arrows', value: 20 }, 'shows 0 but should be 20'],
    [{ path: 'npc_data.Goblin.present', value: false }, 'shows true but should be false'],
    [{ path: 'npc_data.Goblin.status', value: 'dead' }, 'shows "conscious" but should be "dead"'],
    [{ path: 'npc_data.Goblin', value: '__DELETE__' }, 'but should not be there'],
    [{ path: 'world_data.world_time.hour', value: 14 }, 'shows 8 but should be 14'],
  ])('%j is listed and mended', (claim, part) => {
    expect(find(goblinRoad(), [claim])).toMatchObject([{ sentence: expect.stringContaining(part) }]);
    expect(mended(goblinRoad(), [claim])).toEqual([]);
  });

  it.each<StateClaim>([
    { path: 'player_character_data.hp_current', value: 28 },
    { path: 'world_data.current_location', value: 'Road' },
    { path: 'npc_data.Goblin.location', value: ROAD },
    { path: 'npc_data.Goblin.favourite_colour', value: 'green' },
    { path: 'combat_state.round', value: 3 },
    { path: 'npc_data.Zed.hp_current', value: 3 },
  ])('%j agrees, or is nothing the engine keeps', (claim) => {
    expect(find(goblinRoad(), [claim])).toEqual([]);
  });

  it('moves the scene where it should be', () => {
    const world = withCharacter(character(GOBLIN, 'Goblin', { placeId: ROAD, stats: GOBLIN_BLOCK }));

    expect(mended(world, [{ path: 'world_data.current_location', value: 'Mill' }])).toEqual([]);
  });
});

it('writes a block that can be pasted as it stands', () => {
  const claims = [
    { path: 'player_character_data.hp_current', value: 12 },
    { path: 'npc_data.Goblin', value: '__DELETE__' },
  ];

  expect(formatRepairBlock(find(goblinRoad(), claims))).toBe(
    'GOD_MODE_SET:\nplayer_character_data.hp_current = 12\nnpc_data.npc_goblin_001 = __DELETE__',
  );
});

describe('names that say too little', () => {
  const world = applied(
    withCharacter(character(GOBLIN, 'Goblin', { placeId: MILL, stats: GOBLIN_BLOCK })),
    [
      { op: 'introduce_entity', kind: 'character', name: 'Dr. Vance' },
      { op: 'introduce_entity', kind: 'character', name: 'Goblin', another: true },
      { op: 'update_entity', entityId: 'npc_dr_vance_001', path: 'placeId', value: MILL },
      { op: 'update_entity', entityId: 'npc_goblin_002', path: 'placeId', value: MILL },
    ],
    onTheRoad({ asker: 'gm' }),
  );

  it('a dot in one and two who share one are mended all the same', () => {
    expect(find(world).map(({ path }) => path.join('.'))).toEqual([
      'npc_data.npc_goblin_001.location',
      'npc_data.npc_dr_vance_001.location',
      'npc_data.npc_goblin_002.location',
    ]);
    expect(mended(world)).toEqual([]);
  });

  it('a claim about somebody with a dot in the name is understood and mended', () => {
    const claims = [{ path: 'npc_data.Dr. Vance.role', value: 'surgeon' }];

    expect(find(world, claims)).toContainEqual(
      expect.objectContaining({ path: ['npc_data', 'npc_dr_vance_001', 'role'], expected: 'surgeon' }),
    );
    expect(mended(world, claims)).toEqual([]);
  });
});

it('leaves the time of day out of the block, as it follows from the hour', () => {
  const dusk = { path: 'world_data.world_time.time_of_day', value: 'Evening' };
  const claims = [dusk, { path: 'world_data.world_time.hour', value: 19 }];

  expect(formatRepairBlock(find(goblinRoad(), claims))).toBe(
    'GOD_MODE_SET:\nworld_data.world_time.hour = 19',
  );
  expect(mended(goblinRoad(), claims)).toEqual([]);
  expect(find(goblinRoad(), [dusk])).toHaveLength(1);
  expect(formatRepairBlock(find(goblinRoad(), [dusk]))).toBe('');
});

it('fills the fields a character lacks with its first change, and keeps those it has', () => {
  const before = goblinRoad();
  const goblin = before.entities[GOBLIN];
  expect(goblin).not.toHaveProperty('gender');
  const change = { op: 'update_entity', entityId: GOBLIN, path: 'description', value: 'It limps.' };
  const after = applied(before, [change]).entities[GOBLIN];
  const again = applied(before, [
    { op: 'update_entity', entityId: GOBLIN, path: 'internal.alignment', value: 'chaotic evil' },
  ]);

  expect(after).toMatchObject({
    description: 'It limps.',
    gender: 'unspecified',
    internal: { alignment: 'true neutral', mbti: expect.stringMatching(/^[IE][NS][TF][JP]$/) },
  });
  expect(again.entities[GOBLIN]).toMatchObject({ internal: { alignment: 'chaotic evil' } });
});
