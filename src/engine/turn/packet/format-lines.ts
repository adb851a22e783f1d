import type { Calendar } from '#engine/rules/calendar.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Agenda } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { WorldTime } from '#engine/util/world-time.ts';

type Fact = Pick<PlayerView['facts'][number], 'predicate' | 'object' | 'standsAlone'> & {
  readonly subjectId: string;
};
type Names = { readonly entities: { readonly [id: string]: { readonly name: string } | undefined } };

/** Writes a fact as a sentence: the object alone where it is one, else subject, predicate and object. */
export function writeFact(fact: Fact, { entities }: Names): string {
  const { subjectId, predicate, object } = fact;
  const subject = entities[subjectId]?.name ?? 'Somebody';
  const what = typeof object === 'string' ? (entities[object]?.name ?? object) : JSON.stringify(object);
  if (standsAlone(fact, what, subject)) return ended(what);
  return ended(`${subject} ${predicate.replaceAll('_', ' ')} ${what.trim()}`);
}

/** Predicate of a discoverable whose author named none. */
const HIDES = 'hides';
const FEWEST_WORDS = 5;

/** Tells whether the object is a whole sentence: marked so, written to be discovered, or beginning with its own subject. */
function standsAlone({ standsAlone: isSaid, predicate }: Fact, text: string, subject: string): boolean {
  if (isSaid === true) return true;
  const [first = '', ...others] = text.trim().split(/\s+/);
  if (others.length + 1 < FEWEST_WORDS || !/^\p{Lu}|^\d/u.test(first)) return false;
  return predicate === HIDES || isNameOf(first, subject);
}

const SHORTEST_NAME = 3;

function isNameOf(word: string, subject: string): boolean {
  const strip = (text: string) => text.replace(/['’]s$|[,.:;]$/g, '');
  const bare = strip(word);
  const names = subject.replace(/["“”]/g, '').split(/\s+/).map(strip);
  return bare.length >= SHORTEST_NAME && names.includes(bare);
}

/** Ends a text with one full stop, unless it ends with a mark of its own. */
function ended(text: string): string {
  const bare = text.trim().replace(/\.+$/, '');
  return /[.!?…]["”’']?$/.test(bare) ? bare : `${bare}.`;
}

/** Returns the name an id stands for; other texts stay as they are. */
type NameId = (text: string) => string;

const keepText: NameId = (text) => text;

/**
 * Writes a stat block or a ruleset's state. Each entry and each record of a list gets a line, such as
 * `abilities: strength 16, wisdom 14`. Ids among the values are replaced by names.
 */
export function writeSheetLines(sheet: Json, nameId: NameId = keepText): string[] {
  if (sheet === null) return [];
  if (typeof sheet !== 'object') return [nameId(String(sheet))];
  const entries: readonly (readonly [string, Json])[] = Array.isArray(sheet)
    ? sheet.map((item, at) => [String(at + 1), item] as const)
    : Object.entries(sheet);
  return entries.flatMap(([key, value]) => {
    const items = listRecords(value).map((item) => inLine(item, nameId).replace(/\.$/u, ''));
    if (items.length > 0) return items.map((item, at) => `${inWords(key)} ${at + 1}: ${item}`);
    const written = inLine(value, nameId);
    return written === '' ? [] : [`${inWords(key)}: ${written}`];
  });
}

/**
 * Writes a ruleset's state with the paths operations name: `crown_authority: 55`, `promises.0: by: Luna; what: Mayorga`,
 * `standings.church: 6`.
 */
export function writeStatePaths(state: Json, prefix = ''): string[] {
  if (typeof state !== 'object' || state === null) return [`${prefix}: ${String(state)}`];
  const entries: readonly (readonly [string, Json])[] = Array.isArray(state)
    ? state.map((item, at) => [String(at), item] as const)
    : Object.entries(state);
  const join = (key: string) => (prefix === '' ? key : `${prefix}.${key}`);
  if (entries.length === 0)
    return prefix === '' ? [] : [`${prefix}: ${Array.isArray(state) ? 'empty list' : 'empty'}`];
  return entries.flatMap(([key, value]) => {
    const isPart = Array.isArray(state) && typeof value === 'object';
    return isPart ? [`${join(key)}: ${JSON.stringify(value)}`] : writeStatePaths(value, join(key));
  });
}

/** Returns the items of a list of records with several fields; empty for every other value. */
function listRecords(value: Json): readonly Json[] {
  const isRecord = (item: Json) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) && Object.keys(item).length > 1;
  return Array.isArray(value) && value.every(isRecord) ? value : [];
}

/** Writes a value in a line: nested values in brackets, items of a list separated. */
function inLine(value: Json, nameId: NameId): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return value
      .map((inner) => inBrackets(inner, nameId))
      .filter(isSome)
      .join('; ');
  if (typeof value !== 'object') return typeof value === 'string' ? nameId(value) : String(value);
  const fields = Object.entries(value)
    .map(([key, inner]) => [inWords(key), inBrackets(inner, nameId)] as const)
    .filter(([, written]) => written !== '');
  // Text of several words would run into the next name.
  const hasText = Object.values(value).some(
    (inner) => typeof inner === 'string' && nameId(inner).includes(' '),
  );
  const [between, after] = hasText ? [': ', '; '] : [' ', ', '];
  return fields
    .map(([name, written]) => (written === 'true' ? name : `${name}${between}${written}`))
    .join(after);
}

/** Writes a stat block for people: words instead of labels, and nothing about features that are not there. */
export function writeStatLines(stats: Json): string[] {
  return writeSheetLines(withoutFalse(stats), labelInWords);
}

function withoutFalse(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutFalse);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== false);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutFalse(inner)]));
}

function inBrackets(value: Json, nameId: NameId): string {
  const written = inLine(value, nameId);
  const isWhole = typeof value !== 'object' || written === '';
  return isWhole || (Array.isArray(value) && value.length === 1) ? written : `(${written})`;
}

const inWords = (key: string): string => key.replaceAll('_', ' ');
const isSome = (text: string): boolean => text !== '';

/** Writes the ruleset's state as a player knows it: entities the persona knows are called by their names. */
export function writeRulesetState(view: PlayerView, { entities }: Pick<Snapshot, 'entities'>): string[] {
  const names = new Map<string, string>();
  for (const { id, name } of Object.values(view.entities)) {
    const packId = entities[id]?.packEntityId ?? id;
    // Authors write ids of their own pack without its name.
    for (const key of [id, packId, packId.slice(packId.indexOf(':') + 1)]) names.set(key, name);
  }
  return writeSheetLines(view.rulesetState, (text) => names.get(text) ?? labelInWords(text));
}

/** A word of the ruleset's own, such as `open_war`. */
const LABEL = /^[a-z\d]+(?:_[a-z\d]+)+$/;
const labelInWords = (text: string): string => (LABEL.test(text) ? inWords(text) : text);

/** The clock at the end of a calendar's long form: `, 20:31:00 (Night)`. */
const CLOCK = /,? \d{1,2}:\d{2}:\d{2}.*$/;

/** Writes a day as people say it: `Thursday, 15 March 2091 AD`. */
export function writeDay(time: WorldTime, calendar: Calendar): string {
  return calendar.format(time, 'long').replace(CLOCK, '');
}

/** Writes a moment as people say it: the day and the clock to the minute. */
export function writeDateTime(time: WorldTime, calendar: Calendar): string {
  const { hour, minute } = calendar.partsOf(time);
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${writeDay(time, calendar)}, ${pad(hour)}:${pad(minute)}`;
}

/**
 * Writes a character's unobserved agenda, for the character and the game master. Progress is left out because it changes with
 * every minute. Text before the conversation should stay the same.
 */
export function writeAgendaLine({ goal, nextMilestone, blockingFactors }: Agenda): string {
  return [
    endedAgendaLine(goal),
    nextMilestone === '' ? '' : `Next: ${endedAgendaLine(nextMilestone)}`,
    blockingFactors.length === 0 ? '' : `Held up by: ${endedAgendaLine(blockingFactors.join('; '))}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function endedAgendaLine(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
