import { expect, it } from 'vitest';
import { diffSnapshots } from '#engine/state/diff.ts';
import { ADA, applied, asking, HALL, hallAndCellar, KEY, LAMP, VIKTOR } from '../../support/worlds.ts';

it('finds none between a snapshot and its copy from the store', () => {
  expect(diffSnapshots(hallAndCellar(), structuredClone(hallAndCellar()))).toEqual([]);
});

it('names the part, the record, the kind of change and the fields', () => {
  const before = hallAndCellar();
  const after = applied(
    before,
    [
      { op: 'advance_time', minutes: 5 },
      { op: 'update_entity', entityId: VIKTOR, path: 'description', value: 'nervous' },
      { op: 'start_clock', clockId: 'alarm', name: 'Alarm', max: 4 },
      { op: 'change_inventory', ownerId: ADA, itemId: KEY, by: -1, consumed: true },
      { op: 'change_inventory', ownerId: VIKTOR, itemId: LAMP, by: 1 },
    ],
    asking(),
  );

  expect(
    diffSnapshots(before, after).map(({ part, id, change, ...rest }) => [
      part,
      id,
      change,
      'fields' in rest ? rest.fields : null,
    ]),
  ).toEqual([
    ['time', null, 'changed', null],
    ['entities', LAMP, 'changed', ['placeId']],
    // The first change of a character fills the fields it lacks.
    ['entities', VIKTOR, 'changed', ['description', 'gender']],
    ['clocks', 'alarm', 'added', []],
    ['inventory', VIKTOR, 'added', []],
    ['inventory', ADA, 'removed', []],
  ]);
});

it('is the other way round from after to before', () => {
  const before = hallAndCellar();
  const after = applied(before, [{ op: 'start_clock', clockId: 'alarm', name: 'Alarm', max: 4 }]);

  expect(diffSnapshots(after, before)).toMatchObject([
    { part: 'clocks', id: 'alarm', change: 'removed', after: null },
  ]);
});

it('gives null for a part that one of the two does not have', () => {
  const before = hallAndCellar();
  const after = { ...before, visitedIds: [HALL] };

  expect(diffSnapshots(before, after)).toEqual([
    { part: 'visitedIds', id: null, change: 'changed', before: null, after: [HALL] },
  ]);
  expect(diffSnapshots(after, before)).toMatchObject([{ part: 'visitedIds', after: null }]);
});
