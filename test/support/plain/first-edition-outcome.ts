import { z } from 'zod';
import type { RecordInput } from '#engine/contracts/outcome.ts';
import type { NarrationParts, RowDraft } from './narration-text.ts';
import type { OutcomeDraft } from './reply.ts';

const Items = z.array(z.looseObject({})).default([]);

/** The first edition's outcome as older tests still write it. Fields that are absent here mean the same today. */
const FirstEdition = z.looseObject({
  scene_characters: z.array(z.string()).default([]),
  location: z.string().default(''),
  elapsed_minutes: z.number().default(0),
  summary_update: z.string().default(''),
  events: z.array(z.union([z.string(), z.looseObject({})])).default([]),
  established_facts: Items,
  introduced_npcs: Items,
  introduced_items: Items,
  thread_updates: Items,
  scene_transition: z
    .object({
      location_id: z.string().default(''),
      name: z.string().default(''),
      description: z.string().default(''),
      present: z.array(z.string()).default([]),
    })
    .nullable()
    .default(null),
  operations: Items,
  observations: Items,
  choices: z.array(z.unknown()).default([]),
  roll_table: z
    .object({
      purpose: z.string().default(''),
      rows: z.array(z.object({ from: z.number(), to: z.number(), outcome: z.string() })),
    })
    .nullable()
    .default(null),
  gm_notes: z.array(z.string()).default([]),
  thinking: z.string().default(''),
  context: z.string().default(''),
  state_rationale: z.string().default(''),
});

/** A narration and its outcome, translated from the first edition's block. */
export type Translated = {
  /** The parts the narrator itself writes today. */
  readonly parts: Pick<NarrationParts, 'rows' | 'notes'>;
  readonly record: OutcomeDraft;
};

/**
 * Translates the outcome block of the first edition: table rows and notes go into the narration, everything else to `record`. Choices go
 * to `record` too, where they keep the keys that tests name.
 */
export function translateOutcome(outcome: object): Translated {
  const old = FirstEdition.parse(outcome);
  const rows: readonly RowDraft[] = old.roll_table?.rows ?? [];
  return {
    parts: { rows, notes: old.gm_notes.join(' ') },
    record: (input) => ({
      summary: old.summary_update,
      minutes: Math.max(old.elapsed_minutes, input.minutes.fixed),
      ...placesFrom(old, input),
      events: old.events.map((event) => (typeof event === 'string' ? event : toEvent(event))),
      observations: old.observations,
      facts: old.established_facts,
      people: old.introduced_npcs,
      things: old.introduced_items.map(({ location, ...item }) => ({
        ...item,
        where: location ?? '',
      })),
      threads: old.thread_updates,
      operations: old.operations,
      thinking: old.thinking,
      context: old.context,
      rationale: old.state_rationale,
      choices: old.choices,
    }),
  };
}

function toEvent({ factions_affected, ...event }: Readonly<Record<string, unknown>>): object {
  return { ...event, ...(factions_affected === undefined ? {} : { factions: factions_affected }) };
}

/** Whoever was not named among `scene_characters` had left; today this has to be said. */
function placesFrom(
  { scene_characters: here, scene_transition: transition, location }: z.infer<typeof FirstEdition>,
  { present, personas, place }: RecordInput,
) {
  const left = here.length === 0 ? [] : present.map(({ id }) => id).filter((id) => !here.includes(id));
  const stays = new Set(personas.map(({ id }) => id));
  const where = [
    ...[...here, ...(transition?.present ?? [])].map((id) => ({ id, at: 'here' })),
    ...left.filter((id) => !stays.has(id)).map((id) => ({ id, at: 'gone' })),
  ];
  const goal = transition === null ? location : transition.location_id || transition.name;
  const isNew = transition !== null && transition.location_id === '' && transition.description !== '';
  return {
    ...(where.length === 0 ? {} : { where }),
    ...(goal === '' || goal === place?.name ? {} : { place: goal }),
    ...(isNew ? { places: [{ name: transition.name, description: transition.description }] } : {}),
  };
}
