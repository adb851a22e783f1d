import { neutralise, tagged } from '../neutralise.ts';
import { type Draft, sentExchanges } from './draft.ts';
import { storyBefore } from './story-before.ts';
import { stretches } from './write-lines.ts';
import { writeEvent } from './write-moment.ts';
import { writeLore } from './write-standing.ts';

/** What is told between the exchanges rather than in the last message, because it does not change any more. */
export type Beside = {
  /** What stands in front of the player's words of an exchange that is sent. */
  readonly exchange: (number: number) => string;
  /** What has no exchange to stand with yet and goes into the last message. */
  readonly now: { readonly summary: string; readonly events: string; readonly lore: string };
  /** All of it, wherever it stands. */
  readonly all: { readonly summary: string; readonly events: string };
};

const LAST_EVENTS = 10;
const NOW = Number.POSITIVE_INFINITY;

type Placed = { readonly place: number; readonly text: string };

/**
 * Puts the summary before the first exchange that is sent, each pulled record with the exchange it was pulled for, and
 * each event with the exchange after the one it came of. Added so, they leave everything before them as it was; when
 * their exchange goes, they stand before the first.
 */
export function besideExchanges(draft: Draft): Beside {
  const { input, exchangesFrom } = draft;
  const sent = sentExchanges(draft).length;
  const total = input.conversationStart + input.conversation.length;
  const placeOf = (exchange: number) =>
    sent === 0 || exchange >= total ? NOW : Math.max(exchange, exchangesFrom);

  const summary = neutralise(storyBefore(draft)).trim();
  const lore = lorePlaces(draft, placeOf);
  const events = eventPlaces(draft, placeOf);
  const at = (placed: readonly Placed[], place: number, between: string) =>
    stretches(
      placed.filter((each) => each.place === place).map(({ text }) => text),
      between,
    );
  return {
    exchange(number) {
      const recorded = at(events, number, '\n');
      return stretches(
        [
          number === exchangesFrom && summary !== '' ? tagged('chapter_so_far', summary) : '',
          recorded === '' ? '' : tagged('recent_events', recorded),
          at(lore, number, '\n\n'),
        ],
        '\n\n',
      );
    },
    now: { summary: sent === 0 ? summary : '', events: at(events, NOW, '\n'), lore: at(lore, NOW, '\n\n') },
    all: { summary, events: events.map(({ text }) => text).join('\n') },
  };
}

/** Records pulled in; those of which nobody knows when stand with the lore of the scene. */
function lorePlaces({ lore }: Draft, placeOf: (exchange: number) => number): Placed[] {
  return lore.flatMap((entry) => {
    if (entry.kind !== 'pull' || entry.exchange === undefined) return [];
    return [{ place: placeOf(entry.exchange), text: writeLore(entry) }];
  });
}

/** The latest events: ten of those before the conversation, and all that came of it. */
function eventPlaces({ input, exchangesFrom }: Draft, placeOf: (exchange: number) => number): Placed[] {
  const placed = input.packet.recentEvents.map((event) => ({
    place: event.exchange === undefined ? NOW : placeOf(event.exchange + 1),
    text: writeEvent(event),
  }));
  const old = placed.filter(({ place }) => place === exchangesFrom).slice(-LAST_EVENTS);
  const since = placed.filter(({ place }) => place !== exchangesFrom && place !== NOW);
  return [...old, ...since, ...placed.filter(({ place }) => place === NOW).slice(-LAST_EVENTS)];
}
