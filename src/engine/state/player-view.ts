import type { Brand } from '#engine/util/brand.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { isGodCommand } from './choices.ts';
import type { CharacterId, EntityId } from './ids.ts';
import { type Meters, readMeters } from './meters.ts';
import { filterVisibleState } from './paths/schema-path.ts';
import type { Combat } from './record.ts';
import type { Snapshot } from './snapshot.ts';
import { buildPlayerEntities, isVisibleToPersona, type PlayerEntity } from './view/player-entities.ts';
import { buildPlayerRecords, type PlayerRecords } from './view/player-records.ts';

type View = PlayerRecords & {
  readonly personaId: CharacterId;
  readonly calendarId: string;
  readonly time: Snapshot['time'];
  readonly chapter: Snapshot['chapter'];
  readonly scene: Omit<Snapshot['scene'], 'obscuredIds'>;
  readonly personas: readonly CharacterId[];
  /** Entities the persona knows of. */
  readonly entities: { readonly [id: string]: PlayerEntity };
  /** The persona's own things. */
  readonly inventory: Snapshot['inventory'][EntityId];
  readonly meters: Meters | null;
  /** Fight in the scene; null when there is none or the persona is not there to see it. */
  readonly combat: PlayerCombat | null;
  readonly planning: Omit<Snapshot['planning'], 'thinking' | 'notes' | 'refused' | 'tension'>;
  readonly pendingRoll: Snapshot['pendingRoll'];
  readonly pendingClarification: Snapshot['pendingClarification'];
  /** Properties the ruleset's schema names and does not mark `writeOnly`. */
  readonly rulesetState: Json;
};

/** Visible part of a fight. The acting character is null while it is unseen. */
export type PlayerCombat = Pick<Combat, 'round' | 'combatants'> & { readonly actingId: CharacterId | null };

/**
 * Everything one persona's player may see. Only `createPlayerView` makes it. It has no field for hidden facts, a
 * character's secrets, internal labels or the game master's notes.
 */
export type PlayerView = Brand<View, 'PlayerView'>;

/**
 * Builds the world as one persona knows it. Fails closed: rejects an id that is no persona, and leaves out values not
 * known to be shown. Without the ruleset's schema its state is left out too.
 */
export function createPlayerView(
  snapshot: Snapshot,
  personaId: CharacterId,
  stateSchema: Json | null = null,
): PlayerView | Rejection {
  if (!snapshot.personas.includes(personaId)) {
    return reject('not-a-persona', `${personaId} is no player's persona.`, ['personaId']);
  }
  const known = viewsOf(snapshot)(typeof stateSchema === 'object' ? (stateSchema ?? NONE) : NONE);
  const view = known.get(personaId) ?? viewFor(snapshot, personaId, stateSchema);
  known.set(personaId, view);
  return view;
}

const NONE = {};

/** Caches views by snapshot: a snapshot never changes, and several steps of a turn need the same view. */
const viewsOf = memoizeByObject((_: Snapshot) =>
  memoizeByObject((_schema: object) => new Map<CharacterId, PlayerView>()),
);

function viewFor(snapshot: Snapshot, personaId: CharacterId, stateSchema: Json | null): PlayerView {
  const mine = <Waiting extends { readonly personaId: CharacterId }>(waiting: Waiting | null) =>
    waiting?.personaId === personaId ? waiting : null;
  const {
    thinking: _thinking,
    notes: _notes,
    refused: _refused,
    tension: _tension,
    choices,
    ...planning
  } = snapshot.planning;
  const view: View = {
    personaId,
    calendarId: snapshot.calendarId,
    time: snapshot.time,
    chapter: snapshot.chapter,
    scene: shownScene(snapshot, personaId),
    personas: snapshot.personas,
    entities: buildPlayerEntities(snapshot, personaId),
    ...buildPlayerRecords(snapshot, personaId),
    inventory: snapshot.inventory[personaId] ?? {},
    meters: readMeters(snapshot, personaId),
    combat: shownCombat(snapshot, personaId),
    planning: { ...planning, choices: choices.filter((choice) => !isGodCommand(choice)) },
    pendingRoll: mine(snapshot.pendingRoll),
    pendingClarification: mine(snapshot.pendingClarification),
    rulesetState: filterVisibleState(snapshot.rulesetState, stateSchema),
  };
  // The brand says that a view came through here, which it has.
  return view as PlayerView;
}

function isSeen(snapshot: Snapshot, id: EntityId, personaId: CharacterId): boolean {
  const entity = snapshot.entities[id];
  if (entity === undefined || !isVisibleToPersona(snapshot, entity, personaId)) return false;
  return entity.kind !== 'character' || !entity.hidden || entity.id === personaId;
}

function shownScene(snapshot: Snapshot, personaId: CharacterId): View['scene'] {
  const { obscuredIds: _obscured, presentIds, ...scene } = snapshot.scene;
  if (presentIds.includes(personaId)) {
    return { ...scene, presentIds: presentIds.filter((id) => isSeen(snapshot, id, personaId)) };
  }
  // A persona somewhere else perceives nothing of what happens here.
  const persona = snapshot.entities[personaId];
  const placeId = persona?.kind === 'character' ? persona.placeId : null;
  return { placeId, presentIds: [], visibility: 'clear', noise: 'normal', constraints: [] };
}

function shownCombat(snapshot: Snapshot, personaId: CharacterId): PlayerCombat | null {
  const { combat } = snapshot;
  // A persona at another place does not see the fight.
  if (combat === null || !snapshot.scene.presentIds.includes(personaId)) return null;
  const combatants = combat.combatants.filter(({ id }) => isSeen(snapshot, id, personaId));
  const acting = combat.combatants[combat.turn]?.id;
  const actingId = combatants.find(({ id }) => id === acting)?.id ?? null;
  return { round: combat.round, combatants, actingId };
}
