import type { CharacterId } from './ids.ts';
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
