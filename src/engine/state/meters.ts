import type { CharacterId } from './ids.ts';
import type { Character } from './record.ts';
import type { Snapshot } from './snapshot.ts';

export const METERS = ['heat', 'cred', 'harm', 'rep'] as const;
export type Meters = Snapshot['meters'][CharacterId];

const NONE: Meters = { heat: 0, cred: 0, harm: 0, rep: 0 };

/** Returns the meters of a character: those its stat block keeps count, others are kept beside it. Null when there are none. */
export function readMeters(
  { entities, meters }: Pick<Snapshot, 'entities' | 'meters'>,
  id: CharacterId,
): Meters | null {
  const kept = meters[id];
  const character = entities[id];
  const stats = character?.kind === 'character' ? character.stats : {};
  const onSheet = METERS.flatMap((name) => {
    const value = stats[name];
    return typeof value === 'number' ? [[name, value] as const] : [];
  });
  if (kept === undefined && onSheet.length === 0) return null;
  return { ...NONE, ...kept, ...Object.fromEntries(onSheet) };
}

/** Fields in which stat blocks keep money, with the players' name for it. */
const MONEY_FIELDS = [
  { path: ['cred'], name: 'cred' },
  { path: ['resources', 'gold'], name: 'gold' },
] as const;

type CharacterMoney = { readonly name: string; readonly amount: number };

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
