import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import { countExchanges, type Draft } from './draft.ts';
import { createLastingLine, type LastingLine, toStart } from './lasting-lines.ts';
import { neutralise } from './neutralise.ts';
import { createRepetitionFilter, endLine, joinTexts, SHORTEST_REPETITION, toOneLine } from './write-lines.ts';
import { listPresent } from './write-people.ts';

type RecordedEvent = ContextPacket['recentEvents'][number];

const LAST_EVENTS = 10;
const LAST_HISTORY = 5;
/** Characters of the running summary that are sent; older lines live on in condensed texts and in the history. */
const MOST_SUMMARY = 2400;
/** Exchanges before the conversation that summary lines tell; older ones are told condensed, where possible. */
const MOST_NOTED = 24;

/** The story so far, told in three places that do not overlap. */
export type StorySoFar = {
  /** Everything before the exchanges that are sent and not on record below. */
  readonly soFar: string;
  /** The newest events of play that the exchanges sent do not tell, oldest first. */
  readonly onRecord: string;
  /** Events older than the campaign in which a person present had a part. */
  readonly history: readonly LastingLine[];
};

/**
 * Tells each thing once. Events tell what is on record; a condensed text tells the exchanges before them. Summary lines tell
 * exchanges without an event, between the condensed text and the conversation. Events that are in the lore stay there.
 */
export function tellStory(draft: Draft, said: string): StorySoFar {
  const left = createRepetitionFilter(said, SHORTEST_REPETITION);
  const played = listUntold(draft, left).filter(
    ({ exchange, isTold = false }) => exchange !== undefined && !(isTold && exchange >= draft.exchangesFrom),
  );
  const condensed = chooseCondensed(draft, played.slice(-LAST_EVENTS));
  const upTo = condensed?.upTo ?? 0;
  const newest = played.filter(({ exchange = 0 }) => exchange >= upTo).slice(-LAST_EVENTS);
  const recorded = new Set(newest.map(({ exchange }) => exchange));
  const noted = listSummaryLines(draft, upTo).filter(({ exchange }) => !recorded.has(exchange));
  const soFar = [neutralise(condensed?.text ?? '').trim(), keepLatest(noted.map(({ line }) => left(line)))];
  return {
    soFar: joinTexts(soFar),
    onRecord: newest.map((event) => `- ${writeEvent(event, draft)}`).join('\n'),
    history: draft.history ? listHistory(draft, left) : [],
  };
}

/** Lists memories that never fade, as far as other texts do not tell them. */
export function listKept({ packet }: Draft['input'], said: string): readonly LastingLine[] {
  const left = createRepetitionFilter(
    joinTexts([said, ...packet.recentEvents.map(({ summary }) => summary)]),
  );
  return (packet.kept ?? [])
    .filter(({ text }) => left(text) !== '')
    .map(({ text, date, reason }) =>
      createLastingLine('kept', toStart(text), toOneLine(`${date}, ${reason}: ${endLine(text)}`)),
    );
}

/**
 * Chooses the latest condensed text that ends before the last ten events and the conversation begin, or else the earliest. The
 * events it tells are then not told again. Summary lines tell at most `MOST_NOTED` exchanges, so older events yield to the
 * condensed text.
 */
function chooseCondensed(
  { input: { packet }, exchangesFrom }: Draft,
  newest: readonly RecordedEvent[],
): ContextPacket['storySoFar'][number] | undefined {
  const oldest = newest[0]?.exchange ?? exchangesFrom;
  const end = Math.max(Math.min(exchangesFrom, oldest), exchangesFrom - MOST_NOTED);
  const candidates = packet.storySoFar.filter(({ upTo }) => upTo <= exchangesFrom);
  return candidates.findLast(({ upTo }) => upTo <= end) ?? candidates[0];
}

/** Lists the events that neither the lore nor another part of the prompt tells. */
function listUntold({ input, lore }: Draft, left: (text: string) => string): readonly RecordedEvent[] {
  const inLore = new Set(lore.map(({ id }) => id));
  return input.packet.recentEvents.filter(({ id, summary }) => !inLore.has(id) && left(summary) !== '');
}

function listHistory(draft: Draft, left: (text: string) => string): readonly LastingLine[] {
  const present = listPresent(draft.input.packet);
  return listUntold(draft, left)
    .filter(({ exchange }) => exchange === undefined)
    .filter(({ people = [] }) => people.some(({ id }) => present.has(id)))
    .slice(-LAST_HISTORY)
    .map((event) => {
      const isOwn = event.people?.some(({ id }) => id === draft.input.personaId) === true;
      return createLastingLine(isOwn ? 'own_history' : 'history', event.id, writeEvent(event, draft));
    });
}

/** Writes an event on a line, with the participants its summary does not name. */
function writeEvent({ date, summary, people = [] }: RecordedEvent, { input }: Draft): string {
  const others = people.filter(({ id, name }) => id !== input.personaId && !summary.includes(name));
  const withThem = others.length === 0 ? '' : `(with ${others.map(({ name }) => name).join(', ')})`;
  return toOneLine(`${date}: ${joinTexts([endLine(summary), withThem], ' ')}`);
}

/**
 * Lists the lines of the running summary between the condensed text and the conversation. A summary has a line for each
 * exchange, so a line's distance from the end tells its exchange.
 */
function listSummaryLines(
  draft: Draft,
  upTo: number,
): readonly { readonly exchange: number; readonly line: string }[] {
  const lines = draft.input.packet.summary.split('\n').filter((line) => line.trim() !== '');
  const first = countExchanges(draft.input) - lines.length;
  const last = draft.exchangesFrom;
  return lines
    .map((line, at) => ({ exchange: first + at, line: toOneLine(line) }))
    .filter(({ exchange }) => exchange >= upTo && exchange < last);
}

/** Keeps the latest lines that fit. A line that does not fit completely is left out, unless there is no other. */
function keepLatest(lines: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines.filter((each) => each !== '').reverse()) {
    length += line.length + 1;
    if (length > MOST_SUMMARY && kept.length > 0) break;
    kept.unshift(line);
  }
  return kept.join('\n').slice(-MOST_SUMMARY);
}
