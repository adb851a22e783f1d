import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import {
  ADA,
  applied,
  asking,
  BRUNO,
  CELLAR,
  FREEFORM,
  GUILD,
  HALL,
  hallAndCellar,
  KEY,
  LAMP,
  MIRA,
  refusal,
  SRD5E,
  VIKTOR,
} from '../../../support/worlds.ts';

const guard = { op: 'introduce_entity', kind: 'character', name: 'Guard', role: 'guard' };

describe('introducing', () => {
  it('gives a character the next id of its name and a place in the scene', () => {
    const { snapshot, effects } = applyOperations(
      hallAndCellar(),
      [guard, { ...guard, another: true }],
      asking(),
    );

    expect(effects).toEqual([
      { type: 'entity-introduced', id: 'npc_guard_001' },
      { type: 'entity-introduced', id: 'npc_guard_002' },
    ]);
    expect(snapshot.scene.presentIds).toEqual(expect.arrayContaining(['npc_guard_001', 'npc_guard_002']));
    expect(snapshot.counters.entities.npc_guard).toBe(2);
  });

  it('never gives an id again, even when its bearer is gone', () => {
    const once = applied(hallAndCellar(), [guard, { op: 'retire_entity', entityId: 'npc_guard_001' }, guard]);

    expect(Object.keys(once.entities)).toEqual(expect.arrayContaining(['npc_guard_001', 'npc_guard_002']));
  });

  it('steps over an id that was seeded without being counted', () => {
    const world = hallAndCellar();
    const uncounted = { ...world, counters: { ...world.counters, entities: {} } };
    const next = applied(uncounted, [{ ...guard, name: 'Viktor', another: true }]);

    expect(Object.keys(next.entities)).toContain('npc_viktor_002');
  });

  it.each([
    ['elsewhere', { placeId: CELLAR }, CELLAR],
    ['nobody knows where', { present: false }, null],
  ])('puts a character %s', (_case, more, placeId) => {
    const snapshot = applied(hallAndCellar(), [{ ...guard, ...more }]);

    expect(snapshot.entities).toHaveProperty(['npc_guard_001', 'placeId'], placeId);
    expect(snapshot.scene.presentIds).not.toContain('npc_guard_001');
  });

  it('draws a new place onto the map', () => {
    const attic = { op: 'introduce_entity', kind: 'location', name: 'Attic', connectedTo: HALL };
    const snapshot = applied(hallAndCellar(), [attic, { op: 'move_party', placeId: 'loc_attic_001' }]);

    expect(applied(snapshot, [{ op: 'move_party', placeId: HALL }]).scene.placeId).toBe(HALL);
  });

  it('makes a faction and an item, owned or lying about', () => {
    const snapshot = applied(hallAndCellar(), [
      { op: 'introduce_entity', kind: 'faction', name: 'Red Hand' },
      { op: 'introduce_item', name: 'Rope', ownerId: ADA, quantity: 3 },
      { op: 'introduce_item', name: 'Coil', placeId: CELLAR },
      { op: 'introduce_item', name: 'Crate', portable: false },
    ]);

    expect(snapshot.entities).toHaveProperty(['faction_red_hand_001', 'kind'], 'faction');
    expect(snapshot.inventory[ADA]).toHaveProperty(['item_rope_001', 'quantity'], 3);
    expect(snapshot.entities).toHaveProperty(['item_coil_001', 'placeId'], CELLAR);
    expect(snapshot.entities).toHaveProperty(['item_crate_001', 'placeId'], HALL);
  });

  it.each([
    ['somebody who is there', { ...guard, name: 'viktor' }, 'already-there', VIKTOR],
    ['a thing that is there', { op: 'introduce_item', name: 'Lamp' }, 'already-there', LAMP],
    ['a faction nobody knows', { ...guard, factionId: 'faction_x_001' }, 'unknown-entity', 'faction_x_001'],
    ['a place nobody knows', { ...guard, placeId: 'loc_x_001' }, 'unknown-entity', 'loc_x_001'],
    [
      'a way to nowhere',
      { ...guard, kind: 'location', connectedTo: 'loc_x_001' },
      'unknown-entity',
      'loc_x_001',
    ],
    ['a kind nobody knows', { ...guard, kind: 'dragon' }, 'bad-input', 'kind'],
    ['nobody’s name', { ...guard, name: '  ' }, 'bad-input', 'name'],
    [
      'a stat block the ruleset forbids',
      { ...guard, stats: { chemistry: 99 } },
      'invalid-result',
      'chemistry',
    ],
    [
      'an item of an unknown owner',
      { op: 'introduce_item', name: 'Rope', ownerId: 'npc_x_001' },
      'unknown-entity',
      'npc_x_001',
    ],
    [
      'an item at an unknown place',
      { op: 'introduce_item', name: 'Rope', placeId: 'loc_x_001' },
      'unknown-entity',
      'loc_x_001',
    ],
    [
      'an item owned by an item',
      { op: 'introduce_item', name: 'Rope', ownerId: KEY },
      'cannot-own',
      'Rusty key',
    ],
    [
      'something immovable in a pocket',
      { op: 'introduce_item', name: 'Safe', ownerId: ADA, portable: false },
      'not-portable',
      'Safe',
    ],
  ])('refuses %s', (_case, proposal, code, hint) => {
    const { rejected, reason } = refusal(hallAndCellar(), proposal);

    expect({ rejected, reason }).toEqual({ rejected: code, reason: expect.stringContaining(hint) });
  });
});

describe('updating', () => {
  const update = (more: object) => ({ op: 'update_entity', entityId: VIKTOR, ...more });

  it.each([
    ['a plain field', { path: 'description', value: 'nervous' }, { description: 'nervous' }],
    [
      'a field inside',
      { path: 'internal.mbti', value: 'ENTP' },
      { internal: { mbti: 'ENTP', alignment: 'neutral' } },
    ],
    [
      'an attribute that is new',
      { path: 'attributes.scar', value: 'left cheek' },
      { attributes: { scar: 'left cheek' } },
    ],
    ['a stat', { path: 'stats.chemistry', value: 4 }, { stats: { chemistry: 4 } }],
    ['a list, by one more', { path: 'tags', action: 'append', value: 'nervous' }, { tags: ['nervous'] }],
    [
      'a list inside, by one more',
      { path: 'internal.withholds', action: 'append', value: 'more' },
      { internal: { withholds: ['his debt to Zenith', 'more'] } },
    ],
    ['a side', { path: 'factionId', value: GUILD }, { factionId: GUILD }],
  ])('changes %s', (_case, more, expected) => {
    expect(applied(hallAndCellar(), [update(more)]).entities[VIKTOR]).toMatchObject(expected);
  });

  it('removes an optional field', () => {
    const titled = applied(hallAndCellar(), [update({ path: 'title', value: 'Fixer' })]);

    expect(
      applied(titled, [update({ path: 'title', action: 'remove' })]).entities[VIKTOR],
    ).not.toHaveProperty('title');
  });

  it.each([
    ['a field nobody has', { path: 'descripton', value: 'x' }, 'unknown-path', 'Did you mean description?'],
    ['an id', { path: 'id', value: 'npc_x_001' }, 'fixed-field', 'never changes'],
    ['a kind', { path: 'kind', value: 'item' }, 'fixed-field', 'never changes'],
    ['an origin', { path: 'origin', value: 'pack' }, 'fixed-field', 'never changes'],
    ['what has an operation of its own', { path: 'knownTo', value: [] }, 'fixed-field', 'discover_entity'],
    ['life and death', { path: 'status', value: 'dead' }, 'fixed-field', 'set_life'],
    ['where somebody present is', { path: 'placeId', value: CELLAR }, 'fixed-field', 'leave_scene'],
    ['a whole parent', { path: 'internal', value: {} }, 'replaces-parent', 'internal.alignment'],
    ['a stat nobody has', { path: 'stats.chemystry', value: 3 }, 'unknown-path', 'Did you mean chemistry?'],
    ['a stat beyond its range', { path: 'stats.chemistry', value: 11 }, 'invalid-result', 'stats.chemistry'],
    ['a value of the wrong type', { path: 'name', value: 7 }, 'invalid-result', 'name'],
    ['a name too long', { path: 'name', value: 'x'.repeat(500) }, 'invalid-result', 'name'],
    [
      'a side nobody knows',
      { path: 'factionId', value: 'faction_x_001' },
      'dangling-reference',
      'faction_x_001',
    ],
    ['a side that is a place', { path: 'factionId', value: HALL }, 'invalid-result', 'factionId'],
    ['no value', { path: 'name' }, 'bad-input', 'value'],
    ['an entry of no list', { path: 'name', action: 'append', value: 'x' }, 'not-a-list', 'name'],
    ['the removal of nothing', { path: 'title', action: 'remove' }, 'nothing-there', 'title'],
    ['the removal of what must be there', { path: 'name', action: 'remove' }, 'invalid-result', 'name'],
    ['somebody unknown', { entityId: 'npc_x_001', path: 'name', value: 'x' }, 'unknown-entity', 'npc_x_001'],
    ['the prototype', { path: 'attributes.__proto__', value: 1 }, 'bad-path', '__proto__'],
  ])('refuses %s', (_case, more, code, hint) => {
    const { rejected, reason } = refusal(hallAndCellar(), update(more));

    expect({ rejected, reason }).toEqual({ rejected: code, reason: expect.stringContaining(hint) });
  });

  it('moves somebody who is elsewhere', () => {
    const move = { op: 'update_entity', entityId: MIRA, path: 'placeId', value: HALL };

    expect(applied(hallAndCellar(), [move]).entities[MIRA]).toMatchObject({ placeId: HALL });
  });

  it('leaves a stat block of the SRD to the rules when a model asks', () => {
    const context = asking({ rules: SRD5E });
    const { rejected, reason } = refusal(
      hallAndCellar(),
      update({ path: 'stats.experience', value: 1 }),
      context,
    );

    expect({ rejected, reason }).toEqual({
      rejected: 'fixed-field',
      reason: expect.stringContaining('deal_damage'),
    });
  });
});

describe('retiring', () => {
  it('takes an entity out of scene, fight and pockets and keeps its record', () => {
    const snapshot = applied(hallAndCellar(), [
      { op: 'retire_entity', entityId: KEY },
      { op: 'retire_entity', entityId: VIKTOR },
    ]);

    expect(snapshot.inventory).toEqual({});
    expect(snapshot.scene.presentIds).toEqual([ADA, BRUNO]);
    expect(snapshot.entities[VIKTOR]).toMatchObject({ retired: true, name: 'Viktor' });
  });

  it.each([
    ['a persona', { entityId: ADA }, 'is-persona'],
    ['the place of the scene', { entityId: HALL }, 'scene-is-there'],
    ['somebody unknown', { entityId: 'npc_x_001' }, 'unknown-entity'],
  ])('refuses %s', (_case, more, code) => {
    expect(refusal(hallAndCellar(), { op: 'retire_entity', ...more }).rejected).toBe(code);
  });

  it('refuses twice', () => {
    const gone = applied(hallAndCellar(), [{ op: 'retire_entity', entityId: VIKTOR }]);

    expect(refusal(gone, { op: 'retire_entity', entityId: VIKTOR }).rejected).toBe('retired-entity');
  });

  it('lets a game master retire a persona', () => {
    const context = asking({ asker: 'gm', rules: FREEFORM });

    expect(applied(hallAndCellar(), [{ op: 'retire_entity', entityId: ADA }], context).personas).toEqual([
      BRUNO,
    ]);
  });
});
