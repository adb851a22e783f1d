import { endExpiredEffects } from '#engine/srd5e/combat.ts';
import { parseStatBlock, type Srd5eEffect, Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eCondition, type Srd5eConditionEnd } from '#engine/srd5e/terms.ts';
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
  const { conditions, active_effects, concentration } = block;
  const lasting = [...conditions, ...active_effects, ...(concentration === null ? [] : [concentration])];
  if (!lasting.some(({ ends }) => ends?.when === 'rounds')) return block;
  const timed = <Lasting extends { readonly ends: Srd5eConditionEnd }>(lasting: Lasting): Lasting => ({
    ...lasting,
    ends: endingAt(lasting.ends, now),
  });
  return {
    ...block,
    conditions: conditions.map(timed),
    active_effects: active_effects.map(timed),
    concentration:
      concentration?.ends === undefined
        ? concentration
        : { ...concentration, ends: endingAt(concentration.ends, now) },
  };
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

/** Effects of a spell on a place are kept with its caster, under the id of the place. */
type PlaceEffect = Srd5eEffect & { readonly place: string };

/** Lists the spells at work on the place of the scene, in the order of their casters' ids. */
export function listPlaceEffects({ entities, scene: { placeId } }: Snapshot): readonly PlaceEffect[] {
  if (placeId === null) return [];
  return Object.values(entities).flatMap((one) => {
    if (one.kind !== 'character' || !Array.isArray(one.stats.active_effects)) return [];
    if (one.stats.active_effects.length === 0) return [];
    const effects = parseStatBlock(one.stats).data?.active_effects ?? [];
    return effects.filter((effect): effect is PlaceEffect => effect.place === placeId);
  });
}

type Visibility = Snapshot['scene']['visibility'];

/** Sight and sound at the place of the scene, with the spells at work there. */
export type PlaceSenses = {
  readonly visibility: Visibility;
  /** True where magic makes the dark, so that darkvision does not help. */
  readonly isMagical: boolean;
  /** True where magic swallows every sound. */
  readonly isSilent: boolean;
  /** Effects of the spells, in words. */
  readonly notes: readonly string[];
};

/** Describes what can be seen and heard where the scene plays. Fog hides all; of light and dark the stronger spell holds. */
export function describePlace(snapshot: Snapshot): PlaceSenses {
  const effects = listPlaceEffects(snapshot);
  const seen = effects.filter(({ visibility }) => visibility !== undefined);
  const strongest = seen.toSorted((one, other) => (other.spell_level ?? 0) - (one.spell_level ?? 0))[0];
  const isFoggy = seen.some(({ visibility }) => visibility === 'obscured');
  const magical: Visibility | undefined = isFoggy ? 'obscured' : strongest?.visibility;
  const own = snapshot.scene.visibility;
  const isLit = magical === 'dim' || magical === 'clear';
  // Light does not lift a fog that is no spell, and a small light dims no day.
  const visibility = magical === undefined || (isLit && own !== 'dark' && own !== 'dim') ? own : magical;
  return {
    visibility,
    isMagical: visibility === 'dark' && magical === 'dark',
    isSilent: effects.some(({ silent }) => silent === true),
    notes: effects.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`])),
  };
}
