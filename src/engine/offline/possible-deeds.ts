import type { ReadInput } from '#engine/contracts/reading.ts';
import { spokenName } from './grammar/lexicon.ts';

/** A few commands that are possible here, one of each kind: somebody to talk to, something to look at, a way to go. */
export function possibleDeeds({ present, things, carried, exits, persona }: ReadInput): string[] {
  const [person] = present.filter(({ id }) => id !== persona.id);
  const [thing] = [...things, ...carried];
  const [exit] = exits.filter(({ blocked }) => blocked === null);
  return [
    ...(person === undefined ? [] : [`talk to ${person.name}`]),
    ...(thing === undefined ? [] : [`look at ${spokenName(thing.name)}`]),
    ...(exit === undefined ? [] : [`go to ${spokenName(exit.name ?? exit.label)}`]),
    'look around',
    'wait for 10 minutes',
  ].slice(0, 4);
}
