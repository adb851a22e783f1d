import { z } from 'zod';
import { coerceMinutes, withMainField } from './fields/coerce-values.ts';
import { coerceStoryChoices, OfferedChoice } from './narration.ts';
import { OfferedOperation, ProposedObservation, ProposedOperation } from './proposed-changes.ts';

const Text = z.string().max(4000);
const Line = z.string().max(1000);
const Id = z.string().min(1).max(200);
const Ids = z.array(Id).max(40);
/** Number of the sentence of the prose an item comes from. A repair of that sentence takes the item back. */
const sentence = z.int().min(0).max(1000).optional();
const Tags = z.array(z.string().max(60)).max(20).default([]);

const EventItem = withMainField(
  'summary',
  z.object({
    type: Line.default('event'),
    summary: Line.min(1),
    characters: Ids.default([]),
    factions: Ids.default([]),
    tags: Tags,
    status: z.enum(['ongoing', 'resolved']).catch('resolved').default('resolved'),
    scope: z.enum(['campaign', 'world_affecting']).catch('campaign').default('campaign'),
    sentence,
  }),
);

const FactItem = z.object({ subject_id: Id, predicate: Line.min(1), detail: Line.min(1), sentence });

const PersonItem = z.object({
  name: Line.min(1),
  description: Text.default(''),
  role: Line.default(''),
  /** False for a character who is only spoken of. */
  present: z.boolean().catch(true).default(true),
  tags: Tags,
  sentence,
});

const ThingItem = z.object({
  name: Line.min(1),
  description: Text.default(''),
  /** Id or name of the place it lies at or the person who holds it; empty for here. */
  where: Line.default(''),
  sentence,
});

const PlaceItem = z.object({ name: Line.min(1), description: Text.default(''), sentence });

/** Location of a character at the end: a place id, `here`, or `gone` when it is unknown. */
const WhereItem = z.object({ id: Id, at: Line.min(1), sentence });

const StatusItem = z.object({ id: Id, status: Line.min(1), reason: Line.default(''), sentence });

/** A listed condition in plain words that the passage fulfils, with the words that do. */
const FulfilledItem = z.object({ id: Id, quote: Line.default(''), sentence });

const Shift = z.coerce.number().int().min(-10).max(10).catch(0).default(0);
const RelationItem = z.object({
  one: Id,
  other: Id,
  trust: Shift,
  tension: Shift,
  closeness: Shift,
  reason: Line.default(''),
  sentence,
});

const LawItem = z.object({
  title: Line.min(1),
  summary: Text.default(''),
  status: z.enum(['enacted', 'repealed']).catch('enacted'),
  sentence,
});

const DialogueItem = withMainField(
  'speaker',
  z.object({
    speaker: Line,
    to: Line.default(''),
    gist: Line.default(''),
    /** Answer of the speaker to a wish of a player's character; absent when nothing was wanted or decided. */
    stance: z.enum(['gives_way', 'holds_out']).optional().catch(undefined),
    sentence,
  }),
);

/** For a table that was offered: how long a row takes and what it changes when it is hit. */
const RowItem = z.object({
  from: z.int().min(1).max(100),
  minutes: z.preprocess(coerceMinutes, z.number().min(0).max(5_256_000)).catch(0).default(0),
  operations: z.array(ProposedOperation).max(12).default([]),
  /** Held triggers that are met when the row is hit. */
  triggers: z.array(Line).max(4).default([]),
});

/**
 * Changes a narration made true. Sparse: an absent field means that nothing of its kind happened. Everything is a proposal
 * that the engine decides on. A character without a new location stays.
 */
export const Outcome = z.object({
  summary: Text.default(''),
  minutes: z.preprocess(coerceMinutes, z.number().min(0).max(5_256_000)).catch(0).default(0),
  /** Id or name of the place the scene has moved to; empty when it stayed. */
  place: Line.default(''),
  where: z.array(WhereItem).max(40).default([]),
  events: z.array(EventItem).max(12).default([]),
  observations: z.array(ProposedObservation).max(40).default([]),
  facts: z.array(FactItem).max(12).default([]),
  people: z.array(PersonItem).max(8).default([]),
  things: z.array(ThingItem).max(12).default([]),
  places: z.array(PlaceItem).max(4).default([]),
  threads: z.array(StatusItem).max(12).default([]),
  missions: z.array(StatusItem).max(12).default([]),
  /** Conditions of threads and missions that have come true. */
  fulfilled: z.array(FulfilledItem).max(12).default([]),
  relations: z.array(RelationItem).max(12).default([]),
  laws: z.array(LawItem).max(6).default([]),
  dialogue: z.array(DialogueItem).max(30).default([]),
  operations: z.array(ProposedOperation).max(20).default([]),
  rows: z.array(RowItem).max(8).default([]),
  /** For the game master: where this may go, a line of context shown above the choices, and why the state changes. */
  thinking: Text.default(''),
  context: Text.default(''),
  rationale: Text.default(''),
  /** Only asked for when the narrator gave none. */
  choices: z.preprocess(coerceStoryChoices, z.array(OfferedChoice).max(12)).default([]),
});
export type Outcome = z.infer<typeof Outcome>;

const Named = z.strictObject({ id: Id, name: z.string() });

/** Input from which `record` reads the outcome. It contains no secret. */
export const RecordInput = z.strictObject({
  /** The prose, sentence by sentence. */
  sentences: z.array(z.string()).min(1),
  playerText: z.string(),
  personas: z.array(Named),
  /** Characters, places and things whose id may be needed. */
  present: z.array(Named.extend({ role: z.string() })),
  elsewhere: z.array(Named.extend({ at: z.string() })),
  place: Named.nullable(),
  places: z.array(Named),
  things: z.array(Named.extend({ at: z.string() })),
  carried: z.array(Named.extend({ quantity: z.int() })),
  threads: z.array(z.strictObject({ id: Id, title: z.string(), status: z.string() })),
  missions: z.array(z.strictObject({ id: Id, title: z.string(), status: z.string(), objective: z.string() })),
  /** Conditions in plain words under which a thread or a mission is over; absent where there are none. */
  conditions: z.array(z.strictObject({ id: Id, when: z.string() })).exactOptional(),
  clocks: z.array(z.strictObject({ id: Id, name: z.string(), value: z.int(), max: z.int() })),
  laws: z.array(z.strictObject({ id: Id, title: z.string() })),
  deadlines: z.array(z.strictObject({ id: Id, text: z.string() })),
  /** Latest known facts, so that one that is no longer so can be changed. */
  facts: z.array(z.strictObject({ id: Id, text: z.string() })),
  /** Values of the ruleset's state and the persona's sheet, by the path operations name them with. */
  state: z.array(z.string()),
  /** Meanings and possible values of the fields of that state, by their paths; absent where the author explains none. */
  stateFields: z.array(z.string()).exactOptional(),
  /** Changes the rules have already made this turn, as sentences. They are not to be proposed again. */
  done: z.array(z.string()),
  /** Minutes the rules have fixed, and the most that may pass. */
  minutes: z.strictObject({ fixed: z.number(), most: z.number() }),
  operations: z.array(OfferedOperation),
  eventTypes: z.array(z.string()),
  /** Rows of the table the narrator offered. */
  rows: z.array(z.strictObject({ from: z.int(), to: z.int(), outcome: z.string() })),
  /** Triggers the player's words met and that wait for the roll on the table; absent where none does. */
  held: z.array(z.strictObject({ id: Id, when: z.string() })).exactOptional(),
  /** Whether the narrator gave no choices, so that `record` has to. */
  needsChoices: z.boolean(),
  /** Choices are written in this language, everything else in the pack's. */
  language: z.string(),
  packLanguage: z.string(),
  date: z.string(),
});
export type RecordInput = z.infer<typeof RecordInput>;
