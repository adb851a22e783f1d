import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { CharacterId, EntityId, FactId } from '../ids.ts';
import { isKnownInScene, isKnownToAnyPlayer } from '../knowledge.ts';
import { readMoney } from '../meters.ts';
import type { OperationContext } from '../operation.ts';
import type { Character, Entity } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Knowledge } from '../visibility.ts';
import { listChangedRecords, type SnapshotChange } from './find-changes.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * Rejects a model's proposal that names a record no player knows of. Models are told only what players know. Any
 * other name is a guess or a secret, and only the rules and game masters may use it. Returns null when every named
 * record is allowed.
 */
export function checkModelInput(
  operation: string,
  input: Input,
  snapshot: Snapshot,
  context: Pick<OperationContext, 'asker' | 'rules'>,
): Rejection | null {
  if (context.asker !== 'model') return null;
  const hidden = textsIn(input).find((text) => isHiddenRecord(text, snapshot));
  if (hidden !== undefined) return beyond(hidden);
  return (
    hiddenBySlug(input, snapshot) ??
    untold(operation, input, snapshot) ??
    secretAgenda(operation, input, snapshot, context)
  );
}

function beyond(id: string): Rejection {
  return reject(
    'out-of-reach',
    `No player knows of ${id}; only the rules or a game master can bring it into play.`,
  );
}

/** Lists every text in a proposal. An id counts as a reference in any field, so fields added later are checked too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function isHiddenRecord(text: string, snapshot: Snapshot): boolean {
  const { entities, facts } = snapshot;
  // Looking up a text that is no id finds nothing.
  const [entityId, factId] = [text as EntityId, text as FactId];
  const record = Object.hasOwn(entities, text)
    ? entities[entityId]
    : Object.hasOwn(facts, text)
      ? facts[factId]
      : undefined;
  if (record === undefined) return false;
  return !snapshot.personas.some((id) => id === text) && !isKnownToAnyPlayer(record, snapshot);
}

/** Rejects hidden records named by slug. Slugs have no prefix, so they count as references only in their own field. */
function hiddenBySlug(input: Input, snapshot: Snapshot): Rejection | null {
  const { clocks, threads, deadlines, missions, resources } = snapshot;
  const named = <Value>(field: string, records: { readonly [id: string]: Value }): Value | undefined => {
    const id = input[field];
    return typeof id === 'string' && Object.hasOwn(records, id) ? records[id] : undefined;
  };
  const clock = named('clockId', clocks);
  const thread = named('threadId', threads);
  // Threads begun in play, and clocks begun in play without planned operations, are the narrator's own.
  const isOwnClock =
    clock?.origin === 'campaign' && clock.triggers.every(({ operations }) => operations.length === 0);
  const isOwnThread = thread?.origin === 'campaign';
  const found = [
    isOwnClock ? undefined : clock,
    isOwnThread ? undefined : thread,
    named('deadlineId', deadlines),
    named('missionId', missions),
    named('resourceId', resources),
  ];
  const hidden = found.find((record) => record !== undefined && !isKnownToAnyPlayer(record, snapshot));
  return hidden === undefined ? null : beyond(hidden.id);
}

/**
 * Rejects the discovery of a record that no persona in the scene knows of. Personas may tell each other only what one
 * of those present knows.
 */
function untold(operation: string, input: Input, snapshot: Snapshot): Rejection | null {
  const id = operation === 'discover_fact' ? input.factId : input.entityId;
  if ((operation !== 'discover_fact' && operation !== 'discover_entity') || typeof id !== 'string')
    return null;
  const record = snapshot.facts[id as FactId] ?? snapshot.entities[id as EntityId];
  return record === undefined || isKnownInScene(record, snapshot) ? null : beyond(id);
}

const OF_AGENDAS: readonly string[] = ['set_agenda', 'progress_agenda'];

/**
 * Rejects agenda changes for characters whose agendas the model was not told. Only a model that is the whole game
 * master is told agendas, and only of characters in the scene.
 */
function secretAgenda(
  operation: string,
  { characterId }: Input,
  { agendas, scene }: Snapshot,
  { rules }: Pick<OperationContext, 'rules'>,
): Rejection | null {
  if (!OF_AGENDAS.includes(operation) || typeof characterId !== 'string') return null;
  if (agendas[characterId as CharacterId] === undefined) return null;
  const isTold =
    rules.mechanics.pipeline === 'duet' && scene.presentIds.some((present) => present === characterId);
  return isTold ? null : beyond(`what ${characterId} works at`);
}

type Bound = Pick<OperationContext, 'rules' | 'hold'>;
type Persona = {
  readonly id: CharacterId;
  readonly before: Character;
  readonly after: Character;
  readonly wasHere: boolean;
  readonly isHere: boolean;
};

/**
 * Rejects changes to a player's character that only its player, the rules or a game master may make. Returns null
 * when there are none.
 */
function checkPersonaChanges(
  operation: string,
  before: Snapshot,
  after: Snapshot,
  context: Bound,
): Rejection | null {
  for (const id of before.personas) {
    const persona = personaIn(id, before, after);
    if (persona === null) continue;
    const refusal =
      moved(operation, persona, context) ??
      killed(operation, persona, context) ??
      robbed(operation, persona, before, after, context);
    if (refusal !== null) return refusal;
  }
  return null;
}

function personaIn(id: CharacterId, before: Snapshot, after: Snapshot): Persona | null {
  const [earlier, later] = [before.entities[id], after.entities[id]];
  if (earlier?.kind !== 'character' || later?.kind !== 'character') return null;
  const wasHere = before.scene.presentIds.includes(id);
  return { id, before: earlier, after: later, wasHere, isHere: after.scene.presentIds.includes(id) };
}

function moved(operation: string, persona: Persona, { hold }: Bound): Rejection | null {
  const { id, before, after, wasHere, isHere } = persona;
  if (wasHere === isHere && before.placeId === after.placeId) return null;
  const goesWithScene = operation === 'move_party' || operation === 'enter_scene';
  if (!goesWithScene) {
    const sentence = `${before.name} is a player's persona and goes where its player says; use move_party.`;
    return reject('is-persona', sentence);
  }
  // A persona without a place comes back with the others.
  if (before.placeId === null || hold?.staying.includes(id) !== true) return null;
  const sentence = `${before.name} stays: neither its player nor anything that happened takes it elsewhere.`;
  return reject('persona-stays', sentence);
}

function killed(operation: string, { id, before, after }: Persona, { rules, hold }: Bound): Rejection | null {
  if (before.status === 'dead' || after.status !== 'dead') return null;
  if (operation === 'set_life' && rules.srd5e && Object.keys(before.stats).length > 0) {
    const sentence = `${before.name} is a player's persona and dies by the rules: use deal_damage.`;
    return reject('is-persona', sentence);
  }
  if (operation === 'make_death_save' || hold?.safe.includes(id) !== true) return null;
  return reject(
    'persona-safe',
    `${before.name} does not die: nothing in this turn has put its life at stake.`,
  );
}

function robbed(
  operation: string,
  { id, before: earlier, after: later }: Persona,
  before: Snapshot,
  after: Snapshot,
  { hold, rules }: Bound,
): Rejection | null {
  if (hold?.keeping.includes(id) !== true) return null;
  const has = after.inventory[id] ?? {};
  const isLess = Object.entries(before.inventory[id] ?? {}).some(
    // The keys were read from the same record, which is written by item.
    ([itemId, { quantity }]) => (has[itemId as keyof typeof has]?.quantity ?? 0) < quantity,
  );
  const isSpent =
    (operation === 'spend_resource' && earlier !== later) ||
    (readMoney(later, rules)?.amount ?? 0) < (readMoney(earlier, rules)?.amount ?? 0);
  if (!isLess && !isSpent) return null;
  return reject('persona-keeps', `${earlier.name} keeps it: its player parts with nothing in this turn.`);
}

/** Collections whose records carry the list of players who know of them. */
const KNOWABLE = ['facts', 'entities', 'threads', 'clocks', 'missions', 'deadlines', 'resources'] as const;

/**
 * Rejects forbidden results of a model's operation, independent of which operation it was. A model may not reveal
 * hidden records. It may not do to a player's character what neither its player nor the rules put at stake. Returns
 * null when the changes are allowed.
 */
export function checkModelChanges(
  operation: string,
  before: Snapshot,
  after: Snapshot,
  changes: readonly SnapshotChange[],
  context: Pick<OperationContext, 'asker' | 'rules' | 'hold'>,
): Rejection | null {
  if (context.asker !== 'model') return null;
  const id = uncovered(before, after, changes);
  if (id === null) return checkPersonaChanges(operation, before, after, context);
  const sentence = `${id} is hidden; what players do, the rules or a game master bring it to light.`;
  return reject('not-yours-to-uncover', sentence);
}

function uncovered(before: Snapshot, after: Snapshot, changes: readonly SnapshotChange[]): string | null {
  for (const part of KNOWABLE) {
    const earlier: KnowledgeById = before[part];
    const later: KnowledgeById = after[part];
    const id = changes
      .find((change) => change.part === part)
      ?.keys?.find((key) => isBroughtToLight(earlier[key], later[key], after));
    if (id !== undefined) return id;
  }
  return stepsIntoLight(before, after, changes) ?? publishedBond(before, changes);
}

type KnowledgeById = { readonly [id: string]: Knowledge | undefined };

/**
 * Returns true when a record no player knew of is now known to a player. New records were never hidden, so they do
 * not count.
 */
function isBroughtToLight(
  earlier: Knowledge | undefined,
  later: Knowledge | undefined,
  snapshot: Snapshot,
): boolean {
  if (earlier === undefined || later === undefined) return false;
  return !isKnownToAnyPlayer(earlier, snapshot) && isKnownToAnyPlayer(later, snapshot);
}

/**
 * Returns the id of an obscured character that can now be seen, or of a place with an exit that is no longer secret.
 */
function stepsIntoLight(
  before: Snapshot,
  after: Snapshot,
  changes: readonly SnapshotChange[],
): string | null {
  const { presentIds, obscuredIds } = after.scene;
  const seen = before.scene.obscuredIds.find((id) => presentIds.includes(id) && !obscuredIds.includes(id));
  if (seen !== undefined) return seen;
  const shown = listChangedRecords(changes, 'entities').find(([id, entity]) => {
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

function publishedBond(before: Snapshot, changes: readonly SnapshotChange[]): string | null {
  const published = listChangedRecords(changes, 'relationships').find(([key, { visibility }]) => {
    const earlier = before.relationships[key];
    return earlier !== undefined && earlier.visibility !== 'public' && visibility === 'public';
  });
  return published?.[0] ?? null;
}

/**
 * Rejects stored operations in a model's proposal. They would run later with the engine's authority, past the
 * ruleset's list.
 */
export function rejectModelPlans(
  plans: readonly unknown[] | undefined,
  { asker }: Pick<OperationContext, 'asker'>,
  path: readonly string[],
): Rejection | null {
  if (asker !== 'model' || plans === undefined || plans.length === 0) return null;
  return reject(
    'not-yours-to-ask',
    'Only a game master can plan operations for later; describe the consequence instead.',
    path,
  );
}
