import { z } from 'zod';
import { MAX_KEY_LENGTH } from '#retrieval/lore-keys.ts';
import {
  AuthoredJsonObject,
  AuthoredVisibility,
  ContentId,
  defineReference,
  defineReferences,
  EntityReference,
  FactionReference,
  Line,
  Lines,
  LocationReference,
  Name,
  PackOperations,
  PromptText,
  Prose,
  Tags,
} from './field-types.ts';

/** Something that can be found out: it enters a campaign as a hidden fact about the thing whose file it stands in. */
export const DiscoverableData = z.strictObject({
  id: ContentId.describe(
    'Unique within the file, so that operations can name it as file_id.discoverable_id.',
  ),
  text: Prose.describe('What comes to light, as a full sentence. Never shown before it is discovered.'),
  triggers: Lines.min(1).describe('What a player may do or say to find it: "search behind the bar".'),
  predicate: Name.default('hides').describe('How it relates to its subject: hides, owes, fears.'),
  operations: PackOperations.default([]).describe(
    'What the engine does when it comes to light; all of them or none.',
  ),
  tags: Tags.default([]),
});
export type DiscoverableData = z.infer<typeof DiscoverableData>;

/** A pack's own words for a call type: what the narrator is told beside or in place of the engine's template. */
const CallTemplateData = z.strictObject({
  call: z
    .enum(['narrative', 'persuasion', 'chaos', 'battle', 'chapter_start', 'year_end'])
    .describe('The call type it is for.'),
  text: PromptText.optional().describe('How scenes of this type are told here.'),
  norms: Lines.default([]).describe('What is done and what is not done: "Nobody sits before the King."'),
  address: Lines.default([]).describe('Forms of address: "A duke is Vuestra Señoría."'),
  modifiers: Lines.default([]).describe('What weighs for or against: "a sworn homage: strongly for".'),
  replace: z
    .boolean()
    .default(false)
    .describe('True: in place of the engine’s template, except where a table of outcomes is due.'),
});

/** The templates of a world or a ruleset. */
export const CallTemplates = z
  .array(CallTemplateData)
  .max(12)
  .default([])
  .describe('Own templates for the call types: norms, forms of address, what weighs.');

const LoreKeyList = z.array(z.string().trim().min(1).max(MAX_KEY_LENGTH)).max(60);

/** Words by which the text of a file is wanted, beside what retrieval finds by itself. */
const loreKeys = {
  keys: LoreKeyList.default([]).describe(
    'Words that bring the text into the scene when the player or the last exchanges say them: whole words, in any case and language, or /pattern/i.',
  ),
  keys_also: z
    .strictObject({
      any: LoreKeyList.default([]).describe('At least one of these must have been said too.'),
      all: LoreKeyList.default([]).describe('All of these must have been said too.'),
      none: LoreKeyList.default([]).describe('None of these may have been said.'),
    })
    .prefault({})
    .describe('Further conditions; while they do not hold, the text stays out, however well it fits.'),
  always: z
    .boolean()
    .default(false)
    .describe('true: the text is in every scene, before everything that is searched for.'),
};

/** Keys every Markdown file may carry in its frontmatter. */
export const commonFrontmatter = {
  id: ContentId.describe('Unique in the pack; the file should carry the same name.'),
  name: Name.optional().describe('As people say it; left out, the first # heading.'),
  summary: Line.optional().describe('One line players may read in lists and when they meet it.'),
  tags: Tags.default([]).describe('Words retrieval can filter by.'),
  related_entities: defineReferences(EntityReference)
    .default([])
    .describe('Characters, locations, factions or items it speaks of.'),
  related_factions: defineReferences(FactionReference).default([]),
  related_locations: defineReferences(LocationReference).default([]),
  related_threads: defineReferences(defineReference('thread'))
    .default([])
    .describe('Threads of entry points it feeds.'),
  visibility: AuthoredVisibility.exclude(['hidden'])
    .default('public')
    .describe('Who may read the text below: public, or gm for the game master alone.'),
  ...loreKeys,
  extensions: AuthoredJsonObject.default({}).describe(
    'Data of other programs by name, such as a character card as JSON text. Kept as it is and written back on export.',
  ),
  overrides: z
    .string()
    .regex(/^[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*$/, 'name what is overridden as pack:id')
    .optional()
    .describe('pack:id of a file in a lower layer; the keys written here replace its keys, one by one.'),
};

/** Keys rulesets and entry points share. */
export const yamlCommon = {
  id: commonFrontmatter.id,
  name: Name,
  summary: Prose.describe('For people who choose what to play: no secrets.'),
  tags: commonFrontmatter.tags,
  overrides: commonFrontmatter.overrides,
};
