import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { CharacterId, EntityId, FactId } from '../ids.ts';
import type { OperationContext } from '../operation.ts';
import type { Snapshot } from '../snapshot.ts';
import { isKnownHere, isKnownToPlayers } from './known-to-players.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * Why a model may not name what a proposal names. Models are told what players know; whatever else they name they have guessed,
 * or were told to keep. It is for the rules and for game masters to touch. Null when everything named is within reach.
 */
export function outOfReach(
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

/** Wherever in a proposal an id stands, in a field of today or in one of tomorrow, it names somebody or something. */
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
  return !snapshot.personas.some((id) => id === text) && !isKnownToPlayers(record, snapshot);
}

/** Ids without a form of their own name something only in their own field. */
function hiddenBySlug(input: Input, snapshot: Snapshot): Rejection | null {
  const { clocks, threads, deadlines, missions, resources } = snapshot;
  const named = <Value>(field: string, records: { readonly [id: string]: Value }): Value | undefined => {
    const id = input[field];
    return typeof id === 'string' && Object.hasOwn(records, id) ? records[id] : undefined;
  };
  const clock = named('clockId', clocks);
  const thread = named('threadId', threads);
  // What was begun in play without a plan of the game master's is a narrator's own count.
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
  const hidden = found.find((record) => record !== undefined && !isKnownToPlayers(record, snapshot));
  return hidden === undefined ? null : beyond(hidden.id);
}

/** Personas may tell each other what one of them knows; somebody has to be there to tell it. */
function untold(operation: string, input: Input, snapshot: Snapshot): Rejection | null {
  const id = operation === 'discover_fact' ? input.factId : input.entityId;
  if ((operation !== 'discover_fact' && operation !== 'discover_entity') || typeof id !== 'string')
    return null;
  const record = snapshot.facts[id as FactId] ?? snapshot.entities[id as EntityId];
  return record === undefined || isKnownHere(record, snapshot) ? null : beyond(id);
}

const OF_AGENDAS: readonly string[] = ['set_agenda', 'progress_agenda'];

/** Only a model that is the whole game master is told what people work at, and only of those who are here. */
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
