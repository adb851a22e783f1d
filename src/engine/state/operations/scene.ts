import { z } from 'zod';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { addMicroseconds } from '#engine/util/world-time.ts';
import { findCharacter, findLocation } from '../edits/find-records.ts';
import { addMissing, withEntity } from '../edits/replace-records.ts';
import { removeFromScene as leave, revealEntity } from '../edits/scene-members.ts';
import { setWorldTime } from '../edits/world-time.ts';
import { CharacterId, EntityId, LocationId } from '../ids.ts';
import { revealInSight } from '../knowledge.ts';
import { defineOperation } from '../operation.ts';
import type { Character, Entity } from '../record.ts';
import { SceneSetting } from '../records/scene.ts';
import { exchangePlaceState, findRoute } from '../routes.ts';
import type { Snapshot } from '../snapshot.ts';

type Company = {
  readonly companionIds: readonly CharacterId[];
  readonly stayingIds: readonly CharacterId[];
};

/**
 * Moves the scene, with personas, the party and companions, to a place where other characters may already be. Those who
 * do not move stay behind. Personas without a place come along, because the others could never reach them otherwise.
 */
function moveScene(snapshot: Snapshot, placeId: LocationId, company: Company): Snapshot {
  const movers = [...listTravellers(snapshot, company), ...findUnplacedPersonas(snapshot)];
  const state = exchangePlaceState(snapshot, snapshot.scene.placeId, placeId);
  const entities: Record<EntityId, Entity> = { ...state.entities };
  for (const id of movers) {
    const mover = entities[id];
    if (mover?.kind === 'character') entities[id] = { ...mover, placeId };
  }
  const there = listCharactersAtPlace(entities, placeId).filter(({ id }) => !movers.includes(id));
  const scene = {
    ...snapshot.scene,
    placeId,
    presentIds: [...movers, ...there.map(({ id }) => id)],
    // Characters who follow unseen arrive unseen.
    obscuredIds: [
      ...movers.filter((id) => snapshot.scene.obscuredIds.includes(id)),
      ...there.filter(({ hidden }) => hidden).map(({ id }) => id),
    ],
    visibility: 'clear' as const,
    noise: 'normal' as const,
    constraints: [],
  };
  const moved = { ...snapshot, ...state, entities, scene, ...addVisit(snapshot, placeId) };
  const known = revealEntity(
    moved,
    placeId,
    moved.personas.filter((id) => movers.includes(id)),
  );
  return revealInSight(known);
}

/** Lists those in the scene who move with it: personas, the party and companions, without those who stay. */
function listTravellers(snapshot: Snapshot, { companionIds, stayingIds }: Company): readonly EntityId[] {
  return snapshot.scene.presentIds.filter(
    (id) =>
      !stayingIds.some((other) => other === id) &&
      (snapshot.personas.some((persona) => persona === id) ||
        companionIds.some((other) => other === id) ||
        isCompanion(snapshot, id)),
  );
}

/** Tells whether a character travels with the party by itself: alive, free and of its side. */
function isCompanion({ entities }: Snapshot, id: EntityId): boolean {
  const one = entities[id];
  return one?.kind === 'character' && one.side === 'party' && one.status !== 'dead' && !one.captive;
}

/** Adds a place to those the personas have been to, where these are kept. */
function addVisit({ visitedIds }: Snapshot, placeId: LocationId): Pick<Snapshot, 'visitedIds'> {
  return visitedIds === undefined ? {} : { visitedIds: addMissing(visitedIds, [placeId]) };
}

/** Lists living personas who are at no place. */
function findUnplacedPersonas({ personas, entities, scene }: Snapshot): readonly CharacterId[] {
  return personas.filter((id) => {
    const persona = entities[id];
    if (persona?.kind !== 'character' || persona.retired || persona.status === 'dead') return false;
    return persona.placeId === null && !scene.presentIds.includes(id);
  });
}

function listCharactersAtPlace(entities: Snapshot['entities'], placeId: LocationId): Character[] {
  return Object.values(entities).filter(
    (entity): entity is Character =>
      entity.kind === 'character' &&
      entity.placeId === placeId &&
      entity.awayAt !== placeId &&
      !entity.retired,
  );
}

/** Moves the scene to another place: the personas who are here, and their companions. */
export const moveParty = defineOperation({
  name: 'move_party',
  summary:
    'Moves the scene, its personas and the party to a place a way leads to, which takes its time; name others who come along, and those of the party who stay.',
  input: z.strictObject({
    placeId: LocationId,
    companionIds: z.array(CharacterId).max(60).default([]),
    stayingIds: z.array(CharacterId).max(60).default([]),
    instantly: z.boolean().default(false).describe('By magic the rules allow: without a way and in no time.'),
  }),

  apply(snapshot, { placeId, companionIds, stayingIds, instantly }, { asker }) {
    const place = findLocation(snapshot, placeId, ['placeId']);
    if ('rejected' in place) return place;
    if (instantly && asker === 'model')
      return reject('not-yours-to-ask', 'Only the rules take anybody away by magic.', ['instantly']);
    const from = snapshot.scene.placeId;
    if (from === placeId)
      return reject('already-there', `The scene is at ${place.name} already.`, ['placeId']);
    if (snapshot.combat !== null)
      return reject('in-combat', 'Nobody leaves while the fight goes on; end it first.');
    const missing = missingCompanion(snapshot, companionIds);
    if (missing !== null) return missing;
    const company = { companionIds, stayingIds };
    if (!hasPersona(snapshot, listTravellers(snapshot, company)) && hasPersona(snapshot, stayingIds))
      return reject('persona-stays', 'Nobody who is played goes: leave one persona out of stayingIds.', [
        'stayingIds',
      ]);
    const moved = moveScene(snapshot, placeId, company);
    const arrival = { type: 'place-changed', from, to: placeId } as const;
    // A game master may cut to any place in no time; other actors need a route, and the time it takes.
    if (from === null || instantly || asker === 'gm' || asker === 'god')
      return { snapshot: moved, effects: [arrival] };
    const route = findRoute(snapshot, from, placeId);
    if (!route.open) return reject('no-path', route.reason, ['placeId']);
    const arrived = setWorldTime(moved, addMicroseconds(snapshot.time, travelTime(route.minutes)));
    return { snapshot: arrived.snapshot, effects: [...arrived.effects, arrival] };
  },
});

function hasPersona({ personas }: Snapshot, ids: readonly string[]): boolean {
  return personas.some((id) => ids.includes(id));
}

const MICROSECONDS_PER_MINUTE = 60_000_000;
const LONGEST = 1_000_000;

/** Converts minutes to microseconds of travel, within limits. Even the next room takes a minute. */
function travelTime(minutes: number): number {
  return Math.round(Math.min(LONGEST, Math.max(1, minutes)) * MICROSECONDS_PER_MINUTE);
}

function missingCompanion(snapshot: Snapshot, companionIds: readonly CharacterId[]): Rejection | null {
  for (const [at, id] of companionIds.entries()) {
    const companion = findCharacter(snapshot, id, ['companionIds', at]);
    if ('rejected' in companion) return companion;
    if (companion.status === 'dead') {
      return reject('creature-dead', `${companion.name} is dead and goes nowhere.`, ['companionIds', at]);
    }
    if (snapshot.scene.presentIds.includes(id)) continue;
    const sentence = `${companion.name} is not here and cannot come along.`;
    return reject('not-present', sentence, ['companionIds', at]);
  }
  return null;
}

/** Brings a character into the scene. */
export const enterScene = defineOperation({
  name: 'enter_scene',
  summary: 'Brings a character into the scene; unseen stands for one nobody notices.',
  input: z.strictObject({ characterId: CharacterId, unseen: z.boolean().default(false) }),

  apply(snapshot, { characterId, unseen }, { asker }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const { scene } = snapshot;
    if (scene.presentIds.includes(characterId)) {
      return reject('already-present', `${character.name} is here already.`, ['characterId']);
    }
    if (character.status === 'dead' && (asker === 'model' || asker === 'engine')) {
      return reject('creature-dead', `${character.name} is dead; a body is brought by a game master.`, [
        'characterId',
      ]);
    }
    if (unseen && snapshot.personas.includes(characterId)) {
      return reject('is-persona', `${character.name} is a persona and cannot be hidden from its player.`, [
        'unseen',
      ]);
    }
    const { awayAt: _awayAt, ...come } = character;
    const arrived = withEntity(snapshot, {
      ...come,
      placeId: scene.placeId ?? character.placeId,
      hidden: unseen,
    });
    return revealInSight({
      ...arrived,
      scene: {
        ...scene,
        presentIds: [...scene.presentIds, characterId],
        obscuredIds: unseen ? [...scene.obscuredIds, characterId] : scene.obscuredIds,
      },
    });
  },
});

/**
 * Lets a character go, to a named place or out of sight. Out of sight it stays near, and something has to bring it back; a
 * persona comes back when it is played.
 */
export const leaveScene = defineOperation({
  name: 'leave_scene',
  summary: 'Lets a character leave the scene, for a place if one is named.',
  input: z.strictObject({ characterId: CharacterId, toPlaceId: LocationId.optional() }),

  apply(snapshot, { characterId, toPlaceId }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    if (!snapshot.scene.presentIds.includes(characterId)) {
      return reject('not-present', `${character.name} is not here.`, ['characterId']);
    }
    if (toPlaceId !== undefined) {
      const place = findLocation(snapshot, toPlaceId, ['toPlaceId']);
      if ('rejected' in place) return place;
      if (toPlaceId === snapshot.scene.placeId) {
        return reject('already-there', `${place.name} is where the scene plays.`, ['toPlaceId']);
      }
    }
    const here = snapshot.scene.placeId;
    const isOutOfSight = toPlaceId === undefined && here !== null && !snapshot.personas.includes(characterId);
    const gone = isOutOfSight ? { placeId: here, awayAt: here } : { placeId: toPlaceId ?? null };
    return withEntity(leave(snapshot, characterId), { ...character, ...gone });
  },
});

const { visibility, noise, constraints } = SceneSetting.shape;

/** Changes what can be seen and heard where the scene plays. */
export const setScene = defineOperation({
  name: 'set_scene',
  summary: 'Changes light, noise, constraints, and which of those present are obscured from the personas.',
  input: z.strictObject({
    visibility: visibility.optional(),
    noise: noise.optional(),
    constraints: constraints.optional(),
    obscure: z.array(EntityId).max(60).default([]),
    unobscure: z.array(EntityId).max(60).default([]),
  }),

  apply(snapshot, { obscure, unobscure, ...given }) {
    const { scene } = snapshot;
    const absent = obscure.find((id) => !scene.presentIds.includes(id));
    if (absent !== undefined) return reject('not-present', `${absent} is not in the scene.`, ['obscure']);
    const persona = obscure.find((id) => snapshot.personas.some((other) => other === id));
    if (persona !== undefined) {
      return reject('is-persona', `${persona} is a persona and cannot be hidden from its player.`, [
        'obscure',
      ]);
    }
    const conditions = omitUndefined(given);
    if (Object.keys(conditions).length + obscure.length + unobscure.length === 0) {
      const fields = 'visibility, noise, constraints, obscure or unobscure';
      return reject('nothing-to-do', `Say what changes: ${fields}.`);
    }
    const obscuredIds = addMissing(scene.obscuredIds, obscure).filter((id) => !unobscure.includes(id));
    const shown = unobscure.reduce(outOfHiding, snapshot);
    return { ...shown, scene: { ...scene, ...conditions, obscuredIds } };
  },
});

function outOfHiding(snapshot: Snapshot, id: EntityId): Snapshot {
  const entity = snapshot.entities[id];
  if (entity?.kind !== 'character' || !entity.hidden) return snapshot;
  return withEntity(snapshot, { ...entity, hidden: false });
}
