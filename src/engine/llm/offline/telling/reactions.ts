import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { ownLines, wasSaid } from '../speech/own-lines.ts';
import { personMeant } from '../speech/person-addressed.ts';

/** What those present visibly did, as they decided it for themselves: whoever was meant first, one of the others now and then. */
export function reactions(input: NarrateInput, random: KeyedRandom, told: string): string {
  const person = personMeant(input);
  const done = nameless(told);
  // A gesture somebody else made a while ago is no news either.
  const isNew = (action: string) =>
    !done.includes(nameless(action)) && !ownLines(action).some((line) => wasSaid(line, told));
  const unsaid = input.actions.filter(({ action }) => action !== '' && isNew(action));
  const ordered = unsaid.toSorted(
    (one, other) => Number(other.characterId === person?.id) - Number(one.characterId === person?.id),
  );
  const [first, ...rest] = ordered;
  if (first === undefined) return '';
  // Two who do the very same, or speak in the very same manner, are told of once.
  const second = rest.find((one) => manner(one.action) !== manner(first.action));
  const isBoth = second !== undefined && random.below(3) === 0;
  return isBoth ? `${first.action} ${second.action}` : first.action;
}

function nameless(text: string): string {
  return text.replace(/\p{Lu}[\p{L}’'-]+(?:\s+(?:(?:de|del|la|of|von|van)\s+)*\p{Lu}[\p{L}’'-]+)*/gu, '·');
}

function manner(action: string): string {
  return action.replace(/“[^”]*”/gu, '“”').replace(/\p{Lu}[\p{L}’'-]+/gu, '');
}
