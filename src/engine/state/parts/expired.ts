import type { Json } from '#engine/kit/canonical-json.ts';
import { compareWorldTimes, type WorldTime } from '#engine/kit/world-time.ts';
import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { endTurn, expireAt } from '#engine/rules/srd5e-turn.ts';
import type { Character } from '../record.ts';

/** The character without the conditions whose time has come; the very same object when there are none. */
export function expired(character: Character, now: WorldTime, rounds: number, srd5e: boolean): Character {
  const conditions = character.conditions.filter(
    ({ until }) => until === undefined || compareWorldTimes(until, now) > 0,
  );
  const plain = conditions.length === character.conditions.length ? character : { ...character, conditions };
  return srd5e ? withBlockExpired(plain, now, rounds) : plain;
}

function withBlockExpired(character: Character, now: WorldTime, rounds: number): Character {
  const parsed = Srd5eStatBlock.safeParse(character.stats);
  if (!parsed.success) return character;
  const rested = rounds > 0 ? endTurn(parsed.data, rounds) : parsed.data;
  const block = expireAt(rested, now);
  if (block === parsed.data) return character;
  const status = block.status === 'stable' ? 'unconscious' : block.status;
  // A stat block parsed from JSON and changed by the rules is JSON.
  return { ...character, stats: block as unknown as { readonly [key: string]: Json }, status };
}
