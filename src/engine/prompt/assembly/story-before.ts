import type { ContextPacket } from '#engine/llm/context-packet.ts';
import { type Draft, sentExchanges } from './draft.ts';
import { recentSummary } from './recent-summary.ts';

type Condensed = ContextPacket['storySoFar'][number];

/**
 * What happened before the exchanges that are sent: the latest condensed text that ends where they begin or before, and
 * behind it the running summary of what lies between. Which text that is changes only when the window is cut, so what was
 * cached behind it lasts as long as the window's start.
 */
export function storyBefore(draft: Draft): string {
  const { input, exchangesFrom } = draft;
  const { summary, storySoFar } = input.packet;
  const sent = sentExchanges(draft).length;
  const condensed = storySoFar.findLast(({ upTo }) => sent === 0 || upTo <= exchangesFrom);
  const noted = recentSummary(summary, sent, uncondensed(draft, condensed));
  return [condensed?.text.trim() ?? '', noted].filter((part) => part !== '').join('\n');
}

/** How many exchanges nobody else tells: neither the condensed text nor the conversation. */
function uncondensed({ input, exchangesFrom }: Draft, condensed: Condensed | undefined): number | null {
  if (condensed === undefined) return null;
  const total = input.conversationStart + input.conversation.length;
  return Math.max(0, Math.min(exchangesFrom, total) - condensed.upTo);
}
