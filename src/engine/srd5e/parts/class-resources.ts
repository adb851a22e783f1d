import { getClassLevel, getModifier, getSubclassLevel } from '../derived-numbers.ts';
import type { Srd5eStatBlock } from '../stat-block.ts';
import type { Srd5eFeaturePool, Srd5eHitDie, Srd5ePool } from '../terms.ts';
import { CLASS_RESOURCES, type ClassResource, getLevelValue } from './class-resource-table.ts';
import { CLASS_TABLE } from './class-table.ts';
import { computePactSlots, computeSpellSlots } from './spell-slots.ts';

type FeaturePools = Readonly<Record<string, Srd5eFeaturePool>>;

/**
 * Computes the features with limited uses that the creature's classes give it, all unused. Two classes with the same
 * feature share it: the larger number counts, never the sum.
 */
export function computeFeaturePools(block: Srd5eStatBlock): FeaturePools {
  const pools: Record<string, Srd5eFeaturePool> = {};
  for (const resource of CLASS_RESOURCES) {
    const pool = featurePool(block, resource);
    const known = pools[resource.feature];
    if (pool !== null && (known === undefined || isLarger(pool, known))) pools[resource.feature] = pool;
  }
  return pools;
}

function featurePool(block: Srd5eStatBlock, resource: ClassResource): Srd5eFeaturePool | null {
  const level = resource.subclass
    ? getSubclassLevel(block, resource.class, resource.subclass)
    : getClassLevel(block, resource.class);
  const total = totalUses(block, resource.total, level);
  const recovery = getLevelValue(resource.recovery, level);
  if (total === null || recovery === null) return null;
  return { used: 0, total, recovery, die: resource.die ? getLevelValue(resource.die, level) : null };
}

function totalUses(
  block: Srd5eStatBlock,
  total: ClassResource['total'],
  level: number,
): number | 'unlimited' | null {
  if ('steps' in total) return getLevelValue(total.steps, level);
  if (level < total.from) return null;
  if ('perLevel' in total) return total.perLevel * level;
  return Math.max(total.atLeast, total.plus + getModifier(block, total.modifier));
}

function isLarger(pool: Srd5eFeaturePool, than: Srd5eFeaturePool): boolean {
  if (than.total === 'unlimited') return false;
  return pool.total === 'unlimited' || pool.total > than.total;
}

/** Computes one hit die per class level, of the class's size. */
export function computeHitDice(block: Srd5eStatBlock): Partial<Record<Srd5eHitDie, Srd5ePool>> {
  const dice: Partial<Record<Srd5eHitDie, Srd5ePool>> = {};
  for (const { class: name, level } of block.classes) {
    const { hitDie } = CLASS_TABLE[name];
    dice[hitDie] = { used: 0, total: (dice[hitDie]?.total ?? 0) + level };
  }
  return dice;
}

/**
 * Sets every total that classes decide: hit dice, spell slots, pact slots and class features. Used amounts stay used,
 * up to the new total. Resources that no class explains (a boon, an item) stay as they are.
 */
export function applyClassResources(block: Srd5eStatBlock): Srd5eStatBlock {
  const { resources } = block;
  const pact = computePactSlots(block);
  return {
    ...block,
    resources: {
      ...resources,
      hit_dice: { ...resources.hit_dice, ...carried(computeHitDice(block), resources.hit_dice) },
      spell_slots: { ...resources.spell_slots, ...carried(computeSpellSlots(block), resources.spell_slots) },
      pact_slots: pact
        ? { ...pact, used: Math.min(resources.pact_slots?.used ?? 0, pact.total) }
        : resources.pact_slots,
      class_features: {
        ...resources.class_features,
        ...carried(computeFeaturePools(block), resources.class_features),
      },
    },
  };
}

type Pools<Pool> = { readonly [name: string]: Pool };

function carried<Pool extends { used: number; total: number | 'unlimited' }>(
  pools: Pools<Pool>,
  before: Pools<{ readonly used: number }>,
): Record<string, Pool> {
  const entries = Object.entries(pools).map(([name, pool]) => {
    const used = before[name]?.used ?? 0;
    return [name, { ...pool, used: pool.total === 'unlimited' ? 0 : Math.min(used, pool.total) }] as const;
  });
  return Object.fromEntries(entries);
}
