import { z } from 'zod';
import { Kin } from '#engine/domain/kin.ts';
import { commonFrontmatter, DiscoverableData } from './common-fields.ts';
import { ResponseData } from './condition.ts';
import {
  AuthoredJsonObject,
  AuthoredVisibility,
  CharacterReference,
  ContentId,
  DateText,
  defineReference,
  FactionReference,
  ImagePath,
  Line,
  Lines,
  LocationReference,
  Name,
  PackOperations,
  PromptText,
  Prose,
} from './field-types.ts';

/** Goal a character pursues off-screen. */
export const AgendaData = z.strictObject({
  goal: Prose,
  progress: z.number().min(0).max(100).default(0).describe('Percent done when the campaign begins.'),
  pace_per_day: z.number().min(0).max(100).default(0).describe('Points gained in a day of world time.'),
  milestones: z
    .array(
      z.strictObject({
        at: z.number().min(0).max(100),
        description: Line,
        operations: PackOperations.default([]),
      }),
    )
    .max(20)
    .default([]),
  blocking_factors: Lines.max(20).default([]).describe('While one of these stands, nothing moves.'),
});
export type AgendaData = z.infer<typeof AgendaData>;

const TIERS = ['major', 'supporting', 'minor'] as const;

export const CharacterStatus = z.enum(['active', 'away', 'captive', 'unconscious', 'dead']);

export const RelationshipData = z.strictObject({
  to: CharacterReference,
  type: ContentId.describe('What they are to the other: debtor, mother, sworn_enemy.'),
  kin: Kin.optional().describe(
    'For family alone: `parent` says that they are a parent of the other. Also counts for the other side.',
  ),
  intensity: z.int().min(-10).max(10).default(0).describe('-10 hatred … 10 devotion.'),
  notes: Line.optional(),
  visibility: AuthoredVisibility.default('gm'),
});

export const HoldingData = z.strictObject({
  item: defineReference('item'),
  quantity: z.int().min(1).max(1_000_000_000).default(1),
  flags: z.array(Line).max(12).default([]).describe('What is remarkable: equipped, stolen.'),
});

const MemoryData = z.strictObject({
  text: Line.describe('In the character’s own view: "Tomas lied about the tide."'),
  importance: z.int().min(1).max(5).default(3),
});

const seen = {
  title: Name.optional().describe('Rank or trade as people would say it: "Constable of Castile".'),
  role: Line.optional().describe('What they are in the world, one line.'),
  portrait: ImagePath.optional().describe('Image of the character, for players who know them.'),
  appearance: Prose.max(2000).optional().describe('What anybody can see.'),
  gender: Name.optional(),
  pronouns: Name.optional(),
  born: DateText.optional().describe('A date of birth, never an age.'),
  died: DateText.optional(),
  faction: FactionReference.optional(),
  location: LocationReference.optional().describe('Where they are to be found when nothing else is said.'),
  current_task: Line.optional().describe('What they are busy with.'),
  categories: z
    .array(defineReference('character_category'))
    .max(12)
    .default([])
    .describe('Declared in pack.yaml: character_categories.'),
  tier: z
    .enum(TIERS)
    .default('supporting')
    .describe('When the budget is tight, minor ones are dropped first.'),
  status: CharacterStatus.default('active'),
  playable: z.boolean().default(false).describe('Players may take them as their persona.'),
};

const mind = {
  personality: Lines.max(20).default([]),
  speech_style: Prose.optional().describe('How they talk: rhythm, favourite words, what they never say.'),
  sample_lines: Lines.default([]).describe('Two to five lines only they would say.'),
  disposition: Prose.optional().describe('How they meet strangers tonight.'),
  interests: Lines.default([]),
  goals: Lines.max(12).default([]),
  red_lines: Lines.max(20).default([]).describe('What they will not do, whatever is offered.'),
  capabilities: Prose.optional().describe('What they can do to help or to harm.'),
  escalation: z
    .enum(['soft', 'hard', 'lethal'])
    .default('hard')
    .describe('How far they go when crossed: the profile bystander, usual or killer.'),
  escalation_profile: ContentId.optional().describe('Or a profile of the ruleset by its name.'),
  alignment: Name.optional().describe('Internal label; never reaches a player.'),
  mbti: Name.optional().describe('Internal label; never reaches a player.'),
  knows: Lines.max(40).default([]).describe('What they know and may tell.'),
  withholds: Lines.max(40).default([]).describe('What they know and hide. The engine guards these words.'),
  memories: z.array(MemoryData).max(40).default([]).describe('What they remember when a campaign begins.'),
  agenda: AgendaData.optional(),
  gm_notes: Lines.default([]),
  prompt: PromptText.optional().describe('Anything else whoever plays them must know.'),
  essentials: PromptText.optional().describe('The character in two lines, for when the budget is tight.'),
};

/** Figures taken from a bestiary and a spellbook of this pack or of one it depends on, for SRD 5e. */
export const figures = {
  creature: defineReference('creature')
    .optional()
    .describe(
      'Creature whose figures they have; their stat block for srd5e then holds only keys that differ.',
    ),
  spells: z
    .array(defineReference('spell'))
    .max(60)
    .default([])
    .describe('Spells they know beside those of the creature or the stat block.'),
};

/**
 * `characters/*.md` (or `npcs/*.md`): a person. Holds the visible looks, the inner life and the data the rules need.
 */
export const CharacterFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.enum(['character', 'npc']).optional(),
  ...seen,
  ...mind,
  relationships: z.array(RelationshipData).max(60).default([]),
  inventory: z.array(HoldingData).max(100).default([]),
  discoverables: z.array(DiscoverableData).max(40).default([]),
  responses: z
    .array(ResponseData)
    .max(40)
    .default([])
    .describe('What they answer to what a player does or says.'),
  ...figures,
  stat_blocks: z
    .record(defineReference('ruleset'), AuthoredJsonObject)
    .default({})
    .describe('By ruleset id; each must satisfy that ruleset’s stat_block_schema.'),
});
export type CharacterFrontmatter = z.infer<typeof CharacterFrontmatter>;
