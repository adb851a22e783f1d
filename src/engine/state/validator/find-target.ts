import type { CharacterId, EntityId } from '../ids.ts';
import { isShown } from '../parts/player-entities.ts';
import type { Entity } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';

/** Whom or what an action is aimed at, as the persona can tell. */
export type Target =
  | { readonly found: 'none' }
  | { readonly found: 'one'; readonly entity: Entity }
  | { readonly found: 'several'; readonly entities: readonly Entity[] }
  | { readonly found: 'unknown'; readonly said: string };

/**
 * The entity an id or a name stands for. What the persona does not know of is unknown, exactly as if it did
 * not exist, so that an answer never betrays a secret.
 */
export function findTarget(snapshot: Snapshot, said: string, personaId: CharacterId): Target {
  const wanted = said.trim();
  if (wanted === '') return { found: 'none' };
  const known = (entity: Entity | undefined) => entity !== undefined && isShown(snapshot, entity, personaId);
  // Any text may be looked up; what is no id finds nothing.
  const byId = Object.hasOwn(snapshot.entities, wanted) ? snapshot.entities[wanted as EntityId] : undefined;
  if (byId !== undefined && known(byId)) return { found: 'one', entity: byId };
  const named = Object.values(snapshot.entities).filter(
    (entity) => known(entity) && isCalled(entity, wanted),
  );
  const here = named.filter(({ id }) => snapshot.scene.presentIds.includes(id));
  const meant = here.length > 0 ? here : named;
  const [first] = meant;
  if (first === undefined) return { found: 'unknown', said: wanted };
  return meant.length === 1 ? { found: 'one', entity: first } : { found: 'several', entities: meant };
}

function isCalled({ name }: Entity, wanted: string): boolean {
  const [full, part] = [name.toLowerCase(), wanted.toLowerCase().replace(/^the /, '')];
  return full === part || full.split(/\s+/).includes(part) || full.replace(/^the /, '') === part;
}
