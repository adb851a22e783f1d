import { z } from 'zod';
import { AgendaData, CharacterStatus, figures, HoldingData, RelationshipData } from './character-file.ts';
import { yamlCommon } from './common-fields.ts';
import { EndingData, ResolvedWhenData, ResponseData } from './condition.ts';
import {
  AuthoredJsonObject,
  AuthoredVisibility,
  CharacterReference,
  ContentId,
  DateText,
  defineReference,
  defineReferences,
  EntityReference,
  ImagePath,
  JsonValue,
  Line,
  Lines,
  LocationReference,
  Name,
  PackOperations,
  PromptText,
  Prose,
  type ReferenceTarget,
  Tags,
} from './field-types.ts';

/** One of the people of an entry point, and what is particular about them in this story. */
export const CastMemberData = z.strictObject({
  character: CharacterReference,
  role: z.enum(['persona', 'npc']).default('npc').describe('persona: a player may play them.'),
  part: Line.optional().describe('What they are in this story: "the friend who did not come home".'),
  location: LocationReference.optional().describe(
    'Where they are at the start; left out, their usual place.',
  ),
  present: z
    .boolean()
    .optional()
    .describe('In the opening scene; left out: personas are, npcs if they are there.'),
  obscured: z.boolean().default(false).describe('In the opening scene, but nobody has noticed them.'),
  party: z
    .boolean()
    .default(false)
    .describe('A companion: travels with the personas and fights on their side.'),
  side: z
    .enum(['party', 'foes', 'neutral'])
    .optional()
    .describe('The side they take when a fight begins; left out, the fight decides.'),
  status: CharacterStatus.optional(),
  current_task: Line.optional().describe('What they are busy with in this story; left out, the usual.'),
  disposition: Prose.optional().describe('How they meet people in this story; left out, as usual.'),
  goals: Lines.max(8).default([]).describe('What they want in this story, beside what they always want.'),
  knows: Lines.max(20).default([]),
  withholds: Lines.max(20).default([]),
  ...figures,
  stat_block: AuthoredJsonObject.optional().describe(
    'Keys that differ from their stat block for the first ruleset.',
  ),
  inventory: z.array(HoldingData).max(100).default([]),
});
export type CastMemberData = z.infer<typeof CastMemberData>;

const Amount = z.number().min(-1e12).max(1e12);
const knownTo = defineReferences(CharacterReference)
  .max(32)
  .default([])
  .describe('Personas who know it from the start.');

const ThreadData = z.strictObject({
  id: ContentId,
  title: Name,
  status: z.enum(['dormant', 'active', 'resolved', 'failed']).default('active'),
  stakes: Prose,
  related: defineReferences(EntityReference).max(60).default([]).describe('Entities it is about.'),
  tags: Tags.default([]),
  resolved_when: ResolvedWhenData.optional(),
  visibility: AuthoredVisibility.default('hidden'),
  known_to: knownTo,
});

const ClockData = z.strictObject({
  id: ContentId,
  name: Name,
  value: z.int().min(0).max(1000).default(0),
  max: z.int().min(1).max(1000),
  visibility: AuthoredVisibility.default('gm'),
  known_to: knownTo,
  tags: Tags.default([]),
  triggers: z
    .array(
      z.strictObject({
        at: z.int().min(0).max(1000),
        description: Line,
        operations: PackOperations.default([]),
      }),
    )
    .max(20)
    .default([])
    .describe('What happens, once, when the clock first stands there.'),
  operations: PackOperations.default([]).describe('What the engine does, once, when the clock is full.'),
});

const FactData = z.strictObject({
  id: ContentId.describe('For operations of this entry point; in play it becomes fact_0001.'),
  subject: EntityReference,
  predicate: Name,
  object: JsonValue.describe('A text, a number, or a structure.'),
  visibility: AuthoredVisibility.default('hidden'),
  known_to: knownTo,
  confidence: z.number().min(0).max(1).default(1),
  triggers: Lines.max(20).default([]).describe('What a player may do or say to discover it.'),
  operations: PackOperations.default([]).describe(
    'What the engine does when it is discovered; all of them or none.',
  ),
  tags: Tags.default([]),
});

const RelationData = z.strictObject({
  between: z.tuple([CharacterReference, CharacterReference]).describe('Two characters, in any order.'),
  trust: z.int().min(0).max(10).default(5),
  tension: z.int().min(0).max(10).default(0),
  closeness: z.int().min(0).max(10).default(0),
});

const EntryRelationship = RelationshipData.extend({ from: CharacterReference });
const EntryHolding = HoldingData.extend({
  owner: defineReference('character', 'faction', 'location').describe(
    'A character, a faction, or a location (a chest, a shop).',
  ),
});

const MissionData = z.strictObject({
  id: ContentId,
  title: Name,
  status: z
    .enum(['offered', 'accepted', 'in_progress', 'completed', 'failed', 'abandoned'])
    .default('offered'),
  objective: Prose,
  giver: CharacterReference.optional(),
  experience: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Under SRD 5e: experience for each persona when it is completed.'),
  resolved_when: ResolvedWhenData.optional().describe('When it holds, the mission is completed.'),
  visibility: AuthoredVisibility.default('public'),
  known_to: knownTo,
});

const Duration = z
  .string()
  .regex(
    /^(?=\S)(?:\d+ ?d(?:ays?)?)? ?(?:\d+ ?h(?:ours?)?)? ?(?:\d+ ?m(?:in(?:utes?)?)?)?$/,
    'write it like 3 days, 6h or 1d 12h 30m',
  );

const DeadlineData = z
  .strictObject({
    id: ContentId,
    description: Prose,
    due: DateText.optional(),
    due_in: Duration.optional().describe('Counted from the start: "3 days", "6h", "1d 12h 30m".'),
    consequences: Prose,
    operations: PackOperations.default([]).describe('What the engine does when the moment passes.'),
    urgency: z.enum(['low', 'medium', 'high', 'critical']).default('medium'),
    related: defineReferences(EntityReference).max(40).default([]),
    visibility: AuthoredVisibility.default('hidden'),
    known_to: knownTo,
  })
  .refine(({ due, due_in }) => (due === undefined) !== (due_in === undefined), {
    error: 'write exactly one of due and due_in',
  });

const purse = z
  .boolean()
  .default(false)
  .describe(
    "What players' characters pay from where their sheets keep no money; the first one of a story counts.",
  );

const ResourceData = z.strictObject({
  id: ContentId,
  name: Name,
  purse,
  amount: Amount.min(0),
  max: Amount.min(0).optional().describe('Left out, the amount it starts with.'),
  depletion_rate: Amount.min(0).default(0),
  depletion_unit: z.enum(['per_hour', 'per_day', 'per_patient_per_day']).default('per_day'),
  patients: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe('How many draw on it, for per_patient_per_day.'),
  critical_level: Amount.min(0).default(0),
  consequence: Prose,
  operations: PackOperations.default([]),
  visibility: AuthoredVisibility.default('public'),
  known_to: knownTo,
});

const EntryResponse = ResponseData.extend({
  of: defineReference('character', 'location').describe('The character or place that answers.'),
});

const EntryAgenda = AgendaData.extend({ character: CharacterReference });

const AccountData = z.strictObject({
  id: ContentId,
  name: Name,
  currency: ContentId,
  balance: Amount.default(0),
  purse,
});

const ChapterData = z.strictObject({
  title: Name,
  summary: Prose.optional().describe('What the chapter is about; for the game master.'),
  begins_when: Line.optional().describe('What must have happened; the first chapter needs none.'),
});

const ObservationData = z
  .strictObject({
    character: CharacterReference,
    text: Line.describe('What they saw or believe, in their view.'),
    importance: z.int().min(1).max(5).default(3),
    source: z.enum(['witnessed', 'told', 'inferred']).default('witnessed'),
    told_by: CharacterReference.optional().describe('With source: told.'),
    inferred_from: Lines.max(20).min(1).optional().describe('With source: inferred. What it rests on.'),
    confidence: z.number().min(0).max(1).optional(),
  })
  .refine(({ source, told_by }) => (source === 'told') === (told_by !== undefined), {
    error: 'told_by belongs to source: told, and only to it',
    path: ['told_by'],
  })
  .refine(({ source, inferred_from }) => (source === 'inferred') === (inferred_from !== undefined), {
    error: 'inferred_from belongs to source: inferred, and only to it',
    path: ['inferred_from'],
  });

const EntryPointType = z.enum(['adventure', 'scenario', 'sandbox', 'quest']);

const included = (kind: ReferenceTarget) =>
  z.union([z.literal('all'), defineReferences(defineReference(kind))]);

/** Selection of pack contents that enter the campaign. The cast and its needs always enter. */
const Include = z.strictObject({
  characters: z.union([z.enum(['all', 'cast']), defineReferences(CharacterReference)]).default('all'),
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
  own_personas: z
    .boolean()
    .default(false)
    .describe('Players who join may bring personas they made themselves.'),
});

const list = <Item extends z.ZodType>(item: Item, most: number) => z.array(item).max(most).default([]);

const Prologue = z.string().trim().min(1).max(12_000);
const OpeningChoice = z.strictObject({
  name: Name.describe('Unique in the file.'),
  prologue: Prologue.describe('Prose players read before the first turn.'),
});

/** `entry_points/*.yaml`: one way into a world, from its opening scene to what moves behind it. */
export const EntryPointFile = z.strictObject({
  ...yamlCommon,
  type: EntryPointType,
  world: defineReference('world'),
  rulesets: defineReferences(defineReference('ruleset'))
    .min(1)
    .max(8)
    .describe('The first owns dice, schemas and pipeline; others add their text.'),
  cover: ImagePath.optional().describe('Image for lists of stories; left out, that of the pack.'),
  tone: Line.optional().describe('Left out, the tone of the world.'),
  stakes: Prose,
  goals: Lines.default([]).describe('What the players are after, in their own view.'),
  prologue: Prologue.optional().describe('Prose players read before the first turn. No secrets.'),
  openings: list(OpeningChoice, 40).describe(
    'Other ways the same story may begin. A player chooses one by name; its prologue is read in place of the usual one.',
  ),
  entry: PromptText.describe('What the game master must know on every turn of this story.'),
  entry_start: PromptText.describe('How the very first scene is to be told; used once.'),
  secrets: Lines.default([]).describe(
    'The truth behind the story. Only a game master who is one single model is told; the engine guards these words.',
  ),
  essentials: PromptText.optional().describe('`entry` in a few lines, for when the budget is tight.'),
  opening: Opening,
  scene_seed: AuthoredJsonObject.default({}).describe('The ruleset’s own state at the start.'),
  include: Include.prefault({}),
  cast: z.array(CastMemberData).min(1).max(200),
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
  responses: list(EntryResponse, 200).describe(
    'Like `responses` of a character or a place, for this story only.',
  ),
  endings: list(EndingData, 20).describe('Ways the story can end. The first that holds closes the campaign.'),
  accounts: list(AccountData, 100),
  chapters: list(ChapterData, 60),
  observations: list(ObservationData, 500),
  events: defineReferences(defineReference('event'))
    .default([])
    .describe('Events of the pack the chronicle opens with.'),
  calibration: CalibrationData.prefault({}).describe('What session zero starts from.'),
  custom: AuthoredJsonObject.default({}).describe('Campaign state nothing else has a place for.'),
});
export type EntryPointFile = z.infer<typeof EntryPointFile>;
