import { z } from 'zod';
import { ScenePosition } from '#engine/domain/lineage.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import { EventId } from '#engine/state/ids.ts';
import { WorldTime } from '#engine/util/world-time.ts';

const Id = z.string().min(1).max(120);
const Ids = z.array(Id).max(60).readonly();
const RESERVED = ['constructor', 'prototype'];

/** Scope of an event: its campaign only, or the world beyond it. */
const EventScope = z.enum(['campaign', 'world_affecting']);

/** `hidden` from all but those who had a part in it or are named in `knownTo`; `gm`: the game master's alone. */
const EventVisibility = z.enum(['public', 'hidden', 'gm']);

// Same bounds as the operation `log_event`, so that every event it writes can be filed.
const eventFields = {
  type: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9_-]{0,79}$/,
      'an event type is lower-case letters, digits, _ and -, at most 80, like diplomatic_proposal',
    )
    .refine((type) => !RESERVED.includes(type), 'this word cannot be an event type'),
  summary: z.string().min(1).max(6000),
  characterIds: Ids.default([]),
  factionIds: Ids.default([]).describe('The factions affected.'),
  tags: z.array(z.string().min(1).max(60)).max(40).readonly().default([]),
  status: z.enum(['ongoing', 'resolved']).default('resolved'),
  scope: EventScope.default('campaign'),
  visibility: EventVisibility.default('hidden'),
  knownTo: Ids.default([]).describe('Who knows of it beside those who had a part in it.'),
};

/** One event of the campaign's history. Its id is its place in the canonical order, independent of its date. */
export const ChronicleEntry = z.strictObject({
  id: EventId,
  scene: ScenePosition,
  time: WorldTime,
  chapter: z.int().min(1),
  placeId: Id.nullable(),
  ...eventFields,
});
export type ChronicleEntry = Readonly<z.infer<typeof ChronicleEntry>>;

/** Returns the id at a position of the chronicle; the first event is at position 1. */
export function toEventId(position: number): EventId {
  return EventId.parse(`evt_${String(position).padStart(4, '0')}`);
}

function parseEventPosition(id: string): number {
  return Number(id.slice('evt_'.length));
}

/** Returns the last events in canonical order, oldest first. */
export function takeLastEvents(entries: readonly ChronicleEntry[], count: number): ChronicleEntry[] {
  if (count <= 0) return [];
  return entries.toSorted((a, b) => parseEventPosition(a.id) - parseEventPosition(b.id)).slice(-count);
}

const SUMMARY_CHARACTERS = 80;

/** Formats an event: `evt_0007 | 1430-03-15 | treaty | summary, at most 80 characters | npc_a_001, npc_b_001` */
export function formatEventLine(entry: ChronicleEntry, calendar: Calendar): string {
  const date = calendar.format(entry.time, 'date');
  return line([
    entry.id,
    date,
    entry.type,
    cut(entry.summary, SUMMARY_CHARACTERS),
    entry.characterIds.join(', '),
  ]);
}

function line(cells: readonly string[]): string {
  return cells.map(cell).join(' | ');
}

/** Formats a cell as one line without a bar, so that columns stay distinct. An empty cell is a dash. */
function cell(text: string): string {
  const tidy = text.replace(/\s+/g, ' ').replaceAll('|', '/').trim();
  return tidy === '' ? '-' : tidy;
}

function cut(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= most
    ? characters.join('')
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
