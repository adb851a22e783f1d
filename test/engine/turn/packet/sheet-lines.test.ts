import { expect, it } from 'vitest';
import { writeRulesetState, writeSheetLines, writeStatLines } from '#engine/turn/packet/format-lines.ts';

it('writes a line for each entry of a sheet, however deep it goes', () => {
  expect(
    writeSheetLines({
      pressure_clock: 2,
      abilities: { strength: 16, wisdom: 14 },
      attacks: [
        { name: 'Longsword', damage: [{ dice: '1d8', type: 'slashing' }] },
        { name: 'Javelin', damage: [{ dice: '1d6', type: 'piercing' }], ability: null },
      ],
      features: ['Second Wind', 'Action Surge'],
      hit_dice: { d10: { total: 3, used: 0 } },
      languages: ['Common'],
      nothing: null,
      empty: {},
      none: [],
    }),
  ).toEqual([
    'pressure clock: 2',
    'abilities: strength 16, wisdom 14',
    'attacks 1: name Longsword, damage (dice 1d8, type slashing)',
    'attacks 2: name Javelin, damage (dice 1d6, type piercing)',
    'features: Second Wind; Action Surge',
    'hit dice: d10 (total 3, used 0)',
    'languages: Common',
  ]);
});

it.each([
  [null, []],
  ['ready', ['ready']],
  [
    ['one', 'two'],
    ['1: one', '2: two'],
  ],
  [{}, []],
])('writes %j as %j', (sheet, lines) => {
  expect(writeSheetLines(sheet)).toEqual(lines);
});

it('writes a stat block for people, in words and without what is not there', () => {
  const armor = { base: 16, name: 'chain_mail', mage_armor: false, shield: true };
  expect(writeStatLines({ armor, inspiration: false, status: 'conscious' })).toEqual([
    'armor: base: 16; name: chain mail; shield',
    'status: conscious',
  ]);
});

it('calls entities the persona knows by their names in the state of the ruleset', () => {
  const { snapshot, view } = {
    snapshot: { entities: { npc_luna_001: { packEntityId: 'castile_1430:alvaro_de_luna' } } },
    view: {
      entities: { npc_luna_001: { id: 'npc_luna_001', name: 'Álvaro de Luna' } },
      rulesetState: {
        promises: [{ by: 'alvaro_de_luna', to: 'npc_luna_001', what: 'Mayorga', witness: 'somebody_hidden' }],
      },
    },
  };

  // Only the parts that are read are given.
  expect(writeRulesetState(view as never, snapshot as never)).toEqual([
    'promises 1: by: Álvaro de Luna; to: Álvaro de Luna; what: Mayorga; witness: somebody hidden',
  ]);
});
