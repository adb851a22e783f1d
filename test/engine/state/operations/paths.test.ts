import { describe, expect, it } from 'vitest';
import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';
import { applied, asking, hallAndCellar, refusal, VIKTOR } from '../../../support/worlds.ts';

const gm = asking({ asker: 'gm' });
const update = (path: string, value: unknown, more: object = {}) => ({
  op: 'update_entity',
  entityId: VIKTOR,
  path,
  value,
  ...more,
});
const clues = applied(hallAndCellar(), [{ op: 'append', path: 'clues', value: 'a' }]);

describe('a path that leads nowhere is refused', () => {
  it.each([
    ['past the end of a list', { op: 'set', path: 'clues.7', value: 'lost' }, 'no-such-entry'],
    ['by name into a list', { op: 'set_custom', path: 'list.foo', value: 1 }, 'no-such-entry'],
    ['past the end of an entity’s list', update('tags.9', 'x'), 'no-such-entry'],
    ['through a number', { op: 'set_custom', path: 'gold.coins', value: 1 }, 'bad-path'],
    ['through a text', { op: 'set', path: 'weather.wind', value: 1 }, 'unknown-path'],
  ])('%s', (_case, proposal, code) => {
    const world = applied(clues, [
      { op: 'set_custom', path: 'list', value: ['a'] },
      { op: 'set_custom', path: 'gold', value: 5 },
    ]);

    expect(refusal(world, proposal).rejected).toBe(code);
  });
});

describe('a whole list', () => {
  const knows = applied(hallAndCellar(), [update('internal.knows', 'a secret', { action: 'append' })]);

  it.each([
    ['of the state', clues, { op: 'set', path: 'clues', value: [] }],
    ['of the state, taken away', clues, { op: 'remove', path: 'clues' }],
    ['of an entity', knows, update('internal.knows', [])],
    ['of an entity, taken away', knows, update('internal.knows', undefined, { action: 'remove' })],
  ])('is not replaced by a model: %s', (_case, world, proposal) => {
    expect(refusal(world, proposal)).toMatchObject({
      rejected: 'replaces-list',
      reason: expect.stringMatching(/append to it, or remove one entry/),
    });
    expect(applied(world, [proposal], gm)).not.toBe(world);
  });

  it('is begun by a model, added to and taken from', () => {
    const world = applied(hallAndCellar(), [
      { op: 'set', path: 'clues', value: ['a', 'b'] },
      { op: 'append', path: 'clues', value: 'c' },
      { op: 'remove', path: 'clues', value: 'a' },
    ]);

    expect(world.rulesetState).toMatchObject({ clues: ['b', 'c'] });
  });
});

it('keeps names as they are read again', () => {
  const world = applied(hallAndCellar(), [
    update('name', '  Viktor the Tall '),
    { op: 'introduce_entity', kind: 'faction', name: ' The Watch ' },
  ]);

  expect(world.entities[VIKTOR]?.name).toBe('Viktor the Tall');
  expect(upgradeSnapshot(JSON.parse(JSON.stringify(world)))).toEqual(world);
});
