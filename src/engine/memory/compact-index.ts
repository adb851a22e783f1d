import type { Calendar } from '#engine/rules/calendar.ts';
import { type ChronicleEntry, lastEvents } from './chronicle.ts';

const INDEX_EVENTS = 100;
const SUMMARY_CHARACTERS = 80;

/** `evt_0007 | 1430-03-15 | treaty | summary, at most 80 characters | npc_a_001, npc_b_001` */
export function eventLine(entry: ChronicleEntry, calendar: Calendar): string {
  const date = calendar.format(entry.time, 'date');
  return line([
    entry.id,
    date,
    entry.type,
    cut(entry.summary, SUMMARY_CHARACTERS),
    entry.characterIds.join(', '),
  ]);
}

/** The compact event index: one line for each of the last 100 events, oldest first. */
export function eventIndex(entries: readonly ChronicleEntry[], calendar: Calendar): string[] {
  return lastEvents(entries, INDEX_EVENTS).map((entry) => eventLine(entry, calendar));
}

export type IndexedCharacter = {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
  readonly location: string | null;
  readonly status: readonly string[];
};

/** `npc_luna_001 | Álvaro de Luna | Constable of Castile | Valladolid | active` */
export function characterLine({ id, name, title, location, status }: IndexedCharacter): string {
  return line([id, name, title ?? '', location ?? '', status.join(', ')]);
}

export function characterIndex(characters: readonly IndexedCharacter[]): string[] {
  return characters.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id))).map(characterLine);
}

function line(cells: readonly string[]): string {
  return cells.map(cell).join(' | ');
}

/** One line and no bar, or a reader could not tell the columns apart. An empty cell is a dash. */
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
