import { z } from 'zod';
import { ContentId, ImagePath, Line, Name, Prose } from './field-types.ts';

/** From the ground up: a pack of a higher layer may override, field by field, what lower layers say. */
export const LAYERS = ['core', 'setting', 'regional', 'adventure', 'homebrew'] as const;
export const Layer = z.enum(LAYERS);
export type Layer = z.infer<typeof Layer>;

export const PackVersion = z
  .string()
  .max(60)
  .regex(
    /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})(?:-[0-9A-Za-z.-]+)?$/,
    'a version is three numbers, like 1.0.0',
  );

const Dependency = z.strictObject({
  id: ContentId.describe('The id of the pack this one stands on.'),
  version: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .default('*')
    .describe('A semver range: ^1.2.0, >=1.0.0 <3, 1.x.'),
});

const License = z.strictObject({
  type: z.enum(['commercial', 'cc0', 'cc-by', 'cc-by-sa', 'custom']),
  publisher: Name.optional(),
  attribution: Prose.optional().describe('What the licence asks to be said, word for word.'),
  url: z.url().max(400).optional(),
  sku: Name.optional(),
});

const Count = z
  .union([z.int().min(0), z.string().regex(/^~\d{1,7}$/, 'about so many is written ~150')])
  .describe('How many; "~150" means about so many.');

const Provides = z.strictObject({
  worlds: Count.optional(),
  rulesets: Count.optional(),
  entry_points: Count.optional(),
  characters: Count.optional(),
  npcs: Count.optional().describe('Another name for characters.'),
  locations: Count.optional(),
  factions: Count.optional(),
  culture: Count.optional(),
  history: Count.optional(),
  technology: Count.optional(),
  items: Count.optional(),
  events: Count.optional(),
  laws: Count.optional(),
  creatures: Count.optional(),
  spells: Count.optional(),
  chunks: Count.optional(),
});

const Declared = z.strictObject({ id: ContentId, name: Name.optional(), description: Line.optional() });

/** `pack.yaml`: what the pack is, which packs it stands on, and the words it declares for all its files. */
export const PackManifest = z.strictObject({
  format: z.literal(1).default(1).describe('The version of this file format.'),
  id: ContentId.describe('The namespace of everything in the pack; the folder should carry the same name.'),
  name: Name,
  version: PackVersion.describe(
    'Raise it whenever the pack changes: campaigns remember the one they began with.',
  ),
  summary: Prose.describe('Two or three sentences for people who choose what to play.'),
  cover: ImagePath.optional().describe('Image for lists of packs and stories.'),
  genre: Name.optional(),
  layer: Layer.describe('core < setting < regional < adventure < homebrew.'),
  starter: z
    .boolean()
    .default(false)
    .describe('true: its stories stand first in every list, for people who have never played.'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'a language is a tag like en or pt-BR')
    .default('en'),
  authors: z.array(Name).max(40).default([]),
  license: License.optional(),
  depends_on: z.array(Dependency).max(40).default([]),
  provides: Provides.optional().describe('What a reader may expect to find; the checker counts.'),
  event_types: z.array(Declared).max(100).default([]).describe('The kinds of events its chronicle knows.'),
  character_categories: z
    .array(Declared)
    .max(100)
    .default([])
    .describe('The groups its characters fall into.'),
});
export type PackManifest = z.infer<typeof PackManifest>;
