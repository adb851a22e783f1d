import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { ScenarioLore } from '../../scenario-inputs.ts';
import { choose } from '../grammar.ts';
import { PARTS, type Part } from './trouble.ts';

/** Somebody of the cast: `from` is their id where the world knows them already. */
export type Person = {
  readonly part: Part;
  readonly name: string;
  readonly first: string;
  readonly from: string;
  readonly pronouns: string;
};

/** The people of a scenario, the persona first. Whoever stands by is somebody the world knows, if there is anybody here. */
export function choosePeople(lore: ScenarioLore, placeId: string, random: KeyedRandom): readonly Person[] {
  const parts = lore.ruleset.isForTwo ? PARTS.slice(0, 2) : PARTS;
  const resident = lore.ruleset.isForTwo
    ? null
    : choose(
        random,
        lore.people.filter((person) => person.placeId === placeId),
      );
  const taken = new Set(resident === null ? [] : resident.name.split(' '));
  const known = new Set(lore.people.map(({ name }) => name));
  return parts.map((part) => {
    if (part === 'witness' && resident !== null) {
      const { id: from, name, pronouns } = resident;
      return { part, name, first: name, from, pronouns };
    }
    const made = newName(lore, taken, known, random);
    return { part, first: made.name.split(' ')[0] ?? made.name, from: '', ...made };
  });
}

/** One person's given name with another's family name; neither is heard a second time in the same story. */
function newName(
  { names }: ScenarioLore,
  taken: Set<string>,
  known: ReadonlySet<string>,
  random: KeyedRandom,
): { readonly name: string; readonly pronouns: string } {
  const pairs = names.given.flatMap(({ name: given, pronouns }) =>
    names.family.map((family) => ({ given, family, pronouns, name: `${given} ${family}` })),
  );
  const free = pairs.filter(
    ({ given, family, name }) =>
      !known.has(name) && !taken.has(given) && !taken.has(family) && given !== family,
  );
  const made = choose(random, free);
  if (made === null) throw new Error('a scenario was asked for in a world without names');
  taken.add(made.given).add(made.family);
  return made;
}
