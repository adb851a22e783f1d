import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { type Purse, purseOf } from './srd5e/purse-of.ts';
import { Srd5eHitDie, Srd5eSpellLevel } from './srd5e-resources.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** Names one thing that is spent and comes back. */
export const Srd5eResource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hit_die'), die: Srd5eHitDie }),
  z.strictObject({ kind: z.literal('spell_slot'), level: Srd5eSpellLevel }),
  z.strictObject({ kind: z.literal('pact_slot') }),
  z.strictObject({ kind: z.literal('feature'), name: z.string().min(1) }),
  z.strictObject({ kind: z.literal('consumable'), name: z.string().min(1) }),
  z.strictObject({ kind: z.literal('gold') }),
  z.strictObject({ kind: z.literal('inspiration') }),
]);
export type Srd5eResource = z.infer<typeof Srd5eResource>;

/** How much of a resource is left; null when the creature has no such thing, Infinity when it never runs out. */
export function remainingOf(block: Srd5eStatBlock, resource: Srd5eResource): number | null {
  return purseOf(block, resource)?.remaining ?? null;
}

/** Spends so much of a resource, all or nothing. */
export function spendResource(
  block: Srd5eStatBlock,
  resource: Srd5eResource,
  amount = 1,
): Srd5eStatBlock | Rejection {
  const purse = purseOf(block, resource);
  if (purse === null) return unknown(resource);
  if (amount < 1) return reject('nothing-to-spend', `spend at least 1, not ${amount}`, ['amount']);
  if (purse.remaining < amount) {
    const reason = `${purse.label}: ${purse.remaining} left, ${amount} asked for`;
    return reject('resource-exhausted', reason, ['amount']);
  }
  return purse.withRemaining(purse.remaining - amount);
}

/** Gives back so much of a resource, never beyond its total. Gold and consumables have none, and grow. */
export function restoreResource(
  block: Srd5eStatBlock,
  resource: Srd5eResource,
  amount = 1,
): Srd5eStatBlock | Rejection {
  const purse: Purse | null = purseOf(block, resource);
  if (purse === null) return unknown(resource);
  if (amount < 1) return reject('nothing-to-restore', `restore at least 1, not ${amount}`, ['amount']);
  return purse.withRemaining(Math.min(purse.limit, purse.remaining + amount));
}

function unknown(resource: Srd5eResource): Rejection {
  return reject('unknown-resource', `the creature has no ${describe(resource)}`, ['resource']);
}

function describe(resource: Srd5eResource): string {
  if (resource.kind === 'hit_die') return `hit dice of size ${resource.die}`;
  if (resource.kind === 'spell_slot') return `spell slots of level ${resource.level}`;
  if (resource.kind === 'feature') return `feature named ${resource.name}`;
  return resource.kind.replace('_', ' ');
}
