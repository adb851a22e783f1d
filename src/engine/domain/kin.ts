import { z } from 'zod';

/** Kinship of one character to another: `parent` says that the first is the parent of the second. */
export const Kin = z.enum(['spouse', 'parent', 'child', 'sibling', 'relative']);
export type Kin = z.infer<typeof Kin>;

const INVERSES = {
  spouse: 'spouse',
  parent: 'child',
  child: 'parent',
  sibling: 'sibling',
  relative: 'relative',
} as const satisfies Record<Kin, Kin>;

type Tie<Id> = { readonly fromId: Id; readonly toId: Id; readonly kin?: Kin | undefined };

/** Returns the relatives of a character with what each is to it. A tie written down on either side counts for both. */
export function findRelatives<Id>(ties: readonly Tie<Id>[], of: Id): ReadonlyMap<Id, Kin> {
  const relatives = new Map<Id, Kin>();
  for (const { fromId, toId, kin } of ties) {
    if (kin === undefined) continue;
    if (fromId === of && !relatives.has(toId)) relatives.set(toId, INVERSES[kin]);
    if (toId === of) relatives.set(fromId, kin);
  }
  return relatives;
}
