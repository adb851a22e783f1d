import { isRejection } from '#engine/kit/rejection.ts';
import { compareWorldTimes, minutesBetween, type WorldTime } from '#engine/kit/world-time.ts';
import type { NarrateOutcome, OfferedTable } from '#engine/llm/narrate-outcome.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { placeNamed } from './presence-after.ts';

/** A turn always takes some time: no two scenes share a moment. */
const LEAST_MINUTES = 1;
const MINUTES_PER_DAY = 24 * 60;

/** What the prose has made true by its own account: new facts, people and things, events, and where the threads stand. */
export function impliedBy(
  outcome: NarrateOutcome,
  { entities, scene }: Pick<Snapshot, 'entities' | 'scene'>,
): readonly object[] {
  const { established_facts, introduced_npcs, introduced_items, thread_updates, events } = outcome;
  const listeners = scene.presentIds.filter((id) => entities[id]?.kind === 'character');
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
    ...introduced_items.map(({ name, description, location }) => {
      return { op: 'introduce_item', name, description, ...whereabouts(location, entities) };
    }),
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
      // Wherever it happened, it was told here.
      knownTo: listeners,
    })),
  ];
}

/** A new thing is at a place or in somebody's hands; where nothing of the kind is named, it is where the scene plays. */
function whereabouts(said: string, entities: Snapshot['entities']): object {
  const placeId = placeNamed(said, entities);
  if (placeId !== null) return { placeId };
  const owner = Object.values(entities).find(({ kind, id }) => kind === 'character' && id === said.trim());
  return owner === undefined ? {} : { ownerId: owner.id };
}

/**
 * How long it took: the narrator's estimate, else the date it names. An estimate that is too long is cut by the bound of the turn; a
 * date beyond that has nothing to do with the story.
 */
export function timeAfter(
  { elapsed_minutes, date }: Pick<NarrateOutcome, 'elapsed_minutes' | 'date'>,
  { time }: Pick<Snapshot, 'time'>,
  latest: WorldTime,
  calendar: Calendar,
): { readonly operation: object; readonly ignoredDate: string | null } {
  const said = date === '' ? null : calendar.parse(date);
  const isLater = said !== null && !isRejection(said) && compareWorldTimes(said, time) > 0;
  const isTooLate = isLater && compareWorldTimes(said, latest) > 0;
  const followsDate = elapsed_minutes === 0 && isLater;
  const estimated = followsDate && !isTooLate ? minutesBetween(time, said) : elapsed_minutes;
  const minutes = Math.max(LEAST_MINUTES, Math.round(estimated));
  const amount =
    minutes < MINUTES_PER_DAY
      ? { minutes }
      : { days: Math.floor(minutes / MINUTES_PER_DAY), minutes: minutes % MINUTES_PER_DAY };
  return {
    operation: { op: 'advance_time', ...amount },
    ignoredDate: followsDate && isTooLate ? date : null,
  };
}

/** What passes where nothing that was said of it could be. */
export const A_MOMENT = { op: 'advance_time', minutes: LEAST_MINUTES };

/** What is offered where a narrator offers nothing and no roll is awaited. */
const GO_ON = [
  { key: 'continue', text: 'Continue', description: 'See what happens next.', risk: 'safe' },
  { key: 'custom_action', text: 'Something else', description: 'Describe what you do.', risk: 'low' },
];

/** What the outcome offers and keeps for later. */
export function afterwards(outcome: NarrateOutcome, personaId: string): readonly object[] {
  const { choices, thinking, context, summary_update, awaiting_roll, roll_table, roll_type } = outcome;
  const offers = awaiting_roll && roll_table !== null;
  return [
    {
      op: 'set_choices',
      // What was offered in the scene before is not offered again because nobody offers anything.
      choices: choices.length === 0 && !offers ? GO_ON : choices,
      ...(thinking === '' ? {} : { thinking }),
      ...(context === '' ? {} : { context }),
    },
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

/** Event types are written by models with spaces and capitals now and then. */
function slugOf(type: string): string {
  return type
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
