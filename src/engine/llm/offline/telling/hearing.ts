import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { type Phrases, say } from '../grammar.ts';
import { personMeant } from '../speech/person-addressed.ts';
import { saidAloud } from '../speech/said-aloud.ts';
import { capital, shortName } from '../speech/short-name.ts';
import { deedOf } from './deed.ts';
import { SAID, SAID_SO } from './said-phrases.ts';
import { isSilent } from './silent.ts';

/** How whoever is spoken to takes what was said; null where nothing was said, or nobody is there to hear it. */
export function heard(input: NarrateInput, random: KeyedRandom, told: string): string | null {
  const said = saidAloud(input.playerText);
  const person = personMeant(input);
  if (said === null || person === null || deedOf(said)?.isHostile === true) return null;
  const phrases = SAID.find(([kind]) => kind.test(said))?.[1] ?? SAID_SO;
  const fitting = isSilent(person) ? wordless(phrases) : phrases;
  return capital(say(random, fitting, { name: shortName(person.name) }, told));
}

function wordless(phrases: Phrases): Phrases {
  const without = phrases.filter((phrase) => !phrase.includes('“'));
  return without.length > 0 ? without : SAID_SO.filter((phrase) => !phrase.includes('“'));
}
