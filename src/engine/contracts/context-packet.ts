import { z } from 'zod';

const Id = z.string();
const Text = z.string();

const Named = z.strictObject({ id: Id, name: Text });

/** Place and time of the scene, in words a person would use. */
export const SceneView = z.strictObject({
  index: z.int().min(0),
  /** The world's own date, written out: `12 March 1430`. */
  date: Text,
  timeOfDay: Text,
  /** `atmosphere`: the authored lines on how the place feels. */
  place: Named.extend({
    description: Text,
    atmosphere: z.array(Text),
    /** Part of town or country it lies in, in the author's words. */
    district: Text.optional(),
    /** Lasting effects of the place on those in it. */
    effects: z.array(Text).optional(),
  }).nullable(),
  /** `name` is what lies there, where the player knows it; `label` may only say how the way goes. */
  exits: z.array(z.strictObject({ to: Id, label: Text, name: Text.optional(), blocked: Text.nullable() })),
  visibility: Text,
  noise: Text,
  constraints: z.array(Text),
  chapter: z.strictObject({ number: z.int(), title: Text, about: Text.optional() }),
});
export type SceneView = z.infer<typeof SceneView>;

/** Character that a player plays. */
const PersonaView = Named.extend({
  /** Profile of the persona as the story knows it; refreshed from time to time. */
  profile: Text,
  /** Their condition and means at this moment, one line each: `HP 12/20`, `Torches 2`. */
  sheet: z.array(Text),
  /** Whether another player's character is somewhere else; absent for those in the scene. */
  isElsewhere: z.literal(true).exactOptional(),
});

/** Character other than a persona who is here, as the personas can perceive and the story may play them. */
export const CastMemberView = Named.extend({
  role: Text,
  /** Pronouns, or the gender where no pronouns are known. */
  pronouns: Text.optional(),
  description: Text,
  /** Lore about them, as it was found when they came into the scene; it stays the same until the next boundary. */
  about: Text.optional(),
  speech: Text,
  /** Visible feeling about what is going on. */
  disposition: Text,
  capabilities: Text,
  /** Part the entry point gives them in its story. */
  part: Text.optional(),
  goals: z.array(Text),
  redLines: z.array(Text),
  /** Lines the author wrote as samples of how they talk. */
  sampleLines: z.array(Text),
  /** Attitude towards the acting persona, in words and numbers; changes from turn to turn. */
  relation: Text,
  /** Items they carry openly. */
  carries: z.array(Text),
  /** Visible injuries; empty when unhurt. */
  condition: Text,
  /** Their numbers, where the ruleset shows the other side's: `AC 14, HP 7/11`. */
  numbers: Text,
  /** 1 carries the story, higher numbers stand further back and leave a full prompt first. */
  tier: z.int().min(1).max(9),
  /** Number of the exchange for which they first came into the prompt since SceneLore was last made anew; absent when they were there then. */
  since: z.int().min(0).optional(),
});
export type CastMemberView = z.infer<typeof CastMemberView>;

/** Something the personas know to be so. `text` is a whole sentence; `confidence` is absent where it is certain. */
const FactView = z.strictObject({
  id: Id,
  subjectId: Id,
  text: Text,
  confidence: z.number().min(0).max(1).optional(),
});

/** Authored or remembered knowledge that retrieval found for this scene. */
export const LoreView = z.strictObject({ id: Id, title: Text, text: Text });
export type LoreView = z.infer<typeof LoreView>;

/**
 * Everything a step may know about the moment. It contains nothing a player may not know. Hidden facts, what people withhold
 * and the game master's notes have a type of their own and are never included.
 */
export const ContextPacket = z.strictObject({
  scene: SceneView,
  personas: z.array(PersonaView).min(1),
  cast: z.array(CastMemberView),
  /**
   * Characters who were here since SceneLore was last rebuilt and have gone, and where to. Their sheets stay in the prompt
   * until the next rebuild.
   */
  left: z.array(CastMemberView.extend({ to: Text })).optional(),
  /** Things and places at hand that are neither people nor exits. */
  entities: z.array(Named.extend({ type: Text, description: Text, tags: z.array(Text) })),
  facts: z.array(FactView),
  threads: z.array(z.strictObject({ id: Id, title: Text, status: Text, stakes: Text })),
  clocks: z.array(z.strictObject({ id: Id, name: Text, value: z.int(), max: z.int() })),
  inventory: z.array(
    z.strictObject({
      ownerId: Id,
      itemId: Id,
      name: Text,
      description: Text.optional(),
      quantity: z.int(),
      flags: z.array(Text),
    }),
  ),
  /** `intensity` is below 0 where they are against each other. */
  relationships: z.array(z.strictObject({ fromId: Id, toId: Id, text: Text, intensity: z.int().optional() })),
  missions: z.array(z.strictObject({ id: Id, title: Text, status: Text, objective: Text })),
  /** `due` is the world's own date. */
  deadlines: z.array(
    z.strictObject({
      id: Id,
      text: Text,
      urgency: Text,
      due: Text.optional(),
      /** Names of people and places it concerns and its text does not name. */
      concerns: z.array(Text).optional(),
    }),
  ),
  investigation: z.array(z.strictObject({ threadId: Id, found: z.int(), of: z.int() })),
  pendingThreats: z.array(Text),
  activeSituations: z.array(Text),
  failureStreaks: z.record(Id, z.int().min(0)),
  calibration: z.strictObject({
    tone: Text,
    boundaries: z.array(Text),
    difficulty: Text,
    pacing: Text,
    notes: Text,
  }),
  /** Recent events, oldest first: at least ten of play, preceded by history in which a character present had a part. */
  recentEvents: z.array(
    z.strictObject({
      id: Id,
      /** A day of the world, without the hour. */
      date: Text,
      type: Text,
      summary: Text,
      /** People who had a part in it. */
      people: z.array(Named).optional(),
      /** The number of the exchange it came of, counted from 0; absent for history older than the campaign. */
      exchange: z.int().min(0).optional(),
      /** The narration of that exchange tells it; absent for events of scenes that are no exchange. */
      isTold: z.literal(true).optional(),
    }),
  ),
  /** The latest of the chapter so far, a line or so for each exchange. */
  summary: Text,
  /** Condensed story so far, oldest first: each entry covers all exchanges before the number `upTo`. */
  storySoFar: z.array(z.strictObject({ upTo: z.int().min(0), text: Text })),
  /** Memories that never fade, oldest first: deaths, missions, time skips. Those of the exchanges that are sent are left out. */
  kept: z.array(z.strictObject({ text: Text, date: Text, reason: Text })).optional(),
  /** SceneLore: what it was made of at the last boundary, best first, then each record pulled since, oldest first. */
  lore: z.array(
    LoreView.extend({
      kind: z.enum(['materialised', 'pull']),
      /** Id of the person whose record it is, when it is one. */
      personId: Id.optional(),
      /** The number of the exchange for which it was pulled, counted from 0; absent when it is not known. */
      exchange: z.int().min(0).optional(),
    }),
  ),
  /** The ruleset's own scene state, as lines. */
  rulesetState: z.array(Text),
});
export type ContextPacket = z.infer<typeof ContextPacket>;

/**
 * Knowledge that only the game master has. Only `narrate` receives it, and only when one model is the whole game master.
 * `audience` keeps it from fitting where a player's view is asked for.
 */
export const GameMasterSecrets = z.strictObject({
  audience: z.literal('gm'),
  /** With the condition under which each comes to light. */
  facts: z.array(FactView.extend({ triggers: z.array(Text) })),
  withholds: z.array(z.strictObject({ characterId: Id, text: Text })),
  /** Agendas that characters present pursue unobserved; absent when none has one. */
  agendas: z.array(z.strictObject({ characterId: Id, text: Text })).optional(),
  notes: z.array(Text),
  /** The author's notes that were looked up, each with the number of the exchange it was looked up for. Old recordings have no titles. */
  pulled: z
    .array(z.strictObject({ exchange: z.int().min(0), title: Text.default(''), text: Text }))
    .optional(),
  /** The author's notes for the whole story. They do not change between turns, so they stand in the cached part. */
  background: z.array(Text).optional(),
});
export type GameMasterSecrets = z.infer<typeof GameMasterSecrets>;

/** One exchange of the conversation, as it was said. `date` is the in-world date it was played on, where known. */
export const Exchange = z.strictObject({
  player: z.string(),
  narration: z.string(),
  date: z.string().optional(),
});
export type Exchange = z.infer<typeof Exchange>;
