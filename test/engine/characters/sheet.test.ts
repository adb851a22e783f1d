import { expect, it } from 'vitest';
import { buildSheet, type Sheet } from '#engine/characters/sheet.ts';
import { loadLibrary } from '#engine/content/library.ts';
import { compileRules } from '#engine/content/ruleset-rules.ts';
import { composeStatBlock } from '#engine/content/stat-blocks.ts';
import { isRejection } from '#engine/util/rejection.ts';

const library = await loadLibrary(['content_packs']);

function sheetOf(characterId: string, rulesetId: string): Sheet {
  const [character, ruleset] = [library.find('character', characterId), library.find('ruleset', rulesetId)];
  const rules = ruleset === null ? null : compileRules(ruleset);
  if (character === null || ruleset === null || rules === null || isRejection(rules)) {
    throw new Error(`${characterId} is not shipped`);
  }
  return rules.buildSheet(composeStatBlock(character, ruleset, library) ?? {});
}

const fieldOf = ({ groups }: Sheet, key: string) =>
  groups.flatMap(({ fields }) => fields).find((field) => field.key === key);

it('derives the numbers of an SRD character', () => {
  const zephine = sheetOf('mystika:zephine_aldoury', 'mystika:srd5e');

  expect(zephine.groups.map(({ title }) => title)).toEqual([
    'Character',
    'Health and defence',
    'Abilities',
    'Saving throws',
    'Skills',
    'Senses',
    'Attacks',
    'Spells',
    'Resources',
    'Features',
  ]);
  // Level 3, Dexterity 16, Intelligence 16, Wisdom 12, proficient in Perception.
  expect(fieldOf(zephine, 'class.wizard')).toMatchObject({ value: 'Level 3', number: 3, max: 20 });
  expect(fieldOf(zephine, 'proficiency_bonus')).toMatchObject({ value: '+2', number: 2 });
  expect(fieldOf(zephine, 'initiative')).toMatchObject({ value: '+3' });
  expect(fieldOf(zephine, 'ability.intelligence')).toMatchObject({ value: '16', note: 'Modifier +3' });
  expect(fieldOf(zephine, 'save.intelligence')).toMatchObject({ value: '+5', note: 'Proficient' });
  expect(fieldOf(zephine, 'spell_save.wizard')).toMatchObject({ number: 13, note: 'Intelligence' });
  expect(fieldOf(zephine, 'spell_attack.wizard')).toMatchObject({ value: '+5' });
  expect(fieldOf(zephine, 'slots.1')).toMatchObject({ max: 4 });
  expect(fieldOf(zephine, 'passive_perception')).toMatchObject({ number: 13 });
  expect(fieldOf(zephine, 'spells_known')?.value).toContain('Magic Missile');
});

it('shows what hurts and hinders while it lasts', () => {
  const block = {
    abilities: { strength: 16, dexterity: 12, constitution: 14, intelligence: 8, wisdom: 10, charisma: 10 },
    classes: [{ class: 'fighter', level: 1 }],
    armor: { kind: 'heavy', name: 'chain_mail', base: 16, shield: true, strength_required: 13 },
    attacks: [{ name: 'Longsword', damage: [{ dice: '1d8', type: 'slashing' }] }],
    hit_points: { current: 4, max: 12, temporary: 3 },
    conditions: [{ name: 'poisoned', source: 'spider' }],
    exhaustion: 2,
    resistances: ['fire', { type: 'slashing', unless: ['magical'] }],
  };
  const sheet = buildSheet(block, { isSrd5e: true, schema: {}, stats: [] });

  expect(fieldOf(sheet, 'armor_class')).toMatchObject({ number: 18, note: 'Chain Mail, Shield' });
  expect(fieldOf(sheet, 'hit_points')).toMatchObject({ number: 4, max: 12, note: '3 temporary' });
  expect(fieldOf(sheet, 'speed')).toMatchObject({ value: '15 feet', number: 15 });
  expect(fieldOf(sheet, 'conditions')?.value).toBe('Poisoned');
  expect(fieldOf(sheet, 'attack.0')).toMatchObject({
    label: 'Longsword',
    value: '+5',
    note: 'Damage 1d8+3 slashing',
  });
  expect(fieldOf(sheet, 'resistances')?.value).toBe('Fire, Slashing (not magical)');
  expect(sheet.groups.some(({ key }) => key === 'spells')).toBe(false);
});

it('labels the stat block of any ruleset by its declared stats and its schema', () => {
  const viktor = library.all('character').find(({ id }) => id.startsWith('neo_seattle:'));
  const sheet = sheetOf(viktor?.id ?? '', 'neo_seattle:freeform_2d6');

  expect(fieldOf(sheet, 'edge')).toMatchObject({ label: 'Edge', max: 3, note: expect.any(String) });
  expect(fieldOf(sheet, 'edge')?.number).not.toBeNull();
});

it('makes a group of an object inside the block and spells out keys without a title', () => {
  const schema = {
    title: 'Sailor',
    properties: {
      nerve: { type: 'integer', title: 'Steady nerve', maximum: 5 },
      boat: { type: 'object', title: 'The boat', properties: { name: { type: 'string' } } },
    },
  };
  const stats = { nerve: 2, boat: { name: 'Adeline', leaks: true }, old_debts: ['Tomas', 'the Guild'] };

  const declared = [{ id: 'old_debts', name: 'Debts', represents: 'Owed.' }];

  expect(buildSheet(stats, { isSrd5e: false, schema, stats: declared })).toEqual({
    groups: [
      {
        key: 'stats',
        title: 'Sailor',
        fields: [
          { key: 'nerve', label: 'Steady nerve', value: '2', number: 2, max: 5, note: null },
          {
            key: 'old_debts',
            label: 'Debts',
            value: 'Tomas, the Guild',
            number: null,
            max: null,
            note: 'Owed.',
          },
        ],
      },
      {
        key: 'boat',
        title: 'The boat',
        fields: [
          { key: 'boat.name', label: 'Name', value: 'Adeline', number: null, max: null, note: null },
          { key: 'boat.leaks', label: 'Leaks', value: 'Yes', number: null, max: null, note: null },
        ],
      },
    ],
  });
  expect(buildSheet({}, { isSrd5e: false, schema, stats: [] })).toEqual({ groups: [] });
});
