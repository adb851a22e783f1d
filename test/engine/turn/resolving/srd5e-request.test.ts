import { expect, it } from 'vitest';
import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { srd5eRequest } from '../../../../src/engine/turn/resolving/srd5e-request.ts';
import { KIRA_BLOCK } from '../../../support/worlds.ts';

const damage = [{ dice: '1d8', type: 'slashing' }];
const BLOCK = Srd5eStatBlock.parse({
  ...KIRA_BLOCK,
  attacks: [
    { name: 'Longsword', damage },
    { name: 'Quarterstaff', damage },
    { name: 'Quarterstaff with Shillelagh', ability: 'wisdom', damage },
    { name: 'Toll-bar (morningstar)', damage },
  ],
});

it.each([
  ['Perception check', { kind: 'check', check: { skill: 'perception' } }],
  ['Wisdom (Perception)', { kind: 'check', check: { skill: 'perception', ability: 'wisdom' } }],
  ['Strength (Intimidation) check', { kind: 'check', check: { skill: 'intimidation', ability: 'strength' } }],
  ['sleight_of_hand', { kind: 'check', check: { skill: 'sleight_of_hand' } }],
  ['Deception check to con the guard', { kind: 'check', check: { skill: 'deception' } }],
  [
    'Athletics check to swing the longsword through the rope',
    { kind: 'check', check: { skill: 'athletics' } },
  ],
  ['Strength check', { kind: 'check', check: { ability: 'strength' } }],
  ['Dex check', { kind: 'check', check: { ability: 'dexterity' } }],
  ['Constitution saving throw', { kind: 'save', ability: 'constitution' }],
  ['CON save against the cold', { kind: 'save', ability: 'constitution' }],
  ['Death saving throw', { kind: 'death-save' }],
  ['death save', { kind: 'death-save' }],
  ['Initiative', { kind: 'initiative' }],
  ['Longsword damage', { kind: 'damage' }],
  ['How many guards come', { kind: 'other' }],
  ['A save of some kind', { kind: 'other' }],
  ['Reaction', { kind: 'other' }],
])('takes dice for "%s" for what the rules call it', (purpose, meaning) => {
  expect(srd5eRequest(purpose, BLOCK)).toEqual(meaning);
});

it.each([
  ['Longsword', '', 'Longsword'],
  ['Attack roll', '', 'Longsword'],
  ['Attack', 'I hit it with the toll-bar.', 'Toll-bar (morningstar)'],
  ['Quarterstaff with Shillelagh attack', '', 'Quarterstaff with Shillelagh'],
  ['Quarterstaff attack', 'I draw my longsword', 'Quarterstaff'],
])('finds the attack of the stat block in "%s" and "%s"', (purpose, spoken, name) => {
  expect(srd5eRequest(purpose, BLOCK, spoken)).toMatchObject({ kind: 'attack', attack: { name } });
});

it('lets those without a weapon use their hands', () => {
  const unarmed = { ...BLOCK, attacks: [] };

  expect(srd5eRequest('Attack', unarmed)).toMatchObject({ attack: { name: 'Unarmed strike' } });
});
