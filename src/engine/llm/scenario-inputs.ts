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
  /** How stories of this world begin. */
  openings: z.array(z.object({ placeId: z.string(), time: z.string(), sceneSeed: JsonObject })),
});
export type ScenarioLore = z.infer<typeof ScenarioLore>;

/** What each step of a scenario is asked with; the parts made so far stand beside the lore. */
export const ScenarioStepInput = z.object({ lore: ScenarioLore });
