import { z } from 'zod';
import { createConditionSchema } from '#engine/state/story-condition.ts';
import {
  CharacterReference,
  ContentId,
  DateText,
  defineReference,
  FactReference,
  Line,
  LocationReference,
  PackOperations,
  Prose,
} from './field-types.ts';

/** Structured condition as a pack writes it: with the ids of the pack. */
export const ConditionData = createConditionSchema({
  character: CharacterReference,
  location: LocationReference,
  item: defineReference('item'),
  holder: defineReference('character', 'faction', 'location'),
  fact: FactReference,
  record: ContentId,
  date: DateText,
});
export type ConditionData = z.infer<typeof ConditionData>;

/** `resolved_when` of threads and missions. */
export const ResolvedWhenData = z
  .union([Line, ConditionData])
  .describe(
    'A structured condition, judged by the engine, or plain words, judged by a model from the prose.',
  );

/** Answer of a character or a place to something a player does. */
export const ResponseData = z.strictObject({
  trigger: z
    .string()
    .trim()
    .min(1)
    .max(1200)
    .describe(
      'What a player may do or say to get it: "ask Marit for a room". Other ways to say it follow, each after a semicolon.',
    ),
  line: Prose.describe(
    'What is said or happens, word for word. A person’s line may hold their words in quotes.',
  ),
  operations: PackOperations.default([]).describe('What the engine does with it; all of them or none.'),
  once: z.boolean().default(true).describe('false: it may be given again and again.'),
  offered: z
    .boolean()
    .default(false)
    .describe(
      'true: its trigger, up to the first semicolon, is offered among the choices while it can be given.',
    ),
  requires: ConditionData.optional().describe('It is given only while this holds.'),
});
export type ResponseData = z.infer<typeof ResponseData>;

/** One way a story can end. */
export const EndingData = z.strictObject({
  id: ContentId,
  title: z.string().trim().min(1).max(120),
  when: ConditionData.describe(
    'Structured, never plain words. The first ending in the list that holds is reached.',
  ),
  epilogue: z.string().trim().min(1).max(24_000).describe('What players read at the end, word for word.'),
});
export type EndingData = z.infer<typeof EndingData>;
