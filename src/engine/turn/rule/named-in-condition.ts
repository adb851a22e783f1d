import type { Entity } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { normaliseName } from '../resolvers/name-index.ts';

/** Words that more entities bear in their names stand for none of them; short ones, such as articles, sooner. */
const MOST_BEARERS = 8;
const MOST_BEARERS_OF_SHORT = 3;
const SHORT = 3;
/** Shorter words, initials and particles, never stand for a name. */
const SHORTEST = 3;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Tells whether an authored condition names an entity. */
export type NameFinder = (condition: string) => boolean;

/**
 * Returns a test whether a condition names one of these entities: by the whole name, the title, the author's own id in the pack, or,
 * for people, one telling word of the name. Works on whole words in any language; capitals do not matter.
 */
export function createNameFinder(
  { entities }: Pick<Snapshot, 'entities'>,
  wanted: readonly Entity[],
): NameFinder {
  const bearers = countBearers(Object.values(entities));
  const isTelling = (word: string) =>
    UNSPACED.test(word) ||
    (word.length >= SHORTEST &&
      (bearers.get(word) ?? 0) <= (word.length <= SHORT ? MOST_BEARERS_OF_SHORT : MOST_BEARERS));
  const names = [...new Set(wanted.flatMap((entity) => listNames(entity, isTelling)))];
  return (condition) => {
    const plain = normaliseName(condition);
    return names.some((name) =>
      UNSPACED.test(name) ? plain.includes(name) : ` ${plain} `.includes(` ${name} `),
    );
  };
}

function listNames(entity: Entity, isTelling: (word: string) => boolean): readonly string[] {
  const name = normaliseName(entity.name);
  const packName = normaliseName(entity.packEntityId?.split(':').at(-1) ?? '');
  const words = name.split(' ');
  // "The Night Book" is also called "Night Book".
  const bare = words.length > 1 && (words[0]?.length ?? 0) <= SHORT ? words.slice(1).join(' ') : name;
  const own =
    entity.kind === 'character' ? [normaliseName(entity.title ?? ''), ...words.filter(isTelling)] : [];
  return [name, bare, packName, ...own].filter((one) => one !== '');
}

function countBearers(entities: readonly Entity[]): ReadonlyMap<string, number> {
  const bearers = new Map<string, number>();
  for (const { name } of entities)
    for (const word of new Set(normaliseName(name).split(' ')))
      bearers.set(word, (bearers.get(word) ?? 0) + 1);
  return bearers;
}
