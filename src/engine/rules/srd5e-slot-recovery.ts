import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { classLevel } from './srd5e.ts';
import { Srd5eSpellLevel } from './srd5e-resources.ts';
import { spendResource } from './srd5e-spend.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** Slots to draw back by study or meditation: how many of each spell level. */
export type SlotRecovery = {
  readonly feature: 'arcane_recovery' | 'natural_recovery';
  readonly slots: Partial<Readonly<Record<Srd5eSpellLevel, number>>>;
};

const TEACHER = { arcane_recovery: 'wizard', natural_recovery: 'druid' } as const;
const HIGHEST_SLOT = 5;

/**
 * Wizards and druids of the land, once between long rests: expended slots of at most 5th level, whose levels
 * together are no more than half the class level, rounded up.
 */
export function recoverSpellSlots(
  block: Srd5eStatBlock,
  { feature, slots }: SlotRecovery,
): Srd5eStatBlock | Rejection {
  const used = spendResource(block, { kind: 'feature', name: feature });
  if (isRejection(used)) return used;
  const wanted = Srd5eSpellLevel.options.map((level) => ({ level, count: slots[level] ?? 0 }));
  const allowance = Math.ceil(classLevel(block, TEACHER[feature]) / 2);
  const levels = wanted.reduce((sum, { level, count }) => sum + Number(level) * count, 0);
  if (levels > allowance) {
    const reason = `${feature} gives back ${allowance} levels of slots at most, not ${levels}`;
    return reject('too-many-slots', reason, ['slots']);
  }
  return giveBack(used, wanted);
}

type Wanted = { readonly level: Srd5eSpellLevel; readonly count: number };

function giveBack(block: Srd5eStatBlock, wanted: readonly Wanted[]): Srd5eStatBlock | Rejection {
  const spell_slots = { ...block.resources.spell_slots };
  for (const { level, count } of wanted) {
    if (count === 0) continue;
    const pool = spell_slots[level];
    if (count < 0 || Number(level) > HIGHEST_SLOT || pool === undefined || pool.used < count) {
      const reason = `${count} slots of level ${level} cannot be recovered; ${pool?.used ?? 0} are expended`;
      return reject('slots-not-recoverable', reason, ['slots', level]);
    }
    spell_slots[level] = { ...pool, used: pool.used - count };
  }
  return { ...block, resources: { ...block.resources, spell_slots } };
}
