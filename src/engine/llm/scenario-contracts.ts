import { z } from 'zod';
import type { Json } from '#engine/util/canonical-json.ts';

/** Any JSON object; what a pack says was read as JSON. */
const JsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<{
  readonly [key: string]: Json;
}>;

/** Material for a new scenario: the author's wish and what players may know of the world. */
export const ScenarioLore = z.object({
  brief: z.string(),
  world: z.object({ name: z.string(), tone: z.string() }),
  /** Whether the rules are for a persona and one other character. */
  isForTwo: z.boolean(),
  places: z.array(
    z.object({ id: z.string(), name: z.string(), summary: z.string(), atmosphere: z.array(z.string()) }),
  ),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.string(),
      placeId: z.string(),
    }),
  ),
  factions: z.array(z.object({ name: z.string(), summary: z.string() })),
  threads: z.array(z.object({ title: z.string(), stakes: z.string() })),
  /** Stat blocks the ruleset accepts: of people players may be, and of others. */
  statBlocks: z.object({ personas: z.array(JsonObject), others: z.array(JsonObject) }),
  /** Openings of stories in this world. */
  openings: z.array(z.object({ placeId: z.string(), time: z.string(), sceneSeed: JsonObject })),
});
export type ScenarioLore = z.infer<typeof ScenarioLore>;

const Word = z.string().trim().min(1).max(100);
const Line = z.string().trim().min(1).max(400);
const Prose = z.string().trim().min(1).max(4000);
const Loose = z.record(z.string(), z.unknown());
/** A name, or nothing at all. */
const NameOrNobody = z.string().trim().max(130).default('');

/** The first step of a new scenario: what it is about, where it happens and who is in it. */
export const ScenarioOutline = z.object({
  title: Word,
  summary: Prose,
  tone: Line,
  stakes: Prose,
  /** Goals of the player's character. */
  goals: z.array(Line).min(1).max(4),
  /** The id of one of the world's places. */
  location: z.string().max(130),
  /** Cast, the persona first. `from` is the id of a person the world already has; empty for a new person. */
  cast: z
    .array(z.object({ name: Word, from: NameOrNobody, role: Line, tagline: Line, wants: Line }))
    .min(2)
    .max(8),
  /** `about` names people of the cast; `open` threads are known to players from the start. */
  threads: z
    .array(
      z.object({
        title: Word,
        stakes: Line,
        about: z.array(Word).max(8).default([]),
        open: z.boolean().default(true),
      }),
    )
    .min(1)
    .max(5),
  secrets: z
    .array(z.object({ holder: Word, secret: Line, triggers: z.array(Line).min(1).max(6) }))
    .min(1)
    .max(8),
  /** Things that matter; a thing without a holder lies in the place. */
  things: z
    .array(z.object({ name: Word, description: Line, held_by: NameOrNobody }))
    .max(3)
    .default([]),
});
export type ScenarioOutline = z.infer<typeof ScenarioOutline>;

/** The second step: everyone who is new worked out, with a stat block the ruleset accepts. */
export const ScenarioCast = z.object({
  characters: z
    .array(
      z.object({
        name: Word,
        pronouns: Word,
        appearance: Line,
        description: Prose,
        personality: z.array(Line).min(1).max(8),
        speech: Line,
        sample_lines: z.array(Line).min(1).max(5),
        goals: z.array(Line).min(1).max(4),
        red_lines: z.array(Line).max(4).default([]),
        knows: z.array(Line).max(6).default([]),
        stat_block: Loose,
      }),
    )
    .max(8),
});
export type ScenarioCast = z.infer<typeof ScenarioCast>;

/** The third step: what moves while people talk. */
export const ScenarioClocks = z.object({
  clocks: z
    .array(
      z.object({
        name: Word,
        max: z.int().min(3).max(12),
        open: z.boolean().default(true),
        /** The title of the thread that fails when it is full. */
        thread: Word,
        steps: z
          .array(z.object({ at: z.int().min(1).max(12), happens: Line }))
          .min(1)
          .max(6),
        /** Cast member who drives it out of the players' sight; empty when it only moves by actions. */
        mover: NameOrNobody,
        /** Hours it takes to fill without interference. */
        hours: z.int().min(1).max(240).default(12),
      }),
    )
    .min(1)
    .max(4),
  deadlines: z
    .array(z.object({ what: Line, due_in_hours: z.int().min(1).max(240), otherwise: Line }))
    .max(2)
    .default([]),
});
export type ScenarioClocks = z.infer<typeof ScenarioClocks>;

/** The last step: the opening scene, with a state the ruleset accepts, and what everyone knows at its start. */
export const ScenarioScene = z.object({
  time: Line,
  visibility: z.enum(['clear', 'dim', 'dark', 'obscured']).default('clear'),
  noise: z.enum(['silent', 'quiet', 'normal', 'loud', 'deafening']).default('normal'),
  constraints: z.array(Line).max(6).default([]),
  /** Cast members in the scene beside the persona. */
  present: z.array(Word).min(1).max(8),
  scene_seed: Loose,
  prologue: Prose,
  intro: Prose,
  observations: z
    .array(z.object({ character: Word, content: Line, importance: z.int().min(1).max(5) }))
    .max(24)
    .default([]),
});
export type ScenarioScene = z.infer<typeof ScenarioScene>;

/** Everything a scenario is made of. */
export type ScenarioParts = {
  readonly outline: ScenarioOutline;
  readonly cast: ScenarioCast;
  readonly clocks: ScenarioClocks;
  readonly scene: ScenarioScene;
};
