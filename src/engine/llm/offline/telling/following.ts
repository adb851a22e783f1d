import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { say } from '../grammar.ts';
import { awake, calledBy, personMeant } from '../speech/person-addressed.ts';
import { capital, midSentence, shortName } from '../speech/short-name.ts';
import { isAnybody } from '../speech/spoken-to.ts';
import { GOES_NOWHERE, NO_TRACE } from './deed-leads.ts';
import { waysOn } from './plain-answer.ts';

const FOLLOWED =
  /\b(?:follow|trail|tail|shadow|chase|pursue|(?:go|run|walk|hurry) after)(?:e?s|e?d|ing)?\s+(?!up\b)((?:[\p{L}\p{N}.'’-]+\s+?){0,5}?[\p{L}\p{N}'’-]+)(?=\s+(?:outside|out|inside|in$|in[,.;!?]|into|to|home|down|up|through|along|across|away|as|when|until|wherever|from|at|for|and|then|quietly|discreetly|closely|back)\b|[,;.!?]|\s*$)/iu;
/** One follows these without anybody walking ahead. */
const THINGS =
  /\b(?:road|path|street|track|tracks|trail|river|stream|hum|sound|sounds|smell|scent|voice|voices|noise|music|light|lights|line|sign|signs|lead|leads|matter|plan|order|orders|rule|rules|advice|instructions|footprints|steps|stairs?|wall|corridor|passage|tunnel|tide|map|route|money|example|lawe?s?|story|thread|blood)\b/i;

/** Whoever is followed stays, or is not to be seen any more; null when nobody is followed. What lies behind a door is told by going there. */
export function followed(input: NarrateInput, random: KeyedRandom, told: string): string | null {
  const { playerText, packet } = input;
  const whom = FOLLOWED.exec(playerText)?.[1]?.trim();
  if (whom === undefined || THINGS.test(whom)) return null;
  const people = awake(packet.cast);
  const here = calledBy(whom, people) ?? (isPronoun(whom) ? personMeant(input) : null);
  const place = midSentence(packet.scene.place?.name ?? 'this place');
  if (here !== null) return capital(say(random, GOES_NOWHERE, { name: shortName(here.name), place }, told));
  const said = isPronoun(whom) ? 'whoever that was' : asWritten(whom, input);
  return `${capital(say(random, NO_TRACE, { whom: said, place }, told))} ${waysOn(packet) ?? ''}`.trim();
}

function isPronoun(whom: string): boolean {
  return isAnybody(whom) && !/\s/.test(whom);
}

/** A name somebody typed small, as the lore writes it. */
function asWritten(whom: string, { packet }: NarrateInput): string {
  const names = packet.lore.flatMap(({ title }) => title.match(/\p{Lu}[\p{L}’'-]+/gu) ?? []);
  return whom.replace(
    /\p{L}+/gu,
    (word) => names.find((name) => name.toLowerCase() === word && name !== 'The') ?? word,
  );
}
