import { z } from 'zod';
import { CalendarChoice } from '#engine/rules/calendar-choice.ts';
import { CallTemplates, commonFrontmatter, DiscoverableData } from './common-fields.ts';
import { ResponseData } from './condition.ts';
import {
  AuthoredJsonObject,
  CharacterReference,
  DateText,
  defineReference,
  defineReferences,
  FactionReference,
  ImagePath,
  Line,
  Lines,
  LocationReference,
  Name,
  PromptText,
  Prose,
} from './field-types.ts';

/** `worlds/*.md`: a setting. The text below the frontmatter is its lore. */
export const WorldFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('world').optional(),
  tone: Line.describe('A few words the narrator can hear: "rain-slick, wry, tender under the armour".'),
  calendar: CalendarChoice.default('gregorian').describe('A built-in calendar, or one of its own.'),
  cover: ImagePath.optional().describe('Image that stands for the world.'),
  map: ImagePath.optional().describe('Map that players may see. No secrets.'),
  prompt: PromptText.describe('What the narrator must know about this world on every single turn.'),
  essentials: PromptText.optional().describe('The same in a few lines, for when the budget is tight.'),
  themes: Lines.default([]),
  taboos: Lines.default([]).describe('What does not exist or never happens here.'),
  templates: CallTemplates,
});
export type WorldFrontmatter = z.infer<typeof WorldFrontmatter>;

const ExitData = z.strictObject({
  to: LocationReference.describe('The location it leads to.'),
  label: Line.optional().describe('How it looks from here: "a rusted hatch in the floor".'),
  minutes: z.number().min(0).max(1_000_000).optional().describe('How long the way takes on foot.'),
  blocked: Line.optional().describe('Why nobody can pass now; leave out when the way is open.'),
  secret: z.boolean().default(false).describe('Players do not see it until it is found.'),
  one_way: z
    .boolean()
    .default(false)
    .describe('Say so when there is no way back; otherwise the checker asks.'),
});

/** `locations/*.md`: a place. */
export const LocationFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('location').optional(),
  image: ImagePath.optional().describe('Picture or plan of the place, for players who know it. No secrets.'),
  district: Name.optional().describe('The part of town or country it lies in.'),
  part_of: LocationReference.optional().describe('The larger location it lies within.'),
  exits: z
    .array(ExitData)
    .max(60)
    .optional()
    .describe(
      'The ways out. [] is a place without any; left out, the map is not drawn and every place can be reached.',
    ),
  atmosphere: Lines.default([]).describe('What one sees, hears and smells; short, ready to be woven in.'),
  effects: Lines.max(40).default([]).describe('What the place does to those in it: "slippery underfoot".'),
  scene_state: AuthoredJsonObject.optional().describe(
    'What the ruleset’s state is at this place, when the scene comes here first: { rest: safe }.',
  ),
  discoverables: z.array(DiscoverableData).max(40).default([]),
  responses: z
    .array(ResponseData)
    .max(40)
    .default([])
    .describe('What the place answers to what a player does.'),
  gm_notes: Lines.default([]).describe('For the game master alone.'),
});
export type LocationFrontmatter = z.infer<typeof LocationFrontmatter>;

/** `factions/*.md`: a house, guild, company or gang. */
export const FactionFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('faction').optional(),
  leader: CharacterReference.optional().describe('A character.'),
  seat: LocationReference.optional().describe('The location it is run from.'),
  goals: Lines.default([]).describe('What it is after; for the game master.'),
  methods: Lines.default([]),
  assets: Lines.default([]),
  attitudes: z
    .array(z.strictObject({ to: FactionReference, stance: Prose }))
    .max(40)
    .default([])
    .describe('How it stands to other factions.'),
  withholds: Lines.default([]).describe('What it hides. The engine guards these words.'),
  discoverables: z.array(DiscoverableData).max(40).default([]),
  gm_notes: Lines.default([]),
});
export type FactionFrontmatter = z.infer<typeof FactionFrontmatter>;

/** `culture/*.md`: how people live, speak, believe, eat, mourn. */
export const CultureFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('culture').optional(),
});

/** `history/*.md`: what happened before and made the present. */
export const HistoryFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('history').optional(),
  from: DateText.optional(),
  to: DateText.optional(),
});

/** `technology/*.md`: what tools, crafts or magic can and cannot do. */
export const TechnologyFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('technology').optional(),
});

/** `items/*.md`: a thing people can hold, want, lose. */
export const ItemFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('item').optional(),
  location: LocationReference.optional().describe('Where it lies when nobody carries it.'),
  portable: z.boolean().default(true),
  value: Line.optional().describe('What it would fetch.'),
  attributes: AuthoredJsonObject.default({}).describe('Whatever a ruleset wants to know of it.'),
  discoverables: z.array(DiscoverableData).max(40).default([]),
  gm_notes: Lines.default([]),
});

/** `events/*.md`: one thing that happened on one day; entry points may open their chronicle with it. */
export const EventFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('event').optional(),
  date: DateText,
  event_type: defineReference('event_type').describe('Declared in pack.yaml: event_types.'),
  characters: defineReferences(CharacterReference).default([]),
  factions: defineReferences(FactionReference).default([]),
  location: LocationReference.optional(),
  status: z.enum(['ongoing', 'resolved']).default('resolved'),
});

/** `laws/*.md`: what is forbidden, owed or granted. What is law is public. */
export const LawFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('law').optional(),
  status: z.enum(['active', 'repealed']).default('active'),
  enacted: DateText,
  repealed: DateText.optional(),
  jurisdiction: Name.optional(),
  penalty: Prose.optional(),
});

export type CultureFrontmatter = z.infer<typeof CultureFrontmatter>;
export type HistoryFrontmatter = z.infer<typeof HistoryFrontmatter>;
export type TechnologyFrontmatter = z.infer<typeof TechnologyFrontmatter>;
export type ItemFrontmatter = z.infer<typeof ItemFrontmatter>;
export type EventFrontmatter = z.infer<typeof EventFrontmatter>;
export type LawFrontmatter = z.infer<typeof LawFrontmatter>;
