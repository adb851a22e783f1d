import type { Message } from '#engine/llm/provider.ts';
import { chooseCacheTtl, type ScopeText } from './cache-scope.ts';
import { countExchanges, type Draft, hasFixedSheet, listSegments, listSentExchanges } from './draft.ts';
import { neutralise, writeMaterialTag } from './neutralise.ts';
import { joinTexts } from './write-lines.ts';
import { writeLore } from './write-lore.ts';
import { writeSheet } from './write-people.ts';

/** Stands in a player's place where no player spoke. */
const OPENS = '(The story opens.)';
const GOES_ON = '(No player speaks. The story goes on.)';

const NOW = Number.POSITIVE_INFINITY;

/** Something that stands in front of the player's words of one exchange. */
type Placed = { readonly exchange: number; readonly text: string };

/** The conversation, and what has no exchange to stand with yet. */
export type ConversationPart = {
  readonly messages: readonly Message[];
  readonly scope: ScopeText;
  /** Sheets of people who came with this turn. */
  readonly peopleNow: string;
  /** Lore pulled for this turn. */
  readonly loreNow: string;
};

/**
 * Writes the exchanges that are sent. In front of each stand its date when it is a new one, the sheets of people who first appeared in
 * it, and the lore that was pulled for it. Added so, they leave everything before them as it was; when their exchange is no longer
 * sent, they stand before the first one.
 */
export function writeConversation(draft: Draft, fixedSheets: string): ConversationPart {
  const sheets = placeSheets(draft);
  const lore = placeLore(draft, fixedSheets);
  const at = (placed: readonly Placed[], exchange: number) =>
    joinTexts(
      placed.filter((each) => each.exchange === exchange).map(({ text }) => text),
      '\n\n',
    );
  const messages = listSentExchanges(draft).flatMap(({ player, narration }, index): Message[] => {
    const number = draft.exchangesFrom + index;
    const words = writeMaterialTag('player_words', player) || (number === 0 ? OPENS : GOES_ON);
    const before = [writeDate(draft, number), at(sheets, number), at(lore, number)];
    return [
      { role: 'user', text: joinTexts([...before, words], '\n\n') },
      { role: 'assistant', text: neutralise(narration).trim() || '…' },
    ];
  });
  return {
    messages: markLast(messages, draft),
    scope: writeScope(draft),
    peopleNow: at(sheets, NOW),
    loreNow: at(lore, NOW),
  };
}

function markLast(messages: readonly Message[], { input }: Draft): readonly Message[] {
  const ttl = chooseCacheTtl('conversation', input);
  return messages.map((message, index) => {
    if (index < messages.length - 1) return message;
    return { ...message, cacheable: true, ...(ttl === '1h' ? { ttl } : {}) };
  });
}

/** Finds the sent exchange with which content of `exchange` stands. */
function findPlace(draft: Draft, exchange: number): number {
  const isNow = listSentExchanges(draft).length === 0 || exchange >= countExchanges(draft.input);
  return isNow ? NOW : Math.max(exchange, draft.exchangesFrom);
}

function placeSheets(draft: Draft): readonly Placed[] {
  if (draft.dropped.has('npc')) return [];
  const segments = listSegments(draft, 'npc');
  return draft.sheets
    .filter(({ member }) => !hasFixedSheet(draft, member))
    .map(({ member }) => ({
      exchange: findPlace(draft, member.since ?? 0),
      text: writeSheet(member, segments),
    }));
}

function placeLore(draft: Draft, fixedSheets: string): readonly Placed[] {
  const open = draft.lore.flatMap((entry) => {
    if (entry.kind !== 'pull' || entry.exchange === undefined) return [];
    return [{ exchange: findPlace(draft, entry.exchange), text: writeLore(entry, fixedSheets) }];
  });
  const hidden = (draft.input.secrets?.pulled ?? []).map(({ exchange, text }) => ({
    exchange: findPlace(draft, exchange),
    text: writeMaterialTag('game_master_only', text),
  }));
  return [...open, ...hidden];
}

/**
 * Writes the in-world date in front of the first exchange, and of each exchange on another date than the one before. It depends
 * on nothing that comes later.
 */
function writeDate({ input, exchangesFrom }: Draft, number: number): string {
  const at = number - input.conversationStart;
  const date = input.conversation[at]?.date ?? '';
  const before = number === exchangesFrom ? '' : (input.conversation[at - 1]?.date ?? '');
  return date === before ? '' : writeMaterialTag('date', date);
}

function writeScope(draft: Draft): ScopeText {
  const pieces = listSentExchanges(draft)
    .flatMap(({ player, narration }, index) => [
      writeDate(draft, draft.exchangesFrom + index),
      ...[player, narration].map((text) => neutralise(text).trim()),
    ])
    .filter((piece) => piece !== '');
  return { scope: 'conversation', text: joinTexts(pieces), ids: [], pieces };
}
