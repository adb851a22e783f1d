import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import type { LocationId } from './ids.ts';
import type { Location } from './record.ts';
import type { Snapshot } from './snapshot.ts';

/** Route from one place to another: the places on the way, or the obstacle. */
export type Route =
  | { readonly open: true; readonly through: readonly LocationId[]; readonly minutes: number }
  | { readonly open: false; readonly reason: string };

const MINUTES_UNSAID = 5;

/** Finds the route with the fewest steps over exits that are open and not secret. Unmapped places lead everywhere. */
export function findRoute(snapshot: Snapshot, from: LocationId, to: LocationId): Route {
  const reached = new Map<
    LocationId,
    { readonly through: readonly LocationId[]; readonly minutes: number }
  >();
  reached.set(from, { through: [], minutes: 0 });
  const queue = [from];
  for (const here of queue) {
    const way = reached.get(here) ?? { through: [], minutes: 0 };
    if (here === to) return { open: true, ...way };
    for (const step of waysFrom(snapshot, here, to)) {
      if (reached.has(step.to)) continue;
      reached.set(step.to, { through: [...way.through, step.to], minutes: way.minutes + step.minutes });
      queue.push(step.to);
    }
  }
  return { open: false, reason: whyClosed(snapshot, from, to) };
}

/** Lists the places that open ways lead to, over one place or more, the nearest first. Ways that lead everywhere count for none. */
export function listReachablePlaces(snapshot: Snapshot, from: LocationId): readonly LocationId[] {
  const reached = new Set([from]);
  for (const here of reached) {
    const ways = locationAt(snapshot, here)?.exits ?? [];
    for (const { to, blocked, secret } of ways) {
      if (blocked === undefined && secret !== true && locationAt(snapshot, to) !== null) reached.add(to);
    }
  }
  return [...reached].slice(1);
}

function waysFrom(snapshot: Snapshot, here: LocationId, to: LocationId) {
  const place = locationAt(snapshot, here);
  if (place === null) return [];
  if (place.exits === null) return [{ to, minutes: MINUTES_UNSAID }];
  return place.exits
    .filter(({ blocked, secret }) => blocked === undefined && secret !== true)
    .map((exit) => ({ to: exit.to, minutes: exit.minutes ?? MINUTES_UNSAID }));
}

function whyClosed(snapshot: Snapshot, from: LocationId, to: LocationId): string {
  const here = locationAt(snapshot, from);
  const there = locationAt(snapshot, to)?.name ?? to;
  const exit = here?.exits?.find((candidate) => candidate.to === to && candidate.secret !== true);
  if (exit?.blocked !== undefined)
    return `The way to ${there} is blocked: ${exit.blocked.replace(/\.$/, '')}.`;
  // Only places players may hear of: this sentence may reach one.
  const near = (here?.exits ?? [])
    .filter(({ blocked, secret }) => blocked === undefined && secret !== true)
    .flatMap((way) => locationAt(snapshot, way.to) ?? [])
    .filter(({ visibility }) => visibility === 'public')
    .map(({ name, id }) => `${name} (${id})`);
  const choices = near.length === 0 ? 'nowhere' : near.join(', ');
  return `No way leads from ${here?.name ?? from} to ${there}; from here one can go to ${choices}.`;
}

function locationAt(snapshot: Snapshot, id: LocationId): Location | null {
  const entity = snapshot.entities[id];
  return entity?.kind === 'location' && !entity.retired ? entity : null;
}

/** Lists the keys of the ruleset's state that belong to places: those any place has a value of its own for. */
export function listPlaceKeys(entities: Snapshot['entities']): ReadonlySet<string> {
  const keys = Object.values(entities).flatMap((entity) =>
    entity.kind === 'location' ? Object.keys(entity.sceneState ?? {}) : [],
  );
  return new Set(keys);
}

/**
 * Exchanges the part of the ruleset's state that belongs to places: keeps what the place left has of its own, and puts in force
 * what the place entered has. Where a place says nothing, the story's first values are in force; they are kept with no place.
 */
export function exchangePlaceState(
  snapshot: Snapshot,
  from: LocationId | null,
  to: LocationId | null,
): Pick<Snapshot, 'rulesetState' | 'entities'> {
  const { rulesetState, entities, usualPlaceState = rulesetState } = snapshot;
  const keys = listPlaceKeys(entities);
  if (from === to || keys.size === 0) return { rulesetState, entities };
  const [left = null, entered = null] = [from, to].map((id) =>
    id === null ? null : locationAt(snapshot, id),
  );
  const shared = pickKeys(rulesetState, (key) => !keys.has(key));
  const usual = pickKeys(usualPlaceState, (key) => keys.has(key));
  const own = pickKeys(rulesetState, (key, value) => {
    if (!keys.has(key)) return false;
    return Object.hasOwn(left?.sceneState ?? {}, key) || !isSameJson(value, usual[key]);
  });
  const isKept = left !== null && Object.keys(own).length > 0;
  return {
    rulesetState: { ...shared, ...usual, ...entered?.sceneState },
    entities: isKept ? { ...entities, [left.id]: { ...left, sceneState: own } } : entities,
  };
}

type State = Snapshot['rulesetState'];

function pickKeys(state: State, isPicked: (key: string, value: State[string]) => boolean): State {
  return Object.fromEntries(Object.entries(state).filter(([key, value]) => isPicked(key, value)));
}

function isSameJson(one: State[string], other: State[string] | undefined): boolean {
  return other !== undefined && toCanonicalJson(one) === toCanonicalJson(other);
}
