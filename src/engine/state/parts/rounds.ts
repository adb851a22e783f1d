import { addMicroseconds, type WorldTime } from '#engine/kit/world-time.ts';
import type { Srd5eConditionEnd } from '#engine/rules/srd5e-condition.ts';
import type { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import type { CharacterId } from '../ids.ts';
import type { Snapshot } from '../snapshot.ts';

const MICROSECONDS_PER_ROUND = 6_000_000;

/** The moment so many rounds from now. */
export function afterRounds(now: WorldTime, rounds: number): WorldTime {
  return addMicroseconds(now, rounds * MICROSECONDS_PER_ROUND);
}

/** Whether a character takes turns, so that its rounds are counted as they are played. */
export function takesTurns({ combat }: Snapshot, characterId: CharacterId): boolean {
  return combat?.combatants.some(({ id, out }) => id === characterId && !out) ?? false;
}

/** Whatever lasts for rounds lasts until a moment instead: where nobody takes turns, nobody counts rounds. */
export function roundsAsTime(block: Srd5eStatBlock, now: WorldTime): Srd5eStatBlock {
  const { conditions, active_effects } = block;
  if (![...conditions, ...active_effects].some(({ ends }) => ends.when === 'rounds')) return block;
  const timed = <Lasting extends { readonly ends: Srd5eConditionEnd }>(lasting: Lasting): Lasting => ({
    ...lasting,
    ends: endingAt(lasting.ends, now),
  });
  return { ...block, conditions: conditions.map(timed), active_effects: active_effects.map(timed) };
}

function endingAt(ends: Srd5eConditionEnd, now: WorldTime): Srd5eConditionEnd {
  return ends.when === 'rounds' ? { when: 'time', at: afterRounds(now, ends.remaining) } : ends;
}
