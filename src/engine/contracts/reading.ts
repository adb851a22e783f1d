import { z } from 'zod';
import { ReadAction } from './action.ts';
import { RollType } from './call-type.ts';
import { Exchange } from './exchange.ts';
import { asWord } from './written-values.ts';

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

export const READING_KINDS = ['act', 'speak', 'think', 'ask'] as const;

/**
 * What the player means. Sparse: an absent field means none. `ask` is a question to the game master outside the story, `think`
 * a request to weigh the situation.
 */
export const Reading = z.object({
  kind: z.preprocess(asWord, z.enum(READING_KINDS)).catch('act').default('act'),
  intent: z.string().max(400).default(''),
  /** BCP 47 tag of the player's language, when it is not the pack's. */
  language: z.string().max(35).default(''),
  call_type: z.preprocess(asWord, RollType).catch('narrative').default('narrative'),
  actions: z.array(ReadAction).max(6).default([]),
  /** Id (or name) of the place the player's character sets out for. */
  moves_to: Id.default(''),
  /** Ids of people asked to come along who are not of the party. */
  company: z.array(Id).max(12).default([]),
  /** Ids of people spoken to. */
  addressed: z.array(Id).max(12).default([]),
  triggers: z.array(MetTrigger).max(6).default([]),
  needs: ReadingNeeds.nullable().catch(null).default(null),
  /** What the player tries to notice. */
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
export const IndexedCharacter = Named.extend({
  title: z.string(),
  location: z.string(),
  status: z.string(),
});
export type IndexedCharacter = z.infer<typeof IndexedCharacter>;

/** A line of the index of past events. */
export const IndexedEvent = z.strictObject({
  id: Id,
  date: z.string(),
  type: z.string(),
  summary: z.string(),
  characters: z.array(Id),
});
export type IndexedEvent = z.infer<typeof IndexedEvent>;

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
  /** Things that lie at the place. */
  things: z.array(Named.extend({ portable: z.boolean() })),
  carried: z.array(Named.extend({ quantity: z.int() })),
  /** The money the persona's sheet keeps. */
  money: z.strictObject({ name: z.string(), amount: z.number() }).nullable(),
  /** Attacks, spells and powers of the persona, by name. */
  means: z.array(z.string()),
  triggers: z.array(ListedTrigger),
  checks: z.array(ListedCheck),
  /** Whether a fight goes on. */
  isFight: z.boolean(),
  /** The d100 table types the ruleset offers; empty where it has none. */
  tableTypes: z.array(RollType),
  /** Ids of records that are loaded already. */
  loaded: z.array(Id),
  characters: z.array(IndexedCharacter),
  events: z.array(IndexedEvent),
  eventTypes: z.array(z.string()),
  characterCategories: z.array(z.string()),
  lastExchange: Exchange.nullable(),
  /** Language of the pack, as a BCP 47 tag. */
  packLanguage: z.string(),
  /** The question that was asked for this action and the player's answer. */
  clarified: z.strictObject({ question: z.string(), answer: z.string() }).nullable(),
});
export type ReadInput = z.infer<typeof ReadInput>;
