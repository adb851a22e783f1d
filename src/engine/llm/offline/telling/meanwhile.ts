import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { ended } from '../ended.ts';
import { type Phrases, say } from '../grammar.ts';
import { capital } from '../speech/short-name.ts';

const PASSED: Phrases = [
  'One thing can no longer be waited for. {event}',
  'It has passed, and nobody rang a bell for it. {event}',
  'The moment for one thing is over. {event}',
];
/** How many exchanges back something may have come about and still be news: thoughts and commands stand in between. */
const NEWS = 3;
const MOST = 2;

/** What has come about since the last telling, by the hour or by a clock, and what was let pass: told before anything else, and once. */
export function meanwhile(input: NarrateInput, random: KeyedRandom): string[] {
  const { packet, conversation, conversationStart } = input;
  const told = conversation.map(({ narration }) => narration).join('\n');
  const since = conversationStart + conversation.length - NEWS;
  const events = packet.recentEvents
    .filter(({ exchange, summary }) => exchange !== undefined && exchange >= since && !isIn(told, summary))
    .map(({ summary }) => capital(ended(summary)))
    .filter((event, at, all) => all.indexOf(event) === at)
    .slice(0, MOST);
  const missed = letPass(input, told).filter((text) => !isIn(events.join('\n'), text));
  return [...events, ...missed.map((event) => say(random, PASSED, { event: ended(event) }, told))];
}

const TOO_LATE = ': too late.';

/** What came of the first thing that was let pass and was not told yet; it is noted, so that it is told once. */
export function letPass({ packet }: Pick<NarrateInput, 'packet'>, told: string): string[] {
  return packet.activeSituations
    .filter((situation) => situation.includes(TOO_LATE))
    .map((situation) => situation.slice(situation.indexOf(TOO_LATE) + TOO_LATE.length).trim() || situation)
    .filter((text) => !isIn(told, text) && !packet.summary.includes(text))
    .slice(0, 1);
}

function isIn(told: string, text: string): boolean {
  return told.toLowerCase().includes(text.replace(/[.!]$/, '').toLowerCase());
}
