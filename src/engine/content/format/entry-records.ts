import { z } from 'zod';
import { AgendaData } from './agenda-data.ts';
import { HoldingData, RelationshipData } from './character-file.ts';
import {
  CharacterReference,
  ContentId,
  DateText,
  EntityReference,
  JsonValue,
  Line,
  Lines,
  Name,
  PackOperations,
  Prose,
  references,
  referenceTo,
  Tags,
  Visibility,
} from './words.ts';

const Amount = z.number().min(-1e12).max(1e12);
const knownTo = references(CharacterReference)
  .max(32)
  .default([])
  .describe('Personas who know it from the start.');

export const ThreadData = z.strictObject({
  id: ContentId,
  title: Name,
  status: z.enum(['dormant', 'active', 'resolved', 'failed']).default('active'),
  stakes: Prose,
  related: references(EntityReference).max(60).default([]).describe('Entities it is about.'),
  tags: Tags.default([]),
  visibility: Visibility.default('hidden'),
  known_to: knownTo,
});

export const ClockData = z.strictObject({
  id: ContentId,
  name: Name,
  value: z.int().min(0).max(1000).default(0),
  max: z.int().min(1).max(1000),
  visibility: Visibility.default('gm'),
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
});

export const FactData = z.strictObject({
  id: ContentId.describe('For operations of this entry point; in play it becomes fact_0001.'),
  subject: EntityReference,
  predicate: Name,
  object: JsonValue.describe('A text, a number, or a structure.'),
  visibility: Visibility.default('hidden'),
  known_to: knownTo,
  confidence: z.number().min(0).max(1).default(1),
  triggers: Lines.max(20).default([]).describe('What a player may do or say to discover it.'),
  tags: Tags.default([]),
});

export const RelationData = z.strictObject({
  between: z.tuple([CharacterReference, CharacterReference]).describe('Two characters, in any order.'),
  trust: z.int().min(0).max(10).default(5),
  tension: z.int().min(0).max(10).default(0),
  closeness: z.int().min(0).max(10).default(0),
});

export const EntryRelationship = RelationshipData.extend({ from: CharacterReference });
export const EntryHolding = HoldingData.extend({
  owner: referenceTo('character', 'faction', 'location').describe(
    'A character, a faction, or a location (a chest, a shop).',
  ),
});

export const MissionData = z.strictObject({
  id: ContentId,
  title: Name,
  status: z
    .enum(['offered', 'accepted', 'in_progress', 'completed', 'failed', 'abandoned'])
    .default('offered'),
  objective: Prose,
  giver: CharacterReference.optional(),
  visibility: Visibility.default('public'),
  known_to: knownTo,
});

const Duration = z
  .string()
  .regex(
    /^(?=\S)(?:\d+ ?d(?:ays?)?)? ?(?:\d+ ?h(?:ours?)?)? ?(?:\d+ ?m(?:in(?:utes?)?)?)?$/,
    'write it like 3 days, 6h or 1d 12h 30m',
  );

export const DeadlineData = z
  .strictObject({
    id: ContentId,
    description: Prose,
    due: DateText.optional(),
    due_in: Duration.optional().describe('Counted from the start: "3 days", "6h", "1d 12h 30m".'),
    consequences: Prose,
    operations: PackOperations.default([]).describe('What the engine does when the moment passes.'),
    urgency: z.enum(['low', 'medium', 'high', 'critical']).default('medium'),
    related: references(EntityReference).max(40).default([]),
    visibility: Visibility.default('hidden'),
    known_to: knownTo,
  })
  .refine(({ due, due_in }) => (due === undefined) !== (due_in === undefined), {
    error: 'write exactly one of due and due_in',
  });

export const ResourceData = z.strictObject({
  id: ContentId,
  name: Name,
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
  visibility: Visibility.default('public'),
  known_to: knownTo,
});

export const EntryAgenda = AgendaData.extend({ character: CharacterReference });

export const AccountData = z.strictObject({
  id: ContentId,
  name: Name,
  currency: ContentId,
  balance: Amount.default(0),
});

export const ChapterData = z.strictObject({
  title: Name,
  summary: Prose.optional().describe('What the chapter is about; for the game master.'),
  begins_when: Line.optional().describe('What must have happened; the first chapter needs none.'),
});

export const ObservationData = z
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
