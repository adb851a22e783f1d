import { builder } from '../../builder.ts';

export const ContentKind = builder.enumType('ContentKind', {
  description: 'What a content of a pack is.',
  values: {
    WORLD: { value: 'world', description: 'A setting.' },
    RULESET: { value: 'ruleset', description: 'Rules.' },
    ENTRY_POINT: { value: 'entry_point', description: 'A way into a story.' },
    CHARACTER: { value: 'character', description: 'A person.' },
    LOCATION: { value: 'location', description: 'A place.' },
    FACTION: { value: 'faction', description: 'A house, guild, company or gang.' },
    CULTURE: { value: 'culture', description: 'How people live.' },
    HISTORY: { value: 'history', description: 'What happened and made the present.' },
    TECHNOLOGY: { value: 'technology', description: 'What tools, crafts or magic can do.' },
    ITEM: { value: 'item', description: 'A thing.' },
    EVENT: { value: 'event', description: 'Something that happened on one day.' },
    LAW: { value: 'law', description: 'What is forbidden, owed or granted.' },
  } as const,
});

export const LoreKind = builder.enumType('LoreKind', {
  description: 'What kind of knowledge about a world it is.',
  values: {
    LOCATION: { value: 'location', description: 'A place.' },
    FACTION: { value: 'faction', description: 'A house, guild, company or gang.' },
    CULTURE: { value: 'culture', description: 'How people live.' },
    HISTORY: { value: 'history', description: 'What happened and made the present.' },
    TECHNOLOGY: { value: 'technology', description: 'What tools, crafts or magic can do.' },
    ITEM: { value: 'item', description: 'A thing.' },
    EVENT: { value: 'event', description: 'Something that happened on one day.' },
    LAW: { value: 'law', description: 'What is forbidden, owed or granted.' },
  } as const,
});

export const LORE_KINDS = [
  'location',
  'faction',
  'culture',
  'history',
  'technology',
  'item',
  'event',
  'law',
] as const;
