import type { Message } from '#engine/llm/provider.ts';
import { fenced, neutralise } from '../neutralise.ts';
import { type Beside, besideExchanges } from './beside-exchanges.ts';
import { type Draft, dateHeading, sentExchanges } from './draft.ts';
import { keepFor } from './keep-for.ts';
import type { ScopeText } from './scope-text.ts';
import { stretches } from './write-lines.ts';

/** The conversation and what stands between its exchanges. */
export function talkPart(draft: Draft): {
  readonly beside: Beside;
  readonly messages: readonly Message[];
  readonly scopes: readonly ScopeText[];
} {
  const beside = besideExchanges(draft);
  return {
    beside,
    messages: conversationMessages(draft, beside),
    scopes: [
      { scope: 'summary', text: beside.all.summary, ids: [] },
      { scope: 'events', text: beside.all.events, ids: [] },
      conversationScope(draft),
    ],
  };
}

/** What stands in a player's place where nobody spoke: the first time, and whenever the story went on by itself or as it was directed. */
const OPENS = '(The story opens.)';
const GOES_ON = '(No player speaks. The story goes on.)';

/** The exchanges as they were said, with what stands beside each. */
function conversationMessages(draft: Draft, beside: Beside): Message[] {
  const messages = sentExchanges(draft).flatMap(({ player, narration }, index): Message[] => {
    const number = draft.exchangesFrom + index;
    const words = fenced('player_words', player) || (number === 0 ? OPENS : GOES_ON);
    return [
      {
        role: 'user',
        text: stretches([dateHeading(draft, number), beside.exchange(number), words], '\n\n'),
      },
      { role: 'assistant', text: neutralise(narration).trim() || '…' },
    ];
  });
  const ttl = keepFor('talk', draft.input);
  return messages.map((message, index) => {
    if (index < messages.length - 1) return message;
    return { ...message, cacheable: true, ...(ttl === '1h' ? { ttl } : {}) };
  });
}

function conversationScope(draft: Draft): ScopeText {
  const pieces = sentExchanges(draft)
    .flatMap(({ player, narration }, index) => [
      dateHeading(draft, draft.exchangesFrom + index),
      ...[player, narration].map((text) => neutralise(text).trim()),
    ])
    .filter((piece) => piece !== '');
  return { scope: 'conversation', text: stretches(pieces), ids: [], pieces };
}
