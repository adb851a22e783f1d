import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import type { Character } from '#engine/state/record.ts';

/** The money a sheet keeps, by the name players call it, and the operation that pays some of it away. */
export type Purse = { readonly name: string; readonly amount: number };

/** Reads the money of a sheet; null where it keeps none. */
export function readPurse({ stats }: Pick<Character, 'stats'>): Purse | null {
  if (typeof stats.cred === 'number') return { name: 'cred', amount: stats.cred };
  const block = Srd5eStatBlock.safeParse(stats).data;
  return block === undefined ? null : { name: 'gold', amount: block.resources.gold };
}

/** The operation by which a persona pays. */
export function payFromPurse({ id }: Pick<Character, 'id'>, { name }: Purse, amount: number): object {
  return name === 'cred'
    ? { op: 'pay_costs', personaId: id, cred: -amount }
    : { op: 'spend_resource', characterId: id, resource: { kind: 'gold' }, amount };
}
