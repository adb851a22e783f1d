import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { NamedPerson } from './narration-facts.ts';

/** Words of names that mean nobody by themselves. */
const NO_NAME = new Set(
  `The Of De Del La El Von Van Da Di Al Ibn Bint Lord Lady King Queen Prince Princess Captain Mother Father Brother Sister Doctor Dr
  Mr Mrs Ms Miss Master Mistress Madam Sir Don Doña Old Young Big Little Great Good Black White Red Grey Gray Green Blue Quiet First
  Second Third Agent Marshal Sergeant Deputy Commander Pastor Aunt Uncle Gaffer Saint San Santa Fray Infante Infanta Count Duke
  Conde Duque Maestre Judge Professor Night Day Summer Will May Hope Faith Grace Rose Joy Art Mark Frank Pat`.split(
    /\s+/,
  ),
);
const RANKS =
  /^(King|Queen|Prince|Princess|Constable|Marshal|Captain|Duke|Duchess|Count|Countess|Abbess|Abbot|Bishop|Archbishop|Sultan|Emperor|Empress|Commander|Judge|Mayor)\b/;
const SHORTEST = 3;

/** Names people as prose names them: in full, by a part of the name nobody else has, and by rank where only one here has it. */
export function personNamer(
  entities: Snapshot['entities'],
  presentIds: readonly string[],
): (person: Character) => NamedPerson {
  const bearers = new Map<string, number>();
  for (const { name } of Object.values(entities))
    for (const word of new Set(wordsOf(name))) bearers.set(word, (bearers.get(word) ?? 0) + 1);
  const ranks = presentIds.flatMap((id) => rankOf(entities[id as keyof typeof entities]) ?? []);
  return (person) => {
    const own = wordsOf(person.name).filter((word) => bearers.get(word) === 1 && isName(word));
    const rank = presentIds.includes(person.id) ? rankOf(person) : null;
    const isOnly = rank !== null && ranks.filter((other) => other === rank).length === 1;
    return {
      name: person.name,
      aliases: [...own, ...(isOnly ? [`the ${rank}`] : [])],
      pronouns: person.pronouns ?? pronounsOf(person.gender),
    };
  };
}

function wordsOf(name: string): readonly string[] {
  return name.replace(/["“”]/g, '').split(/\s+/);
}

function isName(word: string): boolean {
  return word.length >= SHORTEST && /^\p{Lu}\p{L}+$/u.test(word) && !NO_NAME.has(word);
}

function rankOf(entity: Snapshot['entities'][keyof Snapshot['entities']] | undefined): string | null {
  if (entity?.kind !== 'character') return null;
  return RANKS.exec(entity.title ?? '')?.[1] ?? null;
}

function pronounsOf(gender: string | undefined): string | null {
  if (/^(?:man|male|boy)$/i.test(gender ?? '')) return 'he/him';
  return /^(?:woman|female|girl)$/i.test(gender ?? '') ? 'she/her' : null;
}
