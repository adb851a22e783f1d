import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { OperationContext } from '../operation.ts';
import type { Entity } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { type Change, changedRecords } from './changes.ts';
import { doneToPersonas } from './done-to-personas.ts';
import { isKnownToPlayers, type Knowable } from './known-to-players.ts';

/** The collections whose records have players who know of them, or none. */
const KNOWABLE = ['facts', 'entities', 'threads', 'clocks', 'missions', 'deadlines', 'resources'] as const;

/**
 * What a model's operation must not have done, whichever operation it was: bring to light what was hidden, or do to a player's
 * character what neither its player nor the rules have put at stake. Null when it has done nothing of the kind.
 */
export function overreach(
  operation: string,
  before: Snapshot,
  after: Snapshot,
  changes: readonly Change[],
  context: Pick<OperationContext, 'asker' | 'rules' | 'hold'>,
): Rejection | null {
  if (context.asker !== 'model') return null;
  const id = uncovered(before, after, changes);
  if (id === null) return doneToPersonas(operation, before, after, context);
  const sentence = `${id} is hidden; what players do, the rules or a game master bring it to light.`;
  return reject('not-yours-to-uncover', sentence);
}

function uncovered(before: Snapshot, after: Snapshot, changes: readonly Change[]): string | null {
  for (const part of KNOWABLE) {
    const earlier: Knowables = before[part];
    const later: Knowables = after[part];
    const id = changes
      .find((change) => change.part === part)
      ?.keys?.find((key) => isBroughtToLight(earlier[key], later[key], after));
    if (id !== undefined) return id;
  }
  return stepsIntoLight(before, after, changes) ?? publishedBond(before, changes);
}

type Knowables = { readonly [id: string]: Knowable | undefined };

/** What is new was hidden from nobody. */
function isBroughtToLight(
  earlier: Knowable | undefined,
  later: Knowable | undefined,
  snapshot: Snapshot,
): boolean {
  if (earlier === undefined || later === undefined) return false;
  return !isKnownToPlayers(earlier, snapshot) && isKnownToPlayers(later, snapshot);
}

/** Whoever was out of sight and can now be seen, and the secret ways that no longer are. */
function stepsIntoLight(before: Snapshot, after: Snapshot, changes: readonly Change[]): string | null {
  const { presentIds, obscuredIds } = after.scene;
  const seen = before.scene.obscuredIds.find((id) => presentIds.includes(id) && !obscuredIds.includes(id));
  if (seen !== undefined) return seen;
  const shown = changedRecords(changes, 'entities').find(([id, entity]) => {
    const earlier = before.entities[id as Entity['id']];
    return earlier !== undefined && (isUnhidden(earlier, entity) || isFound(earlier, entity));
  });
  return shown?.[0] ?? null;
}

function isUnhidden(earlier: Entity, later: Entity): boolean {
  return earlier.kind === 'character' && later.kind === 'character' && earlier.hidden && !later.hidden;
}

function isFound(earlier: Entity, later: Entity): boolean {
  if (earlier.kind !== 'location' || later.kind !== 'location') return false;
  const secret = earlier.exits?.filter((exit) => exit.secret === true) ?? [];
  return secret.some(
    ({ to }) => later.exits?.some((exit) => exit.to === to && exit.secret !== true) === true,
  );
}

function publishedBond(before: Snapshot, changes: readonly Change[]): string | null {
  const published = changedRecords(changes, 'relationships').find(([key, { visibility }]) => {
    const earlier = before.relationships[key];
    return earlier !== undefined && earlier.visibility !== 'public' && visibility === 'public';
  });
  return published?.[0] ?? null;
}
