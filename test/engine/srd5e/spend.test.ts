import { expect, it } from 'vitest';
import {
  countRemaining,
  restoreResource,
  type Srd5eResource,
  spendResource,
} from '#engine/srd5e/resources.ts';
import { adventurer, creature } from './creatures.ts';
import { resolved } from './resolved.ts';

const warlock = adventurer('warlock', 5);
const monk = adventurer('monk', 5, {
  resources: { gold: 20, consumables: { potions: 2 } },
  inspiration: true,
});

it.each([
  ['a hit die', monk, { kind: 'hit_die', die: 'd8' }, 5],
  ['a spell slot', adventurer('wizard', 3), { kind: 'spell_slot', level: '2' }, 2],
  ['a pact slot', warlock, { kind: 'pact_slot' }, 2],
  ['ki', monk, { kind: 'feature', name: 'ki_points' }, 5],
  ['a potion', monk, { kind: 'consumable', name: 'potions' }, 2],
  ['gold', monk, { kind: 'gold' }, 20],
  ['inspiration', monk, { kind: 'inspiration' }, 1],
] as const)('spends %s down to nothing and no further', (_case, block, resource, available) => {
  const empty = resolved(spendResource(block, resource, available));

  expect(countRemaining(block, resource)).toBe(available);
  expect(countRemaining(empty, resource)).toBe(0);
  expect(spendResource(empty, resource)).toMatchObject({ rejected: 'resource-exhausted' });
  expect(countRemaining(resolved(restoreResource(empty, resource)), resource)).toBe(1);
});

it.each([
  ['ki', { kind: 'feature', name: 'ki_points' }, 5],
  ['hit dice', { kind: 'hit_die', die: 'd8' }, 5],
  ['inspiration', { kind: 'inspiration' }, 1],
] as const)('restores no more %s than there ever were', (_case, resource, limit) => {
  const drained = resolved(spendResource(monk, resource));

  expect(countRemaining(resolved(restoreResource(drained, resource, 99)), resource)).toBe(limit);
});

it('lets gold and potions grow', () => {
  expect(countRemaining(resolved(restoreResource(monk, { kind: 'gold' }, 99)), { kind: 'gold' })).toBe(119);
  const herbs = { kind: 'consumable', name: 'herbs' } as const;
  expect(countRemaining(resolved(restoreResource(monk, herbs, 3)), herbs)).toBe(3);
});

it('never runs out of what is unlimited', () => {
  const rager = adventurer('barbarian', 20);

  expect(countRemaining(rager, { kind: 'feature', name: 'rage' })).toBe(Number.POSITIVE_INFINITY);
  expect(spendResource(rager, { kind: 'feature', name: 'rage' }, 50)).toBe(rager);
});

it('says how much was left when it is not enough, and takes nothing', () => {
  expect(spendResource(monk, { kind: 'gold' }, 21)).toEqual({
    rejected: 'resource-exhausted',
    reason: 'gold: 20 left, 21 asked for',
    path: ['amount'],
  });
});

it.each([
  ['hit dice of another size', { kind: 'hit_die', die: 'd12' }, 'hit dice of size d12'],
  ['a spell slot', { kind: 'spell_slot', level: '9' }, 'spell slots of level 9'],
  ['a pact slot', { kind: 'pact_slot' }, 'pact slot'],
  ['a feature of others', { kind: 'feature', name: 'rage' }, 'feature named rage'],
  ['a name every object has', { kind: 'feature', name: 'constructor' }, 'feature named constructor'],
] as const)('does not know %s', (_case, resource: Srd5eResource, named) => {
  expect(spendResource(monk, resource)).toMatchObject({
    rejected: 'unknown-resource',
    reason: `the creature has no ${named}`,
  });
  expect(restoreResource(monk, resource)).toMatchObject({ rejected: 'unknown-resource' });
});

it('takes names every object has for ordinary consumables', () => {
  expect(countRemaining(creature(), { kind: 'consumable', name: 'constructor' })).toBe(0);
});

it.each([0, -3])('refuses an amount of %i', (amount) => {
  expect(spendResource(monk, { kind: 'gold' }, amount)).toMatchObject({ rejected: 'nothing-to-spend' });
  expect(restoreResource(monk, { kind: 'gold' }, amount)).toMatchObject({ rejected: 'nothing-to-restore' });
});
