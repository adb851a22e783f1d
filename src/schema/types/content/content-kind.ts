import { AUTHORING_ONLY, builder } from '../../builder.ts';

export const ContentKind = builder.enumType('ContentKind', {
  subGraphs: AUTHORING_ONLY,
  description: 'Kind of a content in a pack.',
  values: {
    WORLD: { value: 'world', description: 'A setting.' },
    RULESET: { value: 'ruleset', description: 'Rules.' },
    ENTRY_POINT: { value: 'entry_point', description: 'A way into a story.' },
    CHARACTER: { value: 'character', description: 'A person.' },
    LOCATION: { value: 'location', description: 'A place.' },
    FACTION: { value: 'faction', description: 'A house, guild, company or gang.' },
    CULTURE: { value: 'culture', description: 'Customs and daily life.' },
    HISTORY: { value: 'history', description: 'Past events that shaped the present.' },
    TECHNOLOGY: { value: 'technology', description: 'Capabilities of tools, crafts or magic.' },
    ITEM: { value: 'item', description: 'A thing.' },
    EVENT: { value: 'event', description: 'Something that happened on one day.' },
    LAW: { value: 'law', description: 'Prohibitions, duties and rights.' },
    BESTIARY: { value: 'bestiary', description: 'Figures of creatures.' },
    SPELLBOOK: { value: 'spellbook', description: 'Spells as the rules cast them.' },
  } as const,
});

export const LoreKind = builder.enumType('LoreKind', {
  description: 'Kind of lore.',
  values: {
    LOCATION: { value: 'location', description: 'A place.' },
    FACTION: { value: 'faction', description: 'A house, guild, company or gang.' },
    CULTURE: { value: 'culture', description: 'Customs and daily life.' },
    HISTORY: { value: 'history', description: 'Past events that shaped the present.' },
    TECHNOLOGY: { value: 'technology', description: 'Capabilities of tools, crafts or magic.' },
    ITEM: { value: 'item', description: 'A thing.' },
    EVENT: { value: 'event', description: 'Something that happened on one day.' },
    LAW: { value: 'law', description: 'Prohibitions, duties and rights.' },
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
