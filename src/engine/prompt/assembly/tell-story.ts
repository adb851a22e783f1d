import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import { neutralise } from '../neutralise.ts';
import { countExchanges, type Draft } from './draft.ts';
import { omitSaid } from './omit-said.ts';
import { ended, oneLine, stretches } from './write-lines.ts';
import { listPresent } from './write-people.ts';

type RecordedEvent = ContextPacket['recentEvents'][number];

const LAST_EVENTS = 10;
const LAST_HISTORY = 5;
/** Characters of the running summary that are sent; what is older lives on in condensed texts and in the history. */
const MOST_SUMMARY = 2400;
/** A shorter sentence may stand inside another by chance. */
const SHORTEST_REPETITION = 16;

/** The story so far, told in three places that do not overlap. */
export type Story = {
  /** Everything before the exchanges that are sent and not on record below. */
  readonly soFar: string;
  /** The newest events of play, oldest first. */
  readonly onRecord: string;
  /** Events older than the campaign in which somebody here had a part. */
  readonly history: readonly string[];
};

/**
 * Tells each thing once. The latest condensed text tells the exchanges before its end; events tell what came after it; lines of the
 * running summary tell the exchanges between it and the conversation that no event tells. Events that are in the lore stay there.
 */
export function tellStory(draft: Draft, said: string): Story {
  const { packet } = draft.input;
  const condensed = packet.storySoFar.findLast(({ upTo }) => upTo <= draft.exchangesFrom);
  const upTo = condensed?.upTo ?? 0;
  const left = omitSaid(said, SHORTEST_REPETITION);
  const told = listUntold(draft, left).filter(({ exchange }) => exchange !== undefined && exchange >= upTo);
  const newest = told.slice(-LAST_EVENTS);
  const recorded = new Set(newest.flatMap(({ exchange }) => exchange ?? []));
  const noted = listSummaryLines(draft, upTo).filter(({ exchange }) => !recorded.has(exchange));
  const soFar = [neutralise(condensed?.text ?? '').trim(), keepLatest(noted.map(({ line }) => left(line)))];
  return {
    soFar: stretches(soFar),
    onRecord: newest.map((event) => writeEvent(event, draft)).join('\n'),
    history: draft.history ? listHistory(draft, left) : [],
  };
}

/** Events that neither the lore nor another part of the prompt tells. */
function listUntold({ input, lore }: Draft, left: (text: string) => string): readonly RecordedEvent[] {
  const inLore = new Set(lore.map(({ id }) => id));
  return input.packet.recentEvents.filter(({ id, summary }) => !inLore.has(id) && left(summary) !== '');
}

function listHistory(draft: Draft, left: (text: string) => string): readonly string[] {
  const present = listPresent(draft.input.packet);
  return listUntold(draft, left)
    .filter(({ exchange }) => exchange === undefined)
    .filter(({ people = [] }) => people.some(({ id }) => present.has(id)))
    .slice(-LAST_HISTORY)
    .map((event) => writeEvent(event, draft));
}

/** An event on a line, with those who had a part in it and are not named in it. */
function writeEvent({ date, summary, people = [] }: RecordedEvent, { input }: Draft): string {
  const others = people.filter(({ id, name }) => id !== input.personaId && !summary.includes(name));
  const withThem = others.length === 0 ? '' : `(with ${others.map(({ name }) => name).join(', ')})`;
  return oneLine(`- ${date}: ${stretches([ended(summary), withThem], ' ')}`);
}

/**
 * Lines of the running summary between the condensed text and the conversation. A summary has a line for each exchange, so a line's
 * distance from the end tells its exchange.
 */
function listSummaryLines(
  draft: Draft,
  upTo: number,
): readonly { readonly exchange: number; readonly line: string }[] {
  const lines = draft.input.packet.summary.split('\n').filter((line) => line.trim() !== '');
  const first = countExchanges(draft.input) - lines.length;
  const last = draft.exchangesFrom;
  return lines
    .map((line, at) => ({ exchange: first + at, line: oneLine(line) }))
    .filter(({ exchange }) => exchange >= upTo && exchange < last);
}

/** The latest lines that fit. A line that does not fit whole is left out, unless there is no other. */
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
