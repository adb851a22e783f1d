import { z } from 'zod';
import { Srd5eCreature } from '#engine/srd5e/creatures.ts';
import { Srd5eSpell } from '#engine/srd5e/spells.ts';
import { CharacterFrontmatter } from './character-file.ts';
import { yamlCommon } from './common-fields.ts';
import { EntryPointFile } from './entry-point-file.ts';
import { ContentId, defineReference, Line, Name } from './field-types.ts';
import { RulesetFile } from './ruleset-file.ts';
import {
  CultureFrontmatter,
  EventFrontmatter,
  FactionFrontmatter,
  HistoryFrontmatter,
  ItemFrontmatter,
  LawFrontmatter,
  LocationFrontmatter,
  TechnologyFrontmatter,
  WorldFrontmatter,
} from './setting-files.ts';

const named = {
  id: ContentId.describe('Unique in the pack: other files name it as pack:id.'),
  name: Name,
  description: Line.describe('One sentence for whoever tells the story.'),
};

/** A creature of a bestiary: its figures, and a sentence about it. */
const CreatureData = Srd5eCreature.extend({
  ...named,
  spells: z.array(defineReference('spell')).max(60).default([]).describe('Spells it casts.'),
});

/** A spell of a spellbook: what it does by the rules, and a sentence about it. */
const SpellData = Srd5eSpell.extend(named);

/** `creatures/*.yaml`: figures of many creatures for stat blocks of SRD 5e. */
const BestiaryFile = z.strictObject({
  ...yamlCommon,
  type: z.literal('bestiary').optional(),
  creatures: z.array(CreatureData).min(1).max(400),
});

/** `spells/*.yaml`: many spells of SRD 5e as the engine casts them. */
const SpellbookFile = z.strictObject({
  ...yamlCommon,
  type: z.literal('spellbook').optional(),
  spells: z.array(SpellData).min(1).max(400),
});

/** Every kind of file a pack may hold: the folders it lives in, what it is written in, and its schema. */
export const CONTENT_KINDS = {
  world: { folders: ['worlds'], written: 'markdown', schema: WorldFrontmatter },
  ruleset: { folders: ['rulesets'], written: 'yaml', schema: RulesetFile },
  entry_point: { folders: ['entry_points'], written: 'yaml', schema: EntryPointFile },
  character: { folders: ['characters', 'npcs'], written: 'markdown', schema: CharacterFrontmatter },
  location: { folders: ['locations'], written: 'markdown', schema: LocationFrontmatter },
  faction: { folders: ['factions'], written: 'markdown', schema: FactionFrontmatter },
  culture: { folders: ['culture'], written: 'markdown', schema: CultureFrontmatter },
  history: { folders: ['history'], written: 'markdown', schema: HistoryFrontmatter },
  technology: { folders: ['technology'], written: 'markdown', schema: TechnologyFrontmatter },
  item: { folders: ['items'], written: 'markdown', schema: ItemFrontmatter },
  event: { folders: ['events'], written: 'markdown', schema: EventFrontmatter },
  law: { folders: ['laws'], written: 'markdown', schema: LawFrontmatter },
  bestiary: { folders: ['creatures'], written: 'yaml', schema: BestiaryFile },
  spellbook: { folders: ['spells'], written: 'yaml', schema: SpellbookFile },
} as const satisfies Record<string, Kind>;

type Kind = {
  readonly folders: readonly [string, ...string[]];
  readonly written: 'markdown' | 'yaml';
  readonly schema: z.ZodType;
};

export type ContentKind = keyof typeof CONTENT_KINDS;

/** Kinds that hold figures for the rules. Players see them through sheets and rolls, never as files. */
export type FigureKind = 'bestiary' | 'spellbook';

/** The data of a kind, as its schema gives it back: defaults filled in. */
export type ContentData<Name extends ContentKind> = z.output<(typeof CONTENT_KINDS)[Name]['schema']>;

// The keys of the object are the union itself; `Object.keys` only forgets it.
export const KIND_NAMES = Object.keys(CONTENT_KINDS) as readonly ContentKind[];
