import { expect, it } from 'vitest';
import { Mechanics } from '#engine/rules/mechanics.ts';
import { checkCalledFor } from '#engine/turn/check-called-for.ts';

const { resolution } = Mechanics.parse({
  pipeline: 'full',
  resolution: { kind: 'banded', stats: ['nerve', 'wits'] },
});
if (resolution.kind !== 'banded') throw new Error('a ruleset of bands was asked for');
const called = (text: string) => checkCalledFor(text, resolution, { nerve: 1, wits: 2 });

it.each([
  'I force the drawer.',
  'I am sneaking past him',
  'I lied to her',
  'She is bribed by me',
  'I broke the lock',
])('calls for the dice when the player says: %s', (text) => {
  expect(called(text)).not.toBeNull();
});

it.each([
  'I forget what James said at breakfast.',
  'I ask the lieutenant about the fleet.',
  'I look at the stable.',
  'I say that the pickup was hideous.',
  'I wait and listen.',
])('leaves the dice alone when the player says: %s', (text) => {
  expect(called(text)).toBeNull();
});

it('adds the stat that is named, else the best one', () => {
  expect(called('I force it with nerve')).toMatchObject({ stat: 'nerve' });
  expect(called('I force it')).toMatchObject({ stat: 'wits', purpose: 'Wits check (force)' });
});
