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
  /** Beginning of the last message: those sheets and the lore pulled for this turn, as they will stand in front of its words. */
  readonly lead: string;
};

/**
 * Writes the exchanges that are sent. In front of each stand the sheets of people who first appeared in it, the lore that was pulled
 * for it, and its date when it is a new one. Added so, they leave everything before them as it was; when their exchange is no longer
 * sent, they stand before the first one. Sheets and lore are a part of their own, cached since the turn they were first sent in.
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
    const words = writeMaterialTag('player_words', player) || (number === 0 ? writeOpens(draft) : GOES_ON);
    const said = joinTexts([writeDate(draft, number), words], '\n\n');
    return [
      joinLead(joinTexts([at(sheets, number), at(lore, number)], '\n\n'), said),
      { role: 'assistant', text: neutralise(narration).trim() || '…' },
    ];
  });
  const peopleNow = at(sheets, NOW);
  const lead = joinTexts([peopleNow, at(lore, NOW)], '\n\n');
  return {
    messages: lead === '' ? markLast(messages, draft) : messages,
    scope: writeScope(draft),
    peopleNow,
    lead,
  };
}

/** Writes what stands before the first narration: the prologue that the players have read. */
function writeOpens({ input: { prologue = '' } }: Draft): string {
  return joinTexts([writeMaterialTag('prologue', prologue), OPENS], '\n\n');
}

/** Writes a message of the player's side: sheets and lore, which stay, then the rest. */
function joinLead(lead: string, rest: string): Message {
  return {
    role: 'user',
    text: joinTexts([lead, rest], '\n\n'),
    ...(lead === '' ? {} : { stableLength: lead.length }),
  };
}

/** Writes the last message of a prompt; where it begins with sheets or lore, the cached prefix ends behind them. */
export function writeLastMessage({ lead }: ConversationPart, text: string, draft: Draft): Message {
  const message = joinLead(lead, text);
  return lead === '' ? message : (markLast([message], draft)[0] ?? message);
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
  const hidden = (draft.input.secrets?.pulled ?? []).map(({ exchange, title, text }) => ({
    exchange: findPlace(draft, exchange),
    text: writeMaterialTag('game_master_only', text, title === '' ? {} : { title }),
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
