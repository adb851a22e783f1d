import { expect, it } from 'vitest';
import {
  CharacterId,
  EntityId,
  formatEntityId,
  PackEntityId,
  toPairKey,
  toSnakeName,
} from '#engine/state/ids.ts';
import { ADA, VIKTOR } from '../../support/worlds.ts';

it.each([
  ['Viktor', 'viktor'],
  ['Álvaro de Luna', 'alvaro_de_luna'],
  ['  The Neon-Dragon!  ', 'the_neon_dragon'],
  ['R2-D2', 'r2_d2'],
  ['李白', 'unnamed'],
  ['x'.repeat(200), 'x'.repeat(60)],
])('writes the name %s as %s', (name, snake) => {
  expect(toSnakeName(name)).toBe(snake);
});

it.each([
  [1, 'npc_guard_001'],
  [42, 'npc_guard_042'],
  [1000, 'npc_guard_1000'],
])('pads sequence %i to at least three digits', (sequence, id) => {
  expect(formatEntityId('npc', 'guard', sequence)).toBe(id);
});

it.each(['pc_ada_001', 'npc_viktor_001', 'loc_neon_dragon_001', 'item_key_012', 'faction_guild_1000'])(
  'accepts %s as an entity id',
  (id) => {
    expect(EntityId.safeParse(id).success).toBe(true);
  },
);

it.each([
  'viktor',
  'npc_viktor',
  'npc_viktor_01',
  'NPC_viktor_001',
  'npc__001',
  'dog_rex_001',
  '__proto__',
  '',
])('refuses %j as an entity id', (id) => {
  expect(EntityId.safeParse(id).success).toBe(false);
});

it('does not take a place for a person', () => {
  expect(CharacterId.safeParse('loc_hall_001').success).toBe(false);
});

it.each(['viktor', 'Neo:viktor', 'neo_seattle:', 'a:b:c'])('refuses %j as a pack entity id', (id) => {
  expect(PackEntityId.safeParse(id).success).toBe(false);
});

it('files a pair under one key whoever is named first', () => {
  expect(toPairKey(ADA, VIKTOR)).toBe(toPairKey(VIKTOR, ADA));
  expect(toPairKey(ADA, VIKTOR)).toBe('npc_viktor_001|pc_ada_001');
});
