import { describe, expect, it } from 'vitest';
import { CharacterId, ItemId, LocationId } from '#engine/state/ids.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { createNameResolver } from '#engine/turn/resolvers/name-resolver.ts';
import { isRejection } from '#engine/util/rejection.ts';
import {
  ADA,
  CELLAR,
  character,
  GUILD,
  HALL,
  hallAndCellar,
  item,
  KEY,
  location,
  MIRA,
  VIKTOR,
} from '../../../support/worlds.ts';

const LEONOR = CharacterId.parse('npc_leonor_de_alburquerque_001');
const ALVARO = CharacterId.parse('npc_alvaro_de_luna_001');
const JUAN = CharacterId.parse('npc_juan_ii_001');
const JUAN_OF_NAVARRE = CharacterId.parse('npc_juan_of_navarre_001');
const JIN = CharacterId.parse('npc_jin_001');
const KEEPER = CharacterId.parse('npc_unnamed_001');
const GUARD = CharacterId.parse('npc_guard_001');
const OTHER_GUARD = CharacterId.parse('npc_guard_002');
const TENT = LocationId.parse('loc_royal_tent_001');
const SWORD = ItemId.parse('item_sword_001');

function court(more: Partial<Snapshot> = {}): Snapshot {
  const world = hallAndCellar(more);
  return {
    ...world,
    scene: { ...world.scene, presentIds: [...world.scene.presentIds, GUARD] },
    entities: {
      ...world.entities,
      [LEONOR]: character(LEONOR, 'Leonor de Alburquerque', { title: 'Queen of Aragon', placeId: TENT }),
      [ALVARO]: character(ALVARO, 'Álvaro de Luna', {
        title: 'Constable of Castile',
        placeId: TENT,
        packEntityId: 'castile_1430:alvaro' as never,
      }),
      [JUAN]: character(JUAN, 'Juan II', { title: 'King of Castile', placeId: TENT }),
      [JUAN_OF_NAVARRE]: character(JUAN_OF_NAVARRE, 'Juan of Navarre', { title: 'Infante', placeId: TENT }),
      [JIN]: character(JIN, 'Jin', { visibility: 'hidden', placeId: CELLAR }),
      [KEEPER]: character(KEEPER, '灯台守の娘', { placeId: TENT }),
      [GUARD]: character(GUARD, 'Guard'),
      [OTHER_GUARD]: character(OTHER_GUARD, 'Guard', { placeId: TENT }),
      [TENT]: location(TENT, 'Royal Tent'),
      [SWORD]: item(SWORD, 'Sword of Saint Ferdinand', { placeId: HALL }),
      [HALL]: location(HALL, 'Hall', { exits: [{ to: CELLAR, minutes: 2, label: 'down the worn steps' }] }),
    },
    threads: {
      oath: {
        id: 'oath',
        title: 'The oath at Majano',
        status: 'active',
        stakes: '',
        relatedIds: [],
        tags: [],
        visibility: 'public',
        knownTo: [],
        origin: 'campaign',
      } as never,
    },
    counters: { ...world.counters, events: 12 },
  };
}

function resolverOf(world: Snapshot = court(), aliases: Readonly<Record<string, readonly string[]>> = {}) {
  const view = createPlayerView(world, ADA);
  if (isRejection(view)) throw new Error(view.reason);
  return createNameResolver(world, view, aliases);
}

describe('a name means a record', () => {
  const resolver = resolverOf();
  it.each([
    ['its id', VIKTOR, VIKTOR],
    ['its id in capitals', 'NPC_VIKTOR_001', VIKTOR],
    ['its id without the number', 'npc_viktor', VIKTOR],
    ['its id without prefix and number', 'viktor', VIKTOR],
    ['the id of the pack', 'castile_1430:alvaro', ALVARO],
    ['the last part of the id of the pack', 'alvaro', ALVARO],
    ['its name', 'Álvaro de Luna', ALVARO],
    ['its name without accents', 'ALVARO DE LUNA', ALVARO],
    ['its title', 'Constable of Castile', ALVARO],
    ['its title with an article', 'the Constable of Castile', ALVARO],
    ['its title with an article of another language', 'el Constable of Castile', ALVARO],
    ['part of its title', 'the Constable', ALVARO],
    ['title and name', 'Constable Álvaro', ALVARO],
    ['first name', 'Leonor', LEONOR],
    ['last name', 'Luna', ALVARO],
    ['rank and name', 'Queen Leonor', LEONOR],
    ['its role', 'the fixer', VIKTOR],
    ['a typing error', 'Viktro', VIKTOR],
    ['another spelling', 'Victor', VIKTOR],
    ['an inflected form', 'Leonors', LEONOR],
    ['a name in another script', '灯台守', KEEPER],
    ['a whole name in another script', '灯台守の娘', KEEPER],
    ['a name that two have, one of them here', 'the guard', GUARD],
    ['the words for the player', 'you', ADA],
    ['the player', 'Player', ADA],
    ['the persona by name', 'ada', ADA],
    ['a place', 'royal tent', TENT],
    ['a way out', 'the worn steps', CELLAR],
    ['a thing by a part', 'sword', SWORD],
    ['a faction', 'the Night Market', GUILD],
    ['a carried thing', 'key', KEY],
  ])('by %s', (_how, name, id) => {
    expect(resolver.resolve(name)).toBe(id);
  });

  it('by further aliases', () => {
    expect(resolverOf(court(), { [ALVARO]: ['the Fox'] }).resolve('the fox')).toBe(ALVARO);
  });

  it('of other kinds, when they are asked for', () => {
    expect(resolver.resolve('the oath at majano', ['thread'])).toBe('oath');
    expect(resolver.resolve('oath', ['thread'])).toBe('oath');
    expect(resolver.resolve('evt_0012', ['event'])).toBe('evt_0012');
    expect(resolver.resolve('evt_0013', ['event'])).toBeNull();
    expect(resolver.resolve('here', ['location'])).toBe(HALL);
  });
});

describe('a name means no record', () => {
  const resolver = resolverOf();
  it.each([
    ['nobody has it', 'Gudrun', 'unknown'],
    ['only the family name fits', 'Isabella de Luna', 'unknown'],
    ['only the family name fits a short first name', 'Ana de Luna', 'unknown'],
    ['only the rank fits', 'Queen Isabella', 'unknown'],
    ['only the realm fits', 'Chancellor of Castile', 'unknown'],
    ['two have it and neither is here', 'Juan', 'ambiguous'],
    ['it is a particle', 'de', 'unknown'],
    ['it is empty', '  ', 'unknown'],
    ['it has no letters', '…', 'unknown'],
    ['the persona does not know it', 'Jin', 'unknown'],
    ['it is a small word', 'of', 'unknown'],
  ])('when %s', (_why, name, reason) => {
    expect(resolver.find(name)).toEqual({ reason });
  });

  it('of another kind', () => {
    expect(resolver.resolve(VIKTOR, ['location'])).toBeNull();
    expect(resolver.resolve('Viktor', ['item'])).toBeNull();
  });
});

describe('something introduced is on record', () => {
  const resolver = resolverOf();
  it.each([
    ['by name', 'Viktor', VIKTOR],
    ['by title', 'Constable of Castile', ALVARO],
    ['by title with an article', 'The Constable of Castile', ALVARO],
    ['by first name', 'Leonor', LEONOR],
    ['by rank and name', 'Queen Leonor', LEONOR],
    ['although the persona does not know of it', 'Jin', JIN],
  ])('%s', (_how, name, id) => {
    expect(resolver.findOnRecord(name, 'character')).toEqual({ id });
  });

  it.each([
    ['a name like another', 'Viktoria'],
    ['a role others have', 'fixer'],
    ['a relative', 'Inés de Luna'],
    ['a relative with a short name', 'Ana de Luna'],
    ['somebody of somebody', "Leonor's maid"],
  ])('but not %s', (_how, name) => {
    expect(resolver.findOnRecord(name, 'character')).toEqual({ reason: 'unknown' });
  });

  it('things only by their whole names', () => {
    expect(resolver.findOnRecord('Lamp', 'item')).toMatchObject({ id: 'item_lamp_001' });
    expect(resolver.findOnRecord('Sword', 'item')).toEqual({ reason: 'unknown' });
  });
});

it('stays fast with thousands of names', () => {
  const world = court();
  const many = Object.fromEntries(
    Array.from({ length: 4000 }, (_, index) => {
      const id = CharacterId.parse(`npc_person_${index}_001`);
      return [id, character(id, `Person${index} Family${index % 400}`)];
    }),
  );
  const resolver = resolverOf({ ...world, entities: { ...world.entities, ...many } });
  const before = performance.now();
  for (let index = 0; index < 60; index += 1) resolver.resolve(`Persn${index} Famly${index}`);
  expect(performance.now() - before).toBeLessThan(2000);
  expect(resolver.resolve(MIRA)).toBe(MIRA);
});
