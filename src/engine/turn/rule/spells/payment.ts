import { countRemaining, type Srd5eResource } from '#engine/srd5e/resources.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eSpellLevel } from '#engine/srd5e/terms.ts';
import { toFeatureKey } from '#engine/srd5e/traits.ts';
import type { CastAction } from './cast.ts';

export type Payment = { readonly resource: Srd5eResource | null; readonly level: number };

/**
 * Chooses how a spell is paid for. A cantrip is free, and an innate spell takes one of its own uses. Every other spell takes the slot
 * that was named, or the lowest one left from the given level on. Null when none is left.
 */
export function choosePayment(
  block: Srd5eStatBlock,
  { name, spell, slot }: Pick<CastAction, 'name' | 'spell' | 'slot'>,
  least = 0,
): Payment | null {
  const own = spell?.level ?? Math.max(slot, least);
  if (own === 0 && slot === 0) return { resource: null, level: 0 };
  const use = { kind: 'feature', name: toFeatureKey(name) } as const;
  if ((countRemaining(block, use) ?? 0) > 0) return { resource: use, level: own };
  const arcanum = { kind: 'feature', name: `mystic_arcanum_${own}` } as const;
  if (slot <= own && (countRemaining(block, arcanum) ?? 0) > 0) return { resource: arcanum, level: own };
  const wanted = Math.max(slot, own);
  for (let level = wanted; level <= 9; level += 1) {
    const resource = findSlot(block, level);
    if (resource !== null) return { resource, level };
    // A level the player named is not exchanged for a dearer one.
    if (slot > 0) return null;
  }
  return null;
}

/** Finds a slot of this level, or a pact slot of exactly that level. */
function findSlot(block: Srd5eStatBlock, level: number): Srd5eResource | null {
  const slot = { kind: 'spell_slot', level: Srd5eSpellLevel.parse(`${level}`) } as const;
  if ((countRemaining(block, slot) ?? 0) > 0) return slot;
  const pact = block.resources.pact_slots;
  return pact !== null && pact.level === level && pact.used < pact.total ? { kind: 'pact_slot' } : null;
}
