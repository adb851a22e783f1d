import type { CharacterIndexEntry, EventIndexEntry } from '#engine/contracts/reading.ts';
import { neutralise } from './neutralise.ts';

const LAST_EVENTS = 100;
const SUMMARY_CHARACTERS = 80;

/** Lists all characters on record, a line each: `id | name | title | location | status`. */
export function listCharacters(characters: readonly CharacterIndexEntry[]): string {
  return characters
    .map(({ id, name, title, location, status }) => row([id, name, title, location, status]))
    .join('\n');
}

/** Lists the latest events, a line each: `id | date | type | summary | characters`, with summaries cut short. */
export function listEvents(events: readonly EventIndexEntry[]): string {
  return events
    .slice(-LAST_EVENTS)
    .map(({ id, date, type, summary, characters }) =>
      row([id, date, type, short(summary), characters.join(', ')]),
    )
    .join('\n');
}

function row(cells: readonly string[]): string {
  return cells.map((cell) => neutralise(cell).replace(/[|\n]/g, ' ').trim()).join(' | ');
}

function short(summary: string): string {
  const characters = [...summary];
  return characters.length <= SUMMARY_CHARACTERS
    ? summary
    : `${characters.slice(0, SUMMARY_CHARACTERS - 1).join('')}…`;
}
