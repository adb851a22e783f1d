import { toSnakeName } from '#engine/state/ids.ts';
import type { FoundId } from './map-operation.ts';

const PREFIXES = { character: 'npc', location: 'loc', item: 'item', faction: 'faction' } as const;

/**
 * A campaign id of the right kind in the place of a pack id, so that the input of an operation can be tried before there is a
 * campaign. References that mean nothing have been told already.
 */
export function placeholderId({ text, to }: FoundId): string {
  if (to.includes('fact')) return 'fact_0001';
  const [target = 'character'] = to;
  const prefix = target in PREFIXES ? PREFIXES[target as keyof typeof PREFIXES] : 'npc';
  return `${prefix}_${toSnakeName(text.slice(text.indexOf(':') + 1))}_001`;
}
