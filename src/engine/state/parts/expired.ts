import type { Json } from '#engine/kit/canonical-json.ts';
import { compareWorldTimes, type WorldTime } from '#engine/kit/world-time.ts';
import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { expireAt } from '#engine/rules/srd5e-turn.ts';
import type { Character } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { roundsAsTime, takesTurns } from './rounds.ts';

/**
 * The character without the conditions whose time has come; the very same object when there are none. Rounds
 * nobody counts become a time.
 */
export function expired(snapshot: Snapshot, character: Character, srd5e: boolean): Character {
  const now = snapshot.time;
  const conditions = character.conditions.filter(
    ({ until }) => until === undefined || compareWorldTimes(until, now) > 0,
  );
  const plain = conditions.length === character.conditions.length ? character : { ...character, conditions };
  return srd5e ? withBlockExpired(plain, now, takesTurns(snapshot, character.id)) : plain;
}

function withBlockExpired(character: Character, now: WorldTime, countsRounds: boolean): Character {
  const parsed = Srd5eStatBlock.safeParse(character.stats);
  if (!parsed.success) return character;
  const timed = countsRounds ? parsed.data : roundsAsTime(parsed.data, now);
  const block = expireAt(timed, now);
  if (block === parsed.data) return character;
  const status = block.status === 'stable' ? 'unconscious' : block.status;
  // A stat block parsed from JSON and changed by the rules is JSON.
  return { ...character, stats: block as unknown as { readonly [key: string]: Json }, status };
}
