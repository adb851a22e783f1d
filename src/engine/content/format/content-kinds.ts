import type { z } from 'zod';
import { CharacterFrontmatter } from './character-file.ts';
import { EntryPointFile } from './entry-point-file.ts';
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
} as const satisfies Record<string, Kind>;

type Kind = {
  readonly folders: readonly [string, ...string[]];
  readonly written: 'markdown' | 'yaml';
  readonly schema: z.ZodType;
};

export type ContentKind = keyof typeof CONTENT_KINDS;

/** The data of a kind, as its schema gives it back: defaults filled in. */
export type ContentData<Name extends ContentKind> = z.output<(typeof CONTENT_KINDS)[Name]['schema']>;

// The keys of the object are the union itself; `Object.keys` only forgets it.
export const KIND_NAMES = Object.keys(CONTENT_KINDS) as readonly ContentKind[];
