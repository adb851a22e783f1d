import type { Character } from './record.ts';

/** Fields in which stat blocks keep money, with the players' name for it. */
const MONEY_FIELDS = [
  { path: ['cred'], name: 'cred' },
  { path: ['resources', 'gold'], name: 'gold' },
] as const;

export type CharacterMoney = { readonly name: string; readonly amount: number };

/** Returns the money a stat block keeps; null where it keeps none. */
export function readMoney({ stats }: Pick<Character, 'stats'>): CharacterMoney | null {
  for (const { path, name } of MONEY_FIELDS) {
    const amount = readNumber(stats, path);
    if (amount !== null) return { name, amount };
  }
  return null;
}

/** Returns a character with the given amount of money. Unchanged where the stat block keeps none. */
export function withMoney(character: Character, amount: number): Character {
  const { stats } = character;
  for (const { path } of MONEY_FIELDS) {
    if (readNumber(stats, path) === null) continue;
    const [first, second] = path;
    const value = second === undefined ? amount : { ...toObject(stats[first]), [second]: amount };
    return { ...character, stats: { ...stats, [first]: value } };
  }
  return character;
}

function readNumber(stats: object, path: readonly string[]): number | null {
  let value: unknown = stats;
  for (const step of path) value = toObject(value)[step];
  return typeof value === 'number' ? value : null;
}

function toObject(value: unknown): Readonly<Record<string, never>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as never) : {};
}
