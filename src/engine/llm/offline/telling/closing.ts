import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { choose, say } from '../grammar.ts';
import { CLOSINGS, OPEN_ENDINGS, PRESSING } from '../phrases.ts';

/** What hangs over the scene: a matter that is open, something that draws near, or only the moment. */
export function closing({ packet }: NarrateInput, random: KeyedRandom, told = ''): string {
  const thread = choose(random, packet.threads);
  const threat = choose(random, packet.pendingThreats);
  const ways = [
    OPEN_ENDINGS,
    ...(thread === null ? [] : [CLOSINGS]),
    ...(threat === null || told.includes(bare(threat)) ? [] : [PRESSING]),
  ];
  return say(
    random,
    choose(random, ways) ?? OPEN_ENDINGS,
    { thread: `“${bare(thread?.title ?? '')}”`, threat: bare(threat ?? '') },
    told,
  );
}

/** A title inside a sentence brings no full stop of its own; a question keeps its mark. */
function bare(title: string): string {
  return title.trim().replace(/[.!;]+$/, '');
}
