import { z } from 'zod';
import { RollType } from './call-type.ts';
import { asStoryChoices, OfferedChoice } from './offered-choice.ts';
import { asOperation, said } from './written-values.ts';

const Text = z.string().max(4000);
const Line = z.string().max(1000);
const Id = z.string().min(1).max(200);
const Ids = z.array(Id).max(100);

/** What one character will remember of this. */
export const ProposedObservation = z.object({
  character_id: Id,
  content: z.string().min(1).max(1000),
  importance: z.int().min(1).max(5),
  /** Who told it to one who was not there. */
  told_by: Id.optional(),
});
export type ProposedObservation = z.infer<typeof ProposedObservation>;

/** A d100 table: every number from 1 to 100 in exactly one row. */
export const OfferedTable = z.object({
  purpose: Line,
  rows: z
    .array(
      z.object({
        from: z.int().min(1).max(100),
        to: z.int().min(1).max(100),
        outcome: z.string().min(1).max(600),
      }),
    )
    .min(5)
    .max(8),
});
export type OfferedTable = z.infer<typeof OfferedTable>;

/** A change of state, in the one shape in which changes are proposed: its name in `op`, its input beside it. */
export const ProposedOperation = z.preprocess(asOperation, z.looseObject({ op: z.string().min(1).max(80) }));
export type ProposedOperation = z.infer<typeof ProposedOperation>;

/**
 * The structured half of a narration: what the prose means for the world. Every field may be left out and then
 * means that nothing of its kind happened. All of it is proposal; the engine decides.
 */
export const NarrateOutcome = z.object({
  /** Who is in the scene when the prose ends. */
  scene_characters: Ids.default([]),
  location: Line.default(''),
  date: Line.default(''),
  /** How long what was told took, in minutes of the world. */
  elapsed_minutes: z.number().min(0).max(5_256_000).default(0),
  awaiting_roll: z.boolean().default(false),
  roll_type: RollType.nullable().default(null),
  roll_table: OfferedTable.nullable().default(null),
  /** One or two sentences for the chapter's running summary. */
  summary_update: Text.default(''),
  events: z
    .array(
      said(
        'summary',
        z.object({
          type: Line.default('event'),
          summary: Line.min(1),
          characters: Ids.default([]),
          factions_affected: Ids.default([]),
          tags: z.array(Line).max(20).default([]),
          status: Line.default('resolved'),
        }),
      ),
    )
    .max(20)
    .default([]),
  dialogue: z
    .array(said('speaker', z.object({ speaker: Line, type: Line.default('speech') })))
    .max(40)
    .default([]),
  /** Whether the prose acted, spoke or decided for the player's character. It must not. */
  player_acted: z.boolean().default(false),
  operations: z.array(ProposedOperation).max(40).default([]),
  observations: z.array(ProposedObservation).max(60).default([]),
  thinking: Text.default(''),
  context: Text.default(''),
  choices: z.preprocess(asStoryChoices, z.array(OfferedChoice).max(12)).default([]),
  established_facts: z
    .array(z.object({ subject_id: Id, predicate: Line.min(1), detail: Line.min(1) }))
    .max(20)
    .default([]),
  introduced_items: z
    .array(z.object({ name: Line.min(1), description: Text.default(''), location: Line.default('') }))
    .max(20)
    .default([]),
  introduced_npcs: z
    .array(
      z.object({
        name: Line.min(1),
        description: Text.default(''),
        role: Line.default(''),
        tags: z.array(Line).max(20).default([]),
      }),
    )
    .max(20)
    .default([]),
  scene_transition: z
    .object({
      location_id: Line.default(''),
      name: Line.default(''),
      description: Text.default(''),
      present: Ids.default([]),
    })
    .nullable()
    .default(null),
  thread_updates: z
    .array(z.object({ id: Id, status: Line.min(1), reason: Line.default('') }))
    .max(20)
    .default([]),
  gm_notes: z.array(Text).max(20).default([]),
  /** Why the world changes as proposed; for the game master alone. */
  state_rationale: Text.default(''),
});
export type NarrateOutcome = z.infer<typeof NarrateOutcome>;
