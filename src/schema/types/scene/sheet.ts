import type { Sheet, SheetField, SheetGroup } from '#engine/characters/sheet.ts';
import { builder } from '../../builder.ts';
import { loadSessionRules } from '../../views/visible-scene.ts';
import { KnownCharacter } from './known-entity.ts';

const SheetFieldType = builder.objectRef<SheetField>('SheetField').implement({
  description: 'One line of a character sheet, ready to be shown.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Stable name within the ruleset: `armor_class`.' }),
    label: t.exposeString('label', { description: 'Label for people: `Armor Class`.' }),
    value: t.exposeString('value', { description: 'Value as text: `16`, `+5`, `30 feet`.' }),
    number: t.exposeFloat('number', { nullable: true, description: 'Value as a number; null for a text.' }),
    max: t.exposeFloat('max', { nullable: true, description: 'Highest value; null where there is none.' }),
    note: t.exposeString('note', { nullable: true, description: 'Short remark; null when there is none.' }),
  }),
});

const SheetGroupType = builder.objectRef<SheetGroup>('SheetGroup').implement({
  description: 'Lines of a character sheet that belong together.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Stable name within the ruleset: `skills`.' }),
    title: t.exposeString('title', { description: 'Heading for people: `Skills`.' }),
    fields: t.expose('fields', { type: [SheetFieldType], description: 'The lines, in order.' }),
  }),
});

export const CharacterSheet = builder.objectRef<Sheet>('CharacterSheet').implement({
  description:
    'A character sheet made by the ruleset, derived numbers included. A client can show it without knowing the ruleset.',
  fields: (t) => ({
    groups: t.expose('groups', {
      type: [SheetGroupType],
      description: 'The groups, in order; none is empty.',
    }),
  }),
});

builder.objectFields(KnownCharacter, (t) => ({
  sheet: t.field({
    type: CharacterSheet,
    nullable: true,
    description:
      'The character sheet; null unless it is your own persona or you are the game master, and when the packs of the campaign are gone.',
    resolve: async ({ stats, viewScope }, _args, context) => {
      if (stats === null) return null;
      const rules = await loadSessionRules(viewScope.sessionId, context);
      return rules?.rules.buildSheet(stats) ?? null;
    },
  }),
}));
