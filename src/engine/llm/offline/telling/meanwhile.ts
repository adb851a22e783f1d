import type { NarrateInput } from '../../narrate-input.ts';
import { ended } from '../ended.ts';
import { capital } from '../speech/short-name.ts';

/** How many exchanges back something may have come about and still be news: thoughts and commands stand in between. */
const NEWS = 3;
const MOST = 2;

/** What has come about since the last telling, by the hour or by a clock: it is told before anything else, and once. */
export function meanwhile({ packet, conversation, conversationStart }: NarrateInput): string[] {
  const told = conversation.map(({ narration }) => narration).join('\n');
  const since = conversationStart + conversation.length - NEWS;
  return packet.recentEvents
    .filter(({ exchange }) => exchange !== undefined && exchange >= since)
    .map(({ summary }) => capital(ended(summary)))
    .filter((event, at, all) => !told.includes(event) && all.indexOf(event) === at)
    .slice(0, MOST);
}
