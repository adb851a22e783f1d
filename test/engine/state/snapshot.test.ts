import { describe, expect, it } from 'vitest';
import { createSnapshot } from '#engine/state/create-snapshot.ts';
import { Snapshot } from '#engine/state/snapshot.ts';
import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';
import { ADA, character, HALL, hallAndCellar, VIKTOR } from '../../support/worlds.ts';

const pieces = { rulesetId: 'freeform', calendarId: 'gregorian', time: { day: 0, microsecond: 0 } };

it('starts empty from three words', () => {
  expect(createSnapshot(pieces)).toMatchObject({
    version: 2,
    entities: {},
    personas: [],
    combat: null,
    runningSummary: '',
  });
});

it('names the field that is wrong', () => {
  expect(() => createSnapshot({ ...pieces, rulesetId: 'Not A Slug' })).toThrow(/rulesetId/);
});

describe('the schema refuses', () => {
  const broken: readonly (readonly [string, (snapshot: Snapshot) => unknown])[] = [
    ['a field nobody knows', (snapshot) => ({ ...snapshot, mood: 'grim' })],
    ['another version', (snapshot) => ({ ...snapshot, version: 3 })],
    ['a number that is not finite', (snapshot) => ({ ...snapshot, custom: { x: Number.POSITIVE_INFINITY } })],
    [
      'a key of the prototype',
      (snapshot) => ({ ...snapshot, custom: JSON.parse('{"a": {"__proto__": 1}}') }),
    ],
    [
      'a record named constructor',
      (snapshot) => ({ ...snapshot, laws: { constructor: { id: 'constructor' } } }),
    ],
    ['a text without end', (snapshot) => ({ ...snapshot, runningSummary: 'x'.repeat(30_000) })],
    ['JSON without bottom', (snapshot) => ({ ...snapshot, custom: nested(40) })],
    [
      'more JSON than anybody needs',
      (snapshot) => ({ ...snapshot, custom: { list: Array(30_000).fill(0) } }),
    ],
    [
      'a clock beyond its end',
      (snapshot) => ({
        ...snapshot,
        clocks: {
          x: {
            id: 'x',
            name: 'x',
            value: 5,
            max: 4,
            triggers: [],
            tags: [],
            visibility: 'gm',
            knownTo: [],
            origin: 'pack',
          },
        },
      }),
    ],
    [
      'a relation of one',
      (snapshot) => ({
        ...snapshot,
        relations: { [`${ADA}|${ADA}`]: { low: ADA, high: ADA, trust: 0, tension: 0, closeness: 0 } },
      }),
    ],
    ['a moment that is none', (snapshot) => ({ ...snapshot, time: { day: 0, microsecond: -1 } })],
    ['too many personas', (snapshot) => ({ ...snapshot, personas: Array(40).fill(ADA) })],
  ];

  it.each(broken)('%s', (_case, spoil) => {
    expect(Snapshot.safeParse(spoil(hallAndCellar())).success).toBe(false);
    expect(upgradeSnapshot(spoil(hallAndCellar()))).toHaveProperty('rejected');
  });
});

function nested(depth: number): object {
  return depth === 0 ? {} : { deeper: nested(depth - 1) };
}

describe('a snapshot whose records do not fit together is refused', () => {
  const world = hallAndCellar();

  it.each([
    [
      'a scene at no place',
      { ...world, scene: { ...world.scene, placeId: 'loc_moon_001' } },
      'scene.placeId',
    ],
    [
      'a scene at a person',
      { ...world, scene: { ...world.scene, presentIds: ['npc_x_001'] } },
      'scene.presentIds.0',
    ],
    ['a persona nobody knows', { ...world, personas: ['pc_x_001'] }, 'personas.0'],
    [
      'an entity under another’s id',
      { ...world, entities: { ...world.entities, [VIKTOR]: character(ADA, 'Ada') } },
      `entities.${VIKTOR}`,
    ],
    ['things of nobody', { ...world, inventory: { npc_x_001: {} } }, 'inventory.npc_x_001'],
    [
      'failures of nobody',
      { ...world, failureStreaks: { pc_x_001: { failures: 0, bound: 0 } } },
      'failureStreaks.pc_x_001',
    ],
    [
      'a member of a place',
      {
        ...world,
        entities: { ...world.entities, [VIKTOR]: { ...character(VIKTOR, 'Viktor'), placeId: 'loc_x_001' } },
      },
      `entities.${VIKTOR}.placeId`,
    ],
    [
      'an exit to a person’s home that is none',
      {
        ...world,
        entities: { ...world.entities, [HALL]: { ...world.entities[HALL], exits: [{ to: 'loc_x_001' }] } },
      },
      `entities.${HALL}.exits.0`,
    ],
  ])('%s', (_case, snapshot, path) => {
    expect(upgradeSnapshot(snapshot)).toMatchObject({
      rejected: 'bad-snapshot',
      path: path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    });
  });
});
