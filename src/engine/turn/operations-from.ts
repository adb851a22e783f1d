import { isRejection } from '#engine/kit/rejection.ts';
import { compareWorldTimes, minutesBetween } from '#engine/kit/world-time.ts';
import type { NarrateOutcome, OfferedTable } from '#engine/llm/narrate-outcome.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

/** A turn always takes some time: no two scenes share a moment. */
const LEAST_MINUTES = 1;
/** A narrator that names a date further off than this has mistaken itself. */
const MOST_MINUTES_BY_DATE = 400 * 24 * 60;

/** What the prose has made true by its own account: new facts, people and things, events, and where the threads stand. */
export function impliedBy(outcome: NarrateOutcome): readonly object[] {
  const { established_facts, introduced_npcs, introduced_items, thread_updates, events } = outcome;
  return [
    ...established_facts.map(({ subject_id, predicate, detail }) => ({
      op: 'add_fact',
      subjectId: subject_id,
      predicate,
      object: detail,
      // It was told to the player, so it is no secret.
      visibility: 'public',
    })),
    ...introduced_npcs.map(({ name, description, role, tags }) => ({
      op: 'introduce_entity',
      kind: 'character',
      name,
      description,
      role,
      tags,
      present: true,
    })),
    ...introduced_items.map(({ name, description }) => ({ op: 'introduce_item', name, description })),
    ...thread_updates.map(({ id, status, reason }) => ({
      op: 'update_thread',
      threadId: id,
      status,
      ...(reason === '' ? {} : { reason }),
    })),
    ...events.map(({ type, summary, characters, factions_affected, tags, status }) => ({
      op: 'log_event',
      type: slugOf(type),
      summary,
      characterIds: characters,
      factionIds: factions_affected,
      tags,
      status: status === 'ongoing' ? 'ongoing' : 'resolved',
    })),
  ];
}

/**
 * Where the scene is and who is in it when the prose ends, as far as the narrator says so. Where one model plays everybody its
 * list is whole, and whoever is missing has left; elsewhere people leave by an operation of their own.
 */
export function presenceAfter(
  { scene_transition, location, scene_characters }: NarrateOutcome,
  { scene, entities, personas }: Snapshot,
  pipeline: Mechanics['pipeline'],
): readonly object[] {
  const place = placeNamed(scene_transition?.location_id || location, entities);
  const coming = [...scene_characters, ...(scene_transition?.present ?? [])];
  const isHere = (id: string) => scene.presentIds.some((present) => present === id);
  const isPersona = (id: string) => personas.some((persona) => persona === id);
  if (place !== null && place !== scene.placeId) {
    const companionIds = coming.filter((id) => isHere(id) && !isPersona(id));
    return [{ op: 'move_party', placeId: place, companionIds }];
  }
  const entering = coming.filter((id) => !isHere(id) && !isPersona(id) && id in entities);
  const leaving =
    pipeline === 'duet' && coming.length > 0
      ? scene.presentIds.filter((id) => {
          const isCharacter = entities[id]?.kind === 'character';
          return isCharacter && !isPersona(id) && !coming.includes(id);
        })
      : [];
  return [
    ...entering.map((characterId) => ({ op: 'enter_scene', characterId })),
    ...leaving.map((characterId) => ({ op: 'leave_scene', characterId })),
  ];
}

/** How long it took: what the operations already spent, else the narrator's estimate, else the date it names. */
export function timeAfter(
  { elapsed_minutes, date }: NarrateOutcome,
  { time }: Snapshot,
  hasPassed: boolean,
  calendar: Calendar,
): readonly object[] {
  if (hasPassed) return [];
  const said = date === '' ? null : calendar.parse(date);
  const isSense =
    said !== null &&
    !isRejection(said) &&
    compareWorldTimes(said, time) > 0 &&
    minutesBetween(time, said) <= MOST_MINUTES_BY_DATE;
  const estimated = elapsed_minutes === 0 && isSense ? minutesBetween(time, said) : elapsed_minutes;
  return [{ op: 'advance_time', minutes: Math.max(LEAST_MINUTES, Math.round(estimated)) }];
}

/** What the outcome offers and keeps for later. */
export function afterwards(outcome: NarrateOutcome, personaId: string): readonly object[] {
  const { choices, thinking, context, summary_update, awaiting_roll, roll_table, roll_type } = outcome;
  const offers = awaiting_roll && roll_table !== null;
  return [
    ...(choices.length === 0
      ? []
      : [
          {
            op: 'set_choices',
            choices,
            ...(thinking === '' ? {} : { thinking }),
            ...(context === '' ? {} : { context }),
          },
        ]),
    ...(summary_update === '' ? [] : [{ op: 'append_summary', text: summary_update }]),
    ...(offers
      ? [{ op: 'await_roll', personaId, type: roll_type ?? 'narrative', ...offered(roll_table) }]
      : []),
  ];
}

const LONGEST_PURPOSE = 120;

/** A table as it will bind: its ends are the worst and the best there is, whatever they are called. */
function offered({ purpose, rows }: OfferedTable): object {
  return {
    purpose: purpose.trim().slice(0, LONGEST_PURPOSE) || 'What happens',
    rows: rows.map((row) => ({
      ...row,
      kind: row.from === 1 ? 'catastrophic' : row.to === 100 ? 'exceptional' : 'ordinary',
    })),
  };
}

/** A place meant by its id, or by exactly its name. */
function placeNamed(said: string, entities: Snapshot['entities']): string | null {
  const wanted = withoutArticle(said);
  if (wanted === '') return null;
  const place = Object.values(entities).find(
    ({ kind, id, name }) => kind === 'location' && (id === wanted || withoutArticle(name) === wanted),
  );
  return place?.id ?? null;
}

/** A place is the same place whether or not a model says "the". */
function withoutArticle(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^the\s+/, '');
}

/** Event types are written by models with spaces and capitals now and then. */
function slugOf(type: string): string {
  return type
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
