import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { say } from '../grammar.ts';
import { IN_THE_BALANCE, UNDECIDED, WITNESSES } from '../phrases.ts';
import { awake, personAddressed } from '../speech/person-addressed.ts';
import { capital, midSentence, shortName } from '../speech/short-name.ts';
import { closing } from './closing.ts';
import { scenery } from './scenery.ts';

/** The row as it stands, and who saw it. It binds, so nothing is added that could soften it. */
export function rowTold(input: NarrateInput, random: KeyedRandom, told: string): string[] {
  const outcome = input.rolled?.outcome ?? '';
  const witness = awake(input.packet.cast).findLast(({ name }) => !outcome.includes(name));
  return [
    outcome,
    scenery(input, random),
    witness === undefined ? '' : capital(say(random, WITNESSES, { name: shortName(witness.name) }, told)),
    closing(input, random, told),
  ];
}

/** A table lies open: what it decides is not told before. */
export function inTheBalance(input: NarrateInput, random: KeyedRandom, told: string): string[] {
  const person =
    input.callType === 'persuasion' ? (personAddressed(input) ?? awake(input.packet.cast)[0]) : undefined;
  const place = midSentence(input.packet.scene.place?.name ?? 'this place');
  const hangs =
    person === undefined
      ? say(random, UNDECIDED, { place }, told)
      : say(random, IN_THE_BALANCE, { name: shortName(person.name) }, told);
  return [
    capital(hangs),
    scenery(input, random),
    'A roll of the die will say, by the table that is laid open now.',
  ];
}
