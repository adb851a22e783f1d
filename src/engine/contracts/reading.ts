import { z } from 'zod';
import { Exchange } from './context-packet.ts';
import { coerceMinutes, coerceWord, createWordListCoercion } from './fields/coerce-values.ts';

/** The kinds of action the engine rules by. A model chooses one; the engine never reads it out of words. */
const ACTION_KINDS = [
  'talk',
  'look',
  'search',
  'move',
  'take',
  'drop',
  'give',
  'use',
  'trade',
  'threaten',
  'attack',
  'cast',
  'sneak',
  'tamper',
  'help',
  'rest',
  'wait',
  'flee',
  'yield',
  'other',
] as const;
export const ActionKind = z.enum(ACTION_KINDS);
export type ActionKind = z.infer<typeof ActionKind>;

/** Dangers of an action, in the words the ruleset's consequence tiers use. */
const RISK_FLAGS = ['violence', 'sensitive', 'contested', 'dangerous', 'pursuit', 'hostile_present'] as const;
const RiskFlag = z.enum(RISK_FLAGS);

const DIFFICULTIES = ['easy', 'normal', 'hard', 'desperate'] as const;
const Difficulty = z.enum(DIFFICULTIES);

const IdAction = z.string().max(200);

/** One thing the player's character tries, as the Reading understood it. Whether it is possible is for `rule` to say. */
export const ReadAction = z.object({
  kind: z.preprocess(coerceWord, ActionKind).catch('other'),
  /** The attempt in a few words, as players will read it beside a roll. */
  does: z.string().max(300).default(''),
  /** Id (or name) of the person, thing or place it is aimed at. */
  target: IdAction.default(''),
  /** Ids (or names) of further targets, when it is aimed at several. */
  targets: z.array(IdAction).max(12).default([]),
  /** Ids (or names) of the things it cannot be done without. */
  items: z.array(IdAction).max(8).default([]),
  /** Number of things taken, dropped or given. */
  quantity: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  /** Amount of money handed to the target, in the money of the persona's sheet. */
  pays: z.coerce.number().int().min(0).max(1_000_000).catch(0).default(0),
  /** Id of a check from the ruleset's list; empty when nothing about it is uncertain. */
  check: z.string().max(80).default(''),
  /** Id of the person who opposes the check. */
  opposed_by: IdAction.default(''),
  difficulty: z.preprocess(coerceWord, Difficulty.nullable()).catch(null).default(null),
  /** The attack, spell or power used, by the name on the sheet. */
  means: z.string().max(120).default(''),
  /** Spell slot level, when a spell is cast at a higher one. */
  level: z.coerce.number().int().min(0).max(9).catch(0).default(0),
  /** Whether a blow is meant to bring down without killing. */
  sparing: z.boolean().catch(false).default(false),
  risk: z.preprocess(createWordListCoercion(RISK_FLAGS), z.array(RiskFlag).max(6)).catch([]).default([]),
  minutes: z.preprocess(coerceMinutes, z.number().min(0).max(5_256_000)).catch(0).default(0),
});
export type ReadAction = z.infer<typeof ReadAction>;

/** The kinds of answer a turn calls for. `roll_result` uses the template of the roll it answers. */
const CALL_TYPES = [
  'narrative',
  'persuasion',
  'chaos',
  'battle',
  'roll_result',
  'chapter_start',
  'year_end',
] as const;
export const CallType = z.enum(CALL_TYPES);
export type CallType = z.infer<typeof CallType>;

/** The call types that may offer a d100 table and wait for a roll; a Reading chooses among these. */
export const ROLL_TYPES = ['narrative', 'persuasion', 'chaos', 'battle'] as const;
export const RollType = z.enum(ROLL_TYPES);
export type RollType = z.infer<typeof RollType>;

const Id = z.string().max(200);
const Words = z.array(z.string().max(200)).max(40).default([]);
const Day = z.string().max(40).default('');
const Line = z.string().max(1000);

/** The records and lore a turn needs, as searches. Every part may be absent. */
export const ReadingNeeds = z.object({
  characters: z
    .object({ keywords: Words, ids: Words, categories: Words, locations: Words, status: Words })
    .nullable()
    .catch(null)
    .default(null),
  events: z
    .object({ keywords: Words, characters: Words, types: Words, date_after: Day, date_before: Day })
    .nullable()
    .catch(null)
    .default(null),
  laws: z
    .object({ keywords: Words, status: z.enum(['active', 'repealed', '']).catch('').default('') })
    .nullable()
    .catch(null)
    .default(null),
  /** Search phrases for authored lore and history, written in the pack's language. */
  lore: Words,
  /** Ids of events the player asks to recall in detail. */
  recall: Words,
});
export type ReadingNeeds = z.infer<typeof ReadingNeeds>;

/** A trigger the player's words meet, with the words that meet it. */
export const MetTrigger = z.object({ id: z.string().max(200), quote: z.string().max(400).default('') });
export type MetTrigger = z.infer<typeof MetTrigger>;

const READING_KINDS = ['act', 'speak', 'think', 'ask'] as const;

/**
 * Meaning of the player's input. Sparse: an absent field means none. `ask` is a question to the game master outside the
 * story, `think` a request to weigh the situation.
 */
export const Reading = z.object({
  kind: z.preprocess(coerceWord, z.enum(READING_KINDS)).catch('act').default('act'),
  intent: z.string().max(400).default(''),
  /** BCP 47 tag of the player's language, when it is not the pack's. */
  language: z.string().max(35).default(''),
  call_type: z.preprocess(coerceWord, RollType).catch('narrative').default('narrative'),
  actions: z.array(ReadAction).max(6).default([]),
  /** Id (or name) of the place the player's character sets out for. */
  moves_to: Id.default(''),
  /** Ids of people asked to come along. The party comes unasked, unless the persona goes alone. */
  company: z.array(Id).max(12).default([]),
  /** Whether the persona goes alone, or with `company` only. The rest of the party stays. */
  alone: z.boolean().catch(false).default(false),
  /** Ids of people spoken to. */
  addressed: z.array(Id).max(12).default([]),
  triggers: z.array(MetTrigger).max(6).default([]),
  needs: ReadingNeeds.nullable().catch(null).default(null),
  /** Choices for a level the player takes; all of them may be left open. */
  level_up: z
    .object({
      class: z.string().max(40).default(''),
      hit_points: z
        .preprocess(coerceWord, z.enum(['average', 'roll']))
        .nullable()
        .catch(null)
        .default(null),
      subclass: z.string().max(80).default(''),
      abilities: z.record(z.string().max(40), z.coerce.number().int().min(0).max(2)).catch({}).default({}),
      spells: z.array(z.string().max(80)).max(20).default([]),
      /** Whether the player leaves what is still open to the rules. */
      standard: z.boolean().catch(false).default(false),
    })
    .nullable()
    .catch(null)
    .default(null),
  /** Things the player tries to notice. */
  notices: z.array(Line).max(6).default([]),
  /** Ids of people, things and places the words refer to beside those above. */
  refers_to: z.array(Id).max(20).default([]),
  assumptions: z.array(Line).max(6).default([]),
  /** One question with two to four options, only when two readings lead to clearly different outcomes. */
  question: z
    .object({ text: Line.min(1), options: z.array(z.string().min(1).max(200)).max(4).default([]) })
    .nullable()
    .catch(null)
    .default(null),
});
export type Reading = z.infer<typeof Reading>;

/** The reading used when no model could be understood, and for turns that skip `read`. */
export const PLAIN_READING: Reading = Reading.parse({});

const Named = z.strictObject({ id: Id, name: z.string() });

/** A line of the index of characters on record. */
export const CharacterIndexEntry = Named.extend({
  title: z.string(),
  location: z.string(),
  status: z.string(),
  /** Family tie to the persona; absent for people who are not related. */
  kin: z.string().optional(),
});
export type CharacterIndexEntry = z.infer<typeof CharacterIndexEntry>;

/** A line of the index of past events. */
export const EventIndexEntry = z.strictObject({
  id: Id,
  date: z.string(),
  type: z.string(),
  summary: z.string(),
  characters: z.array(Id),
});
export type EventIndexEntry = z.infer<typeof EventIndexEntry>;

/** A trigger as the reader sees it: its condition and what it belongs to, never what it reveals. */
export const ListedTrigger = z.strictObject({ id: Id, when: z.string(), about: z.string() });
export type ListedTrigger = z.infer<typeof ListedTrigger>;

/** A check of the ruleset as the reader sees it. */
export const ListedCheck = z.strictObject({ id: z.string(), label: z.string(), covers: z.string() });
export type ListedCheck = z.infer<typeof ListedCheck>;

/** Everything `read` decides from. */
export const ReadInput = z.strictObject({
  playerText: z.string(),
  persona: Named,
  date: z.string(),
  /** `description`: what its author says is seen there. */
  place: Named.extend({ description: z.string().optional() }).nullable(),
  present: z.array(
    Named.extend({
      role: z.string(),
      aliases: z.array(z.string()),
      side: z.string().optional(),
      /** `she/her`, where it is known. */
      pronouns: z.string().optional(),
    }),
  ),
  exits: z.array(
    z.strictObject({
      to: Id,
      label: z.string(),
      name: z.string().optional(),
      blocked: z.string().nullable(),
    }),
  ),
  /** Known places that open ways lead to over other places, the nearest first. */
  further: z.array(Named).optional(),
  /** Things that lie at the place. */
  things: z.array(Named.extend({ portable: z.boolean() })),
  carried: z.array(Named.extend({ quantity: z.int() })),
  /** The money the persona's sheet keeps, or the story's purse. The amount is null where the persona does not know it. */
  money: z.strictObject({ name: z.string(), amount: z.number().nullable() }).nullable(),
  /** Attacks, spells and powers of the persona, by name. */
  means: z.array(z.string()),
  triggers: z.array(ListedTrigger),
  checks: z.array(ListedCheck),
  /** Whether a fight goes on. */
  isFight: z.boolean(),
  /** The d100 table types the ruleset offers; empty where it has none. */
  tableTypes: z.array(RollType),
  /** Ids of records and titles of lore that are loaded already. */
  loaded: z.array(Id),
  characters: z.array(CharacterIndexEntry),
  events: z.array(EventIndexEntry),
  eventTypes: z.array(z.string()),
  characterCategories: z.array(z.string()),
  lastExchange: Exchange.nullable(),
  /** Language of the pack, as a BCP 47 tag. */
  packLanguage: z.string(),
  /** The question that was asked for this action and the player's answer. */
  clarified: z.strictObject({ question: z.string(), answer: z.string() }).nullable(),
});
export type ReadInput = z.infer<typeof ReadInput>;
