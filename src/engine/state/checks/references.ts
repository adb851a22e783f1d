import { toPairKey } from '../ids.ts';
import type { Entity } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { hasChanged, listChangedRecords, type SnapshotChange } from './find-changes.ts';

type Kind = Entity['kind'];
type Path = readonly (string | number)[];
export type ReferenceFault = { readonly path: Path; readonly message: string };

/** One thing a record says about another: where it says so, which id, and what that id must be. */
type Reference = { readonly path: Path; readonly id: string; readonly kind?: Kind };

/**
 * Returns the first id among the changes that names nothing, or a record of another kind. Entities are never deleted,
 * so unchanged references are still valid.
 */
export function findBrokenReference(
  after: Snapshot,
  changes: readonly SnapshotChange[],
): ReferenceFault | null {
  for (const reference of references(after, changes)) {
    // Any text may stand where an id should; the lookup finds out.
    const found = (after.entities as { readonly [id: string]: Entity })[reference.id];
    const wanted = reference.kind ?? 'entity';
    if (found === undefined)
      return { path: reference.path, message: `there is no ${wanted} ${reference.id}` };
    if (reference.kind === undefined || found.kind === reference.kind) continue;
    return { path: reference.path, message: `${reference.id} is a ${found.kind}, not a ${reference.kind}` };
  }
  return misfiled(changes);
}

function* references(after: Snapshot, changes: readonly SnapshotChange[]): Generator<Reference> {
  if (hasChanged(changes, 'scene')) yield* sceneReferences(after.scene);
  if (hasChanged(changes, 'personas')) yield* listed(['personas'], after.personas, 'character');
  for (const [id, entity] of listChangedRecords(changes, 'entities')) yield* entityReferences(id, entity);
  for (const [id, fact] of listChangedRecords(changes, 'facts')) {
    yield { path: ['facts', id, 'subjectId'], id: fact.subjectId };
    yield* listed(['facts', id, 'knownTo'], fact.knownTo, 'character');
  }
  for (const [id, thread] of listChangedRecords(changes, 'threads')) {
    yield* listed(['threads', id, 'relatedIds'], thread.relatedIds);
  }
  for (const [id, deadline] of listChangedRecords(changes, 'deadlines')) {
    yield* listed(['deadlines', id, 'relatedIds'], deadline.relatedIds);
  }
  for (const [id, { giverId }] of listChangedRecords(changes, 'missions')) {
    if (giverId !== undefined) yield { path: ['missions', id, 'giverId'], id: giverId, kind: 'character' };
  }
  yield* bondReferences(changes);
  yield* keyReferences(changes);
  yield* waitingReferences(after, changes);
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

function* bondReferences(changes: readonly SnapshotChange[]): Generator<Reference> {
  for (const [key, { low, high }] of listChangedRecords(changes, 'relations')) {
    yield* listed(['relations', key], [low, high], 'character');
  }
  for (const [key, { fromId, toId }] of listChangedRecords(changes, 'relationships')) {
    yield* listed(['relationships', key], [fromId, toId], 'character');
  }
}

/** Lists references from collections whose keys are ids themselves. */
function* keyReferences(changes: readonly SnapshotChange[]): Generator<Reference> {
  for (const part of ['agendas', 'failureStreaks'] as const) {
    for (const [id] of listChangedRecords(changes, part)) yield { path: [part, id], id, kind: 'character' };
  }
  for (const [ownerId, held] of listChangedRecords(changes, 'inventory')) {
    yield { path: ['inventory', ownerId], id: ownerId };
    for (const itemId of Object.keys(held))
      yield { path: ['inventory', ownerId, itemId], id: itemId, kind: 'item' };
  }
}

function* waitingReferences(after: Snapshot, changes: readonly SnapshotChange[]): Generator<Reference> {
  const { combat, pendingRoll, pendingClarification } = after;
  if (combat !== null && hasChanged(changes, 'combat')) {
    const ids = combat.combatants.map(({ id }) => id);
    yield* listed(['combat', 'combatants'], ids, 'character');
  }
  for (const [part, waiting] of Object.entries({ pendingRoll, pendingClarification })) {
    if (waiting !== null) yield { path: [part, 'personaId'], id: waiting.personaId, kind: 'character' };
  }
}

const FILED_BY_ID = [
  'entities',
  'facts',
  'threads',
  'clocks',
  'missions',
  'deadlines',
  'resources',
  'laws',
] as const;

/** Returns the first record that is not filed under its own id or pair. */
function misfiled(changes: readonly SnapshotChange[]): ReferenceFault | null {
  for (const part of FILED_BY_ID) {
    for (const [key, record] of listChangedRecords(changes, part)) {
      // Every record of these collections has an id; the union of their types is too wide for the compiler.
      const { id } = record as { readonly id: string };
      if (id !== key) return { path: [part, key], message: `the record of ${id} stands under ${key}` };
    }
  }
  for (const [key, { low, high }] of listChangedRecords(changes, 'relations')) {
    const right = toPairKey(low, high);
    if (right !== key) return { path: ['relations', key], message: `that pair is ${right}` };
  }
  for (const [key, { fromId, toId, type }] of listChangedRecords(changes, 'relationships')) {
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
