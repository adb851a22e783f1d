import type { TurnInput } from '#engine/domain/turn.ts';
import { getPersonaId } from '#engine/domain/turn-permissions.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import { findWitnessingPersonas, revealInSight } from '#engine/state/knowledge.ts';
import { createTableView, type PlayerView } from '#engine/state/player-view.ts';
import type { Character } from '#engine/state/record.ts';
import { exchangePlaceState } from '#engine/state/routes.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { TurnContext } from './context.ts';

type Persona = Character & { readonly id: CharacterId };

/**
 * Returns the character whose turn it is: the one the input names, else the one who was offered the rolled table, else the
 * first. Permission to play it was checked before the turn began. A campaign without a persona is refused when it is created.
 */
export function findActingPersona(snapshot: Snapshot, input: TurnInput): Persona {
  const offeredTo = input.kind === 'roll' ? (snapshot.pendingRoll?.personaId ?? null) : null;
  return findPersona(snapshot, getPersonaId(input) ?? offeredTo);
}

/** Returns a persona by its id; the first where none is named. */
export function findPersona(snapshot: Snapshot, named: string | null): Persona {
  const id = named === null ? snapshot.personas[0] : snapshot.personas.find((persona) => persona === named);
  const persona = id === undefined ? undefined : snapshot.entities[id];
  if (persona?.kind !== 'character') throw new Error(`nobody plays ${named ?? 'anybody'} in this world`);
  return persona;
}

/**
 * Returns a world as all personas know it who perceive the acting persona's turn. What is told to the table is written from
 * it.
 */
export function viewAsTable(
  snapshot: Snapshot,
  { persona, playbook }: Pick<TurnContext, 'persona' | 'playbook'>,
): PlayerView {
  const view = createTableView(snapshot, persona.id, playbook.rules);
  if (isRejection(view)) throw new Error(view.reason);
  return view;
}

/** Returns the personas who perceive the acting persona's turn; null for the whole table. */
export function findTurnAudience(snapshot: Snapshot, { id }: Persona): readonly CharacterId[] | null {
  const witnesses = findWitnessingPersonas(snapshot, id);
  return witnesses.length === snapshot.personas.length ? null : witnesses;
}

/**
 * Returns the world as it lies around a persona: the scene when it is in it, otherwise the place where it is. A turn of a persona
 * elsewhere plays there. During a fight the scene stays where the fight is.
 */
export function viewAroundPersona(snapshot: Snapshot, persona: Character): Snapshot {
  const { scene, entities } = snapshot;
  if (scene.presentIds.includes(persona.id)) return snapshot;
  const { placeId } = persona;
  const there = Object.values(entities).filter(
    (entity): entity is Character =>
      entity.kind === 'character' &&
      !entity.retired &&
      placeId !== null &&
      entity.placeId === placeId &&
      entity.awayAt !== placeId,
  );
  const hidden = there.filter((other) => other.hidden && other.id !== persona.id);
  return {
    ...snapshot,
    ...exchangePlaceState(snapshot, scene.placeId, placeId),
    scene: {
      placeId,
      presentIds: placeId === null ? [persona.id] : there.map(({ id }) => id),
      obscuredIds: [...scene.obscuredIds, ...hidden.map(({ id }) => id)],
      visibility: 'clear',
      noise: 'normal',
      constraints: [],
    },
  };
}

/** Returns the world a persona's turn of the story begins in: around the persona where it is at a place apart from the scene. */
export function moveSceneToPersona(snapshot: Snapshot, persona: Character): Snapshot {
  return snapshot.combat !== null || persona.placeId === null
    ? snapshot
    : revealInSight(viewAroundPersona(snapshot, persona));
}
