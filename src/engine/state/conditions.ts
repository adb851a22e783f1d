import { endExpiredEffects } from '#engine/rules/srd5e-combat.ts';
import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { Srd5eCondition, type Srd5eConditionEnd } from '#engine/rules/srd5e-terms.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { addMicroseconds, compareWorldTimes, type WorldTime } from '#engine/util/world-time.ts';
import type { CharacterId } from './ids.ts';
import type { Character } from './record.ts';
import type { Snapshot } from './snapshot.ts';

/** Lists all conditions of a character: its own, and those its stat block keeps by the SRD. */
export function listConditions({ conditions, stats }: Character): Character['conditions'] {
  if (!Array.isArray(stats.conditions) || stats.conditions.length === 0) return conditions;
  const listed = stats.conditions.flatMap((entry: unknown) => {
    const parsed = Srd5eCondition.safeParse(entry);
    if (!parsed.success) return [];
    const { name, source, ends } = parsed.data;
    return [{ name, source, ...(ends.when === 'time' && { until: ends.at }) }];
  });
  return [...conditions, ...listed];
}

const MICROSECONDS_PER_ROUND = 6_000_000;

/** Returns the moment the given number of rounds from now. */
export function addRounds(now: WorldTime, rounds: number): WorldTime {
  return addMicroseconds(now, rounds * MICROSECONDS_PER_ROUND);
}

/** Returns true when a character takes turns in a fight, so that its rounds are counted as they are played. */
function isInTurnOrder({ combat }: Snapshot, characterId: CharacterId): boolean {
  return combat?.combatants.some(({ id, out }) => id === characterId && !out) ?? false;
}

/** Returns the end of something that lasts for rounds: counted for combatants who take turns, at a moment for others. */
export function endAfterRounds(
  snapshot: Snapshot,
  characterId: CharacterId,
  rounds: number,
): Srd5eConditionEnd {
  if (isInTurnOrder(snapshot, characterId)) return { when: 'rounds', remaining: rounds };
  return { when: 'time', at: addRounds(snapshot.time, rounds) };
}

/** Converts durations in rounds to end times. Rounds are counted only for characters who take turns in a fight. */
export function convertRoundsToTime(block: Srd5eStatBlock, now: WorldTime): Srd5eStatBlock {
  const { conditions, active_effects } = block;
  if (![...conditions, ...active_effects].some(({ ends }) => ends.when === 'rounds')) return block;
  const timed = <Lasting extends { readonly ends: Srd5eConditionEnd }>(lasting: Lasting): Lasting => ({
    ...lasting,
    ends: endingAt(lasting.ends, now),
  });
  return { ...block, conditions: conditions.map(timed), active_effects: active_effects.map(timed) };
}

function endingAt(ends: Srd5eConditionEnd, now: WorldTime): Srd5eConditionEnd {
  return ends.when === 'rounds' ? { when: 'time', at: addRounds(now, ends.remaining) } : ends;
}

/**
 * Removes conditions whose time has come; returns the very same object when there are none. Converts rounds to a time
 * when the character takes no turns.
 */
export function removeExpiredConditions(snapshot: Snapshot, character: Character, srd5e: boolean): Character {
  const now = snapshot.time;
  const conditions = character.conditions.filter(
    ({ until }) => until === undefined || compareWorldTimes(until, now) > 0,
  );
  const plain = conditions.length === character.conditions.length ? character : { ...character, conditions };
  return srd5e ? withBlockExpired(plain, now, isInTurnOrder(snapshot, character.id)) : plain;
}

function withBlockExpired(character: Character, now: WorldTime, countsRounds: boolean): Character {
  const parsed = Srd5eStatBlock.safeParse(character.stats);
  if (!parsed.success) return character;
  const timed = countsRounds ? parsed.data : convertRoundsToTime(parsed.data, now);
  const block = endExpiredEffects(timed, now);
  if (block === parsed.data) return character;
  const status = block.status === 'stable' ? 'unconscious' : block.status;
  // A stat block parsed from JSON and changed by the rules is JSON.
  return { ...character, stats: block as unknown as { readonly [key: string]: Json }, status };
}
