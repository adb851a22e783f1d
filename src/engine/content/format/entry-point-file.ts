import { z } from 'zod';
import { CastMember } from './entry-cast.ts';
import {
  AccountData,
  ChapterData,
  ClockData,
  DeadlineData,
  EntryAgenda,
  EntryHolding,
  EntryRelationship,
  FactData,
  MissionData,
  ObservationData,
  RelationData,
  ResourceData,
  ThreadData,
} from './entry-records.ts';
import {
  CharacterReference,
  DateText,
  JsonObject,
  Line,
  Lines,
  LocationReference,
  PromptText,
  Prose,
  references,
  referenceTo,
  type Target,
} from './words.ts';
import { yamlCommon } from './yaml-common.ts';

export const EntryPointType = z.enum(['adventure', 'scenario', 'sandbox', 'quest']);
export type EntryPointType = z.infer<typeof EntryPointType>;

const included = (kind: Target) => z.union([z.literal('all'), references(referenceTo(kind))]);

/** What of the packs enters the campaign. The cast and what it needs always does. */
const Include = z.strictObject({
  characters: z.union([z.enum(['all', 'cast']), references(CharacterReference)]).default('all'),
  locations: included('location').default('all'),
  factions: included('faction').default('all'),
  items: included('item').default('all'),
  laws: included('law').default('all'),
});

const Opening = z.strictObject({
  location: LocationReference,
  time: DateText.describe('When play begins, with the hour: "2091-03-15 20:30".'),
  visibility: z.enum(['clear', 'dim', 'dark', 'obscured']).default('clear'),
  noise: z.enum(['silent', 'quiet', 'normal', 'loud', 'deafening']).default('normal'),
  constraints: Lines.max(20)
    .default([])
    .describe('What binds everybody in the scene: "the lift does not move".'),
});

const CalibrationData = z.strictObject({
  tone: Line.optional(),
  boundaries: Lines.max(40).default([]).describe('What stays off the table.'),
  difficulty: z.enum(['gentle', 'normal', 'hard', 'brutal']).default('normal'),
  pacing: z.enum(['slow', 'normal', 'fast']).default('normal'),
});

const list = <Item extends z.ZodType>(item: Item, most: number) => z.array(item).max(most).default([]);

/** `entry_points/*.yaml`: one way into a world, from its opening scene to what moves behind it. */
export const EntryPointFile = z.strictObject({
  ...yamlCommon,
  type: EntryPointType,
  world: referenceTo('world'),
  rulesets: references(referenceTo('ruleset'))
    .min(1)
    .max(8)
    .describe('The first owns dice, schemas and pipeline; others add their text.'),
  tone: Line.optional().describe('Left out, the tone of the world.'),
  stakes: Prose,
  goals: Lines.default([]).describe('What the players are after, in their own view.'),
  prologue: Prose.optional().describe('Prose players read before the first turn. No secrets.'),
  entry: PromptText.describe('What the game master must know on every turn of this story.'),
  entry_start: PromptText.describe('How the very first scene is to be told; used once.'),
  secrets: Lines.default([]).describe(
    'The truth behind the story. Only a game master who is one single model is told; the engine guards these words.',
  ),
  essentials: PromptText.optional().describe('`entry` in a few lines, for when the budget is tight.'),
  opening: Opening,
  scene_seed: JsonObject.default({}).describe('The ruleset’s own state at the start.'),
  include: Include.prefault({}),
  cast: z.array(CastMember).min(1).max(200),
  max_personas: z.int().min(1).max(16).default(1),
  threads: list(ThreadData, 100),
  clocks: list(ClockData, 100),
  facts: list(FactData, 500),
  relations: list(RelationData, 500),
  relationships: list(EntryRelationship, 500),
  inventory: list(EntryHolding, 500),
  missions: list(MissionData, 100),
  deadlines: list(DeadlineData, 100),
  resources: list(ResourceData, 100),
  agendas: list(EntryAgenda, 100),
  accounts: list(AccountData, 100),
  chapters: list(ChapterData, 60),
  observations: list(ObservationData, 500),
  events: references(referenceTo('event'))
    .default([])
    .describe('Events of the pack the chronicle opens with.'),
  calibration: CalibrationData.prefault({}).describe('What session zero starts from.'),
  custom: JsonObject.default({}).describe('Campaign state nothing else has a place for.'),
});
export type EntryPointFile = z.infer<typeof EntryPointFile>;
