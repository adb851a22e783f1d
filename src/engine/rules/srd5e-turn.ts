import { compareWorldTimes, type WorldTime } from '#engine/kit/world-time.ts';
import { restoredTo } from './srd5e/vitality.ts';
import { withoutConditions } from './srd5e/with-conditions.ts';
import { hitPointMaximum, isDying, modifierOf, subclassLevel } from './srd5e.ts';
import { SRD5E_SUBCLASSES } from './srd5e-class.ts';
import type { Srd5eConditionEnd } from './srd5e-condition.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

export type TurnStart = {
  readonly block: Srd5eStatBlock;
  /** The creature is dying and must roll (see `rollDeathSave`) before anything else. */
  readonly deathSaveDue: boolean;
};

const SURVIVOR_LEVEL = 18;

/** What the start of its turn does to a creature. */
export function startTurn(block: Srd5eStatBlock): TurnStart {
  return { block: survived(block), deathSaveDue: isDying(block) };
}

/** A great champion at half its hit points or less mends by itself, unless it is down. */
function survived(block: Srd5eStatBlock): Srd5eStatBlock {
  const { current } = block.hit_points;
  const champion = subclassLevel(block, 'fighter', SRD5E_SUBCLASSES.fighter) >= SURVIVOR_LEVEL;
  if (!champion || current === 0 || current > hitPointMaximum(block) / 2) return block;
  return restoredTo(block, current + Math.max(0, 5 + modifierOf(block, 'constitution')));
}

/**
 * The end of a creature's turn: whatever lasts so many rounds has one round less, or is over. Outside a fight the same
 * holds for every six seconds, so an hour is 600 rounds.
 */
export function endTurn(block: Srd5eStatBlock, rounds = 1): Srd5eStatBlock {
  const over = withoutEnded(block, (ends) => ends.when === 'rounds' && ends.remaining <= rounds);
  const waiting = [...over.conditions, ...over.active_effects].some(({ ends }) => ends.when === 'rounds');
  if (!waiting) return over;
  return {
    ...over,
    conditions: over.conditions.map((condition) => ({
      ...condition,
      ends: shortened(condition.ends, rounds),
    })),
    active_effects: over.active_effects.map((effect) => ({
      ...effect,
      ends: shortened(effect.ends, rounds),
    })),
  };
}

/** Ends whatever was to last until a moment that has come. */
export function expireAt(block: Srd5eStatBlock, now: WorldTime): Srd5eStatBlock {
  return withoutEnded(block, (ends) => ends.when === 'time' && compareWorldTimes(ends.at, now) <= 0);
}

function withoutEnded(block: Srd5eStatBlock, ended: (ends: Srd5eConditionEnd) => boolean): Srd5eStatBlock {
  const after = withoutConditions(block, ({ ends }) => ended(ends));
  const active_effects = after.active_effects.filter(({ ends }) => !ended(ends));
  return active_effects.length === after.active_effects.length ? after : { ...after, active_effects };
}

function shortened(ends: Srd5eConditionEnd, rounds: number): Srd5eConditionEnd {
  return ends.when === 'rounds' ? { when: 'rounds', remaining: ends.remaining - rounds } : ends;
}
