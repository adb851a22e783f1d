import { z } from 'zod';

const Line = z.string().min(1).max(400);
const Prose = z.string().min(1).max(4000);
const Loose = z.record(z.string(), z.unknown());

/** The first step of a new scenario: what it is about and who is in it. */
export const ScenarioOutline = z.object({
  title: Line,
  summary: Prose,
  tone: Line,
  stakes: Prose,
  location: z.object({ name: Line, description: Prose }),
  /** The persona first. */
  cast: z
    .array(z.object({ name: Line, role: Line, tagline: Line, wants: Line }))
    .min(2)
    .max(8),
  threads: z
    .array(z.object({ title: Line, stakes: Line }))
    .max(5)
    .default([]),
  secrets: z
    .array(z.object({ holder: Line, secret: Line, trigger: Line }))
    .max(8)
    .default([]),
});
export type ScenarioOutline = z.infer<typeof ScenarioOutline>;

/** The second step: everyone worked out, with a stat block the ruleset's schema accepts. */
export const ScenarioCast = z.object({
  characters: z
    .array(
      z.object({
        name: Line,
        description: Prose,
        personality: z.array(Line).min(1).max(8),
        speech: Line,
        goals: z.array(Line).min(1).max(4),
        red_lines: z.array(Line).max(4).default([]),
        stat_block: Loose,
      }),
    )
    .min(2)
    .max(8),
});
export type ScenarioCast = z.infer<typeof ScenarioCast>;

/** The third step: the opening scene, with a state the ruleset's schema accepts, and what everyone knows at its start. */
export const ScenarioScene = z.object({
  scene_seed: Loose,
  intro: Prose,
  goals: z
    .array(z.object({ character: Line, goal: Line }))
    .max(8)
    .default([]),
  observations: z
    .array(z.object({ character: Line, content: Line, importance: z.int().min(1).max(5) }))
    .max(24)
    .default([]),
});
export type ScenarioScene = z.infer<typeof ScenarioScene>;
