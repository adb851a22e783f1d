import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { ended } from '../ended.ts';
import { type Phrases, say } from '../grammar.ts';

const MEANWHILE: Phrases = [
  'In the meantime it has come to this: {event}',
  'While that went on, something else did too. {event}',
  'It is all anybody speaks of: {event}',
  'Word has gone round since. {event}',
];
const PASSED: Phrases = [
  'One thing can no longer be waited for. {event}',
  'It has passed, and nobody rang a bell for it. {event}',
  'The moment for one thing is over. {event}',
];
const MOST = 2;

/** What passing time brought since the last words were told, each once; what was let pass as well. */
export function meanwhile(input: NarrateInput, random: KeyedRandom, told: string): string {
  const { packet, conversation, conversationStart } = input;
  const last = conversationStart + conversation.length - 1;
  const isNew = (text: string) => !told.includes(text.replace(/[.!]$/, ''));
  const events = packet.recentEvents
    .filter(({ exchange, summary }) => exchange !== undefined && exchange >= last && isNew(summary))
    .map(({ summary }) => ended(summary))
    .slice(0, MOST);
  const missed = letPass(input, told);
  return [
    ...(events.length === 0 ? [] : [say(random, MEANWHILE, { event: events.join(' ') }, told)]),
    ...missed.map((event) => say(random, PASSED, { event: ended(event) }, told)),
  ].join(' ');
}

const TOO_LATE = ': too late.';

/** What came of the first thing that was let pass and was not told yet; it is noted, so that it is told once. */
export function letPass({ packet }: Pick<NarrateInput, 'packet'>, told: string): string[] {
  return packet.activeSituations
    .filter((situation) => situation.includes(TOO_LATE))
    .map((situation) => situation.slice(situation.indexOf(TOO_LATE) + TOO_LATE.length).trim() || situation)
    .filter((text) => !told.includes(text.replace(/[.!]$/, '')) && !packet.summary.includes(text))
    .slice(0, 1);
}
