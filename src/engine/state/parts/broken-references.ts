import { pairKey } from '../ids.ts';
import type { Entity } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';

type Kind = Entity['kind'];
type Path = readonly (string | number)[];
export type ReferenceFault = { readonly path: Path; readonly message: string };

/** One thing a record says about another: where it says so, which id, and what that id must be. */
type Reference = { readonly path: Path; readonly id: string; readonly kind?: Kind };

/**
 * The first id that names nothing, or something of another kind. With `before` only what changed since is
 * looked at: entities are never deleted, so what was sound stays sound.
 */
export function brokenReference(before: Snapshot | null, after: Snapshot): ReferenceFault | null {
  for (const reference of references(before, after)) {
    // Any text may stand where an id should; the lookup finds out.
    const found = (after.entities as { readonly [id: string]: Entity })[reference.id];
    const wanted = reference.kind ?? 'entity';
    if (found === undefined)
      return { path: reference.path, message: `there is no ${wanted} ${reference.id}` };
    if (reference.kind === undefined || found.kind === reference.kind) continue;
    return { path: reference.path, message: `${reference.id} is a ${found.kind}, not a ${reference.kind}` };
  }
  return misfiled(before, after);
}

function* references(before: Snapshot | null, after: Snapshot): Generator<Reference> {
  if (before?.scene !== after.scene) yield* sceneReferences(after.scene);
  if (before?.personas !== after.personas) yield* listed(['personas'], after.personas, 'character');
  for (const [id, entity] of changed(before?.entities, after.entities)) yield* entityReferences(id, entity);
  for (const [id, fact] of changed(before?.facts, after.facts)) {
    yield { path: ['facts', id, 'subjectId'], id: fact.subjectId };
    yield* listed(['facts', id, 'knownTo'], fact.knownTo, 'character');
  }
  for (const [id, thread] of changed(before?.threads, after.threads)) {
    yield* listed(['threads', id, 'relatedIds'], thread.relatedIds);
  }
  for (const [id, deadline] of changed(before?.deadlines, after.deadlines)) {
    yield* listed(['deadlines', id, 'relatedIds'], deadline.relatedIds);
  }
  for (const [id, { giverId }] of changed(before?.missions, after.missions)) {
    if (giverId !== undefined) yield { path: ['missions', id, 'giverId'], id: giverId, kind: 'character' };
  }
  for (const [id] of changed(before?.agendas, after.agendas))
    yield { path: ['agendas', id], id, kind: 'character' };
  yield* inventoryReferences(before, after);
  yield* bondReferences(before, after);
  yield* waitingReferences(before, after);
}

function* sceneReferences(scene: Snapshot['scene']): Generator<Reference> {
  if (scene.placeId !== null) yield { path: ['scene', 'placeId'], id: scene.placeId, kind: 'location' };
  yield* listed(['scene', 'presentIds'], scene.presentIds);
  yield* listed(['scene', 'obscuredIds'], scene.obscuredIds);
}

function* entityReferences(id: string, entity: Entity): Generator<Reference> {
  const at = ['entities', id];
  yield* listed([...at, 'knownTo'], entity.knownTo, 'character');
  if ('placeId' in entity && entity.placeId !== null) {
    yield { path: [...at, 'placeId'], id: entity.placeId, kind: 'location' };
  }
  if (entity.kind === 'character' && entity.factionId !== null) {
    yield { path: [...at, 'factionId'], id: entity.factionId, kind: 'faction' };
  }
  if (entity.kind === 'faction' && entity.leaderId !== null) {
    yield { path: [...at, 'leaderId'], id: entity.leaderId, kind: 'character' };
  }
  if (entity.kind !== 'location') return;
  const exits = (entity.exits ?? []).map(({ to }) => to);
  yield* listed([...at, 'exits'], exits, 'location');
}

function* inventoryReferences(before: Snapshot | null, after: Snapshot): Generator<Reference> {
  for (const [ownerId, held] of changed(before?.inventory, after.inventory)) {
    yield { path: ['inventory', ownerId], id: ownerId };
    for (const itemId of Object.keys(held))
      yield { path: ['inventory', ownerId, itemId], id: itemId, kind: 'item' };
  }
}

function* bondReferences(before: Snapshot | null, after: Snapshot): Generator<Reference> {
  for (const [key, { low, high }] of changed(before?.relations, after.relations)) {
    yield* listed(['relations', key], [low, high], 'character');
  }
  for (const [key, { fromId, toId }] of changed(before?.relationships, after.relationships)) {
    yield* listed(['relationships', key], [fromId, toId], 'character');
  }
}

function* waitingReferences(before: Snapshot | null, after: Snapshot): Generator<Reference> {
  const { combat, pendingRoll, pendingClarification, failureStreaks, meters } = after;
  if (before?.combat !== combat && combat !== null) {
    const ids = combat.combatants.map(({ id }) => id);
    yield* listed(['combat', 'combatants'], ids, 'character');
  }
  if (before?.failureStreaks !== failureStreaks) {
    yield* listed(['failureStreaks'], Object.keys(failureStreaks), 'character');
  }
  if (before?.meters !== meters) yield* listed(['meters'], Object.keys(meters), 'character');
  for (const [part, waiting] of Object.entries({ pendingRoll, pendingClarification })) {
    if (waiting !== null) yield { path: [part, 'personaId'], id: waiting.personaId, kind: 'character' };
  }
}

/** A record that does not stand under its own id or pair. */
function misfiled(before: Snapshot | null, after: Snapshot): ReferenceFault | null {
  const collections = [
    'entities',
    'facts',
    'threads',
    'clocks',
    'missions',
    'deadlines',
    'resources',
    'laws',
  ] as const;
  for (const name of collections) {
    for (const [key, { id }] of changed<{ readonly id: string }>(before?.[name], after[name])) {
      if (id !== key) return { path: [name, key], message: `the record of ${id} stands under ${key}` };
    }
  }
  for (const [key, { low, high }] of changed(before?.relations, after.relations)) {
    if (pairKey(low, high) !== key)
      return { path: ['relations', key], message: `that pair is ${pairKey(low, high)}` };
  }
  for (const [key, { fromId, toId, type }] of changed(before?.relationships, after.relationships)) {
    const right = `${fromId}|${toId}|${type}`;
    if (right !== key) return { path: ['relationships', key], message: `that relationship is ${right}` };
  }
  return null;
}

function* listed(path: Path, ids: readonly string[], kind?: Kind): Generator<Reference> {
  for (const [at, id] of ids.entries()) {
    yield kind === undefined ? { path: [...path, at], id } : { path: [...path, at], id, kind };
  }
}

/** The entries of a collection that are not the very same as before. */
function* changed<Value>(
  before: { readonly [id: string]: Value } | undefined,
  after: { readonly [id: string]: Value },
): Generator<readonly [string, Value]> {
  if (before === after) return;
  for (const key in after) {
    const value = after[key];
    if (value !== undefined && before?.[key] !== value) yield [key, value];
  }
}
