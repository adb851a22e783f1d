import { assertNever } from '#engine/util/assert-never.ts';
import type { Briefing, PullWithVisibility } from './materialise-scene-lore.ts';
import {
  type Boundary,
  countLoreTokens,
  type RecordType,
  SCENE_LORE_TOKENS,
  type SceneLore,
} from './scene-lore.ts';

/**
 * Returns the boundary a turn begins at; null for none. A fork begins at none: it goes on with the lore of its scene.
 */
export function findBoundary(
  lore: SceneLore | null,
  now: { readonly placeId: string | null; readonly startsSession: boolean },
): Boundary | null {
  if (lore === null || now.startsSession) return 'session-start';
  if (lore.placeId !== now.placeId) return 'place-change';
  return lore.stale === null ? null : 'invalidated';
}

/** Returns the lore with its exchange number increased by one. */
export function advanceExchange(lore: SceneLore): SceneLore {
  return { ...lore, exchange: lore.exchange + 1 };
}

export type PullOutcome =
  | { readonly kind: 'pulled'; readonly lore: SceneLore; readonly added: readonly string[] }
  /** The records do not fit: a boundary is reached, and SceneLore is to be made anew with them. */
  | { readonly kind: 'overflow' };

/** Adds records the router asked for. What is already there is not added twice, nor logged. */
export function addPulledRecords(lore: SceneLore, pulls: readonly PullWithVisibility[]): PullOutcome {
  const loaded = new Set(pulledKeys(lore));
  const fresh = pulls.filter((pull, index) => {
    const isRepeated = pulls.findIndex((other) => keyOf(other) === keyOf(pull)) < index;
    return !loaded.has(keyOf(pull)) && !isRepeated;
  });
  const grown = fresh.reduce(withPull, lore);
  if (countLoreTokens(grown) > SCENE_LORE_TOKENS) return { kind: 'overflow' };
  return { kind: 'pulled', lore: grown, added: fresh.map(({ id }) => id) };
}

function withPull(lore: SceneLore, { isHidden, ...pull }: PullWithVisibility): SceneLore {
  const { type, id, tokens } = pull;
  const entry = { exchange: lore.exchange, type, id, tokens };
  const pullLog = [...lore.pullLog, entry];
  return isHidden
    ? { ...lore, pullLog, hidden: { ...lore.hidden, pulls: [...lore.hidden.pulls, pull] } }
    : { ...lore, pullLog, visible: { ...lore.visible, pulls: [...lore.visible.pulls, pull] } };
}

/** Adds the briefing of a character who has just arrived; everything else stays. Overflows like a pull. */
export function appendBriefing(lore: SceneLore, { visible, hidden }: Briefing): PullOutcome {
  const { characterId } = visible;
  if (lore.visible.briefings.some((briefing) => briefing.characterId === characterId))
    return { kind: 'pulled', lore, added: [] };
  const grown = {
    ...lore,
    visible: { ...lore.visible, briefings: [...lore.visible.briefings, visible] },
    hidden: { ...lore.hidden, briefings: [...lore.hidden.briefings, hidden] },
  };
  if (countLoreTokens(grown) > SCENE_LORE_TOKENS) return { kind: 'overflow' };
  return { kind: 'pulled', lore: grown, added: [characterId] };
}

/** Marks lore that must not be used as it is any more: a pack was changed, a game master rewrote history. */
export function invalidateSceneLore(lore: SceneLore, reason: string): SceneLore {
  return { ...lore, stale: reason };
}

export type LoadedIds = Readonly<Record<`${RecordType}Ids`, readonly string[]>>;

/** Lists the ids the scene's lore already holds, so that the router does not request them again. */
export function listLoadedIds({ visible, hidden }: SceneLore): LoadedIds {
  const ids = {
    characterIds: [] as string[],
    eventIds: [] as string[],
    lawIds: [] as string[],
    loreIds: [] as string[],
  };
  for (const { type, id } of [...visible.pulls, ...hidden.pulls]) listOf(ids, type).push(id);
  return {
    ...ids,
    characterIds: [
      ...new Set([...visible.briefings.map(({ characterId }) => characterId), ...ids.characterIds]),
    ],
    loreIds: [
      ...new Set([...visible.atmosphere, ...(visible.session ?? [])].map(({ id }) => id).concat(ids.loreIds)),
    ],
  };
}

function listOf<List>(ids: Readonly<Record<`${RecordType}Ids`, List>>, type: RecordType): List {
  switch (type) {
    case 'character':
      return ids.characterIds;
    case 'event':
      return ids.eventIds;
    case 'law':
      return ids.lawIds;
    case 'lore':
      return ids.loreIds;
    default:
      return assertNever(type);
  }
}

function pulledKeys({ visible, hidden }: SceneLore): string[] {
  return [...visible.pulls, ...hidden.pulls].map(keyOf);
}

function keyOf({ type, id }: { readonly type: RecordType; readonly id: string }): string {
  return `${type} ${id}`;
}
