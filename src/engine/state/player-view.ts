import type { Brand } from '#engine/util/brand.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { selectOffered } from './choices.ts';
import { describePlace } from './conditions.ts';
import type { CharacterId, EntityId } from './ids.ts';
import { findWitnessingPersonas } from './knowledge.ts';
import { listMeters, type MeterValue } from './meters.ts';
import { filterVisibleState } from './paths/schema-path.ts';
import type {
  Combat,
  CoreMemory,
  Deadline,
  Fact,
  Law,
  Mission,
  ProgressClock,
  Relation,
  Relationship,
  Resource,
  Thread,
} from './record.ts';
import type { Snapshot } from './snapshot.ts';
import type { StateRules } from './state-rules.ts';
import {
  buildPlayerEntities,
  isInTheOpen,
  isVisibleToPersona,
  type PlayerEntity,
} from './view/player-entities.ts';
import { isKnownToPersona } from './visibility.ts';

/** The records a player may read, each with the fields that are theirs. */
type PlayerRecords = {
  readonly facts: readonly Pick<
    Fact,
    'id' | 'subjectId' | 'predicate' | 'object' | 'standsAlone' | 'confidence' | 'discovery'
  >[];
  readonly threads: readonly Pick<Thread, 'id' | 'title' | 'status' | 'stakes'>[];
  readonly clocks: readonly Pick<ProgressClock, 'id' | 'name' | 'value' | 'max'>[];
  /** Relations of the persona to characters it knows of. */
  readonly relations: readonly Relation[];
  readonly relationships: readonly Pick<Relationship, 'fromId' | 'toId' | 'type' | 'kin' | 'intensity'>[];
  readonly missions: readonly Pick<Mission, 'id' | 'title' | 'status' | 'objective'>[];
  readonly deadlines: readonly Pick<Deadline, 'id' | 'description' | 'dueAt' | 'urgency' | 'status'>[];
  readonly resources: readonly Pick<Resource, 'id' | 'name' | 'amount' | 'max'>[];
  readonly laws: readonly Pick<Law, 'id' | 'title' | 'summary' | 'status' | 'enactedAt' | 'repealedAt'>[];
  readonly coreMemories: readonly Pick<CoreMemory, 'text' | 'time' | 'sceneIndex'>[];
};

/** Builds a player's records field by field, so that a new field stays hidden until it is added here. */
function buildPlayerRecords(snapshot: Snapshot, personaId: CharacterId): PlayerRecords {
  const known = <Value extends Parameters<typeof isKnownToPersona>[0]>(records: {
    readonly [id: string]: Value;
  }) => Object.values(records).filter((record) => isKnownToPersona(record, personaId));
  const knows = (id: EntityId) => {
    const entity = snapshot.entities[id];
    return entity !== undefined && (id === personaId || isKnownToPersona(entity, personaId));
  };
  return {
    facts: known(snapshot.facts)
      .filter(({ subjectId }) => knows(subjectId))
      .map(({ id, subjectId, predicate, object, standsAlone, confidence, discovery }) => {
        const form = standsAlone === undefined ? {} : { standsAlone };
        return { id, subjectId, predicate, object, ...form, confidence, discovery };
      }),
    threads: known(snapshot.threads).map(({ id, title, status, stakes }) => ({ id, title, status, stakes })),
    clocks: known(snapshot.clocks).map(({ id, name, value, max }) => ({ id, name, value, max })),
    relations: Object.values(snapshot.relations).filter(
      ({ low, high }) => (low === personaId && knows(high)) || (high === personaId && knows(low)),
    ),
    relationships: Object.values(snapshot.relationships)
      .filter(({ visibility, fromId, toId }) => visibility === 'public' && knows(fromId) && knows(toId))
      .map(({ fromId, toId, type, kin, intensity }) => {
        return { fromId, toId, type, ...(kin === undefined ? {} : { kin }), intensity };
      }),
    missions: known(snapshot.missions).map(({ id, title, status, objective }) => ({
      id,
      title,
      status,
      objective,
    })),
    deadlines: known(snapshot.deadlines).map(({ id, description, dueAt, urgency, status }) => {
      return { id, description, dueAt, urgency, status };
    }),
    resources: known(snapshot.resources).map(({ id, name, amount, max }) => ({ id, name, amount, max })),
    laws: Object.values(snapshot.laws)
      .filter(({ knownTo }) => knownTo?.includes(personaId) !== false)
      .map(({ id, title, summary, status, enactedAt, repealedAt }) => {
        return { id, title, summary, status, enactedAt, repealedAt };
      }),
    coreMemories: snapshot.coreMemories
      .filter((memory) => isKnownToPersona(memory, personaId))
      .map(({ text, time, sceneIndex }) => ({ text, time, sceneIndex })),
  };
}

type View = PlayerRecords & {
  readonly personaId: CharacterId;
  readonly calendarId: string;
  readonly time: Snapshot['time'];
  readonly chapter: Pick<Snapshot['chapter'], 'number' | 'title' | 'startedAt' | 'startedInScene'>;
  readonly scene: Omit<Snapshot['scene'], 'obscuredIds'>;
  readonly personas: readonly CharacterId[];
  /** Entities the persona knows of. */
  readonly entities: { readonly [id: string]: PlayerEntity };
  /** The persona's own things. */
  readonly inventory: Snapshot['inventory'][EntityId];
  /** The persona's own meters, in the ruleset's order. */
  readonly meters: readonly MeterValue[];
  /** Fight in the scene; null when there is none or the persona is not there to see it. */
  readonly combat: PlayerCombat | null;
  readonly planning: Pick<Snapshot['planning'], 'context' | 'analysis' | 'choices' | 'language'>;
  readonly pendingRoll: Snapshot['pendingRoll'];
  readonly pendingClarification: Snapshot['pendingClarification'];
  /** Ending of the story, once it is reached; all members may read it. */
  readonly ending: Snapshot['ending'] | null;
  /** Properties the ruleset's schema names and does not mark `writeOnly`. */
  readonly rulesetState: Json;
};

/** Visible part of a fight. The acting character is null while it is unseen. */
export type PlayerCombat = Pick<Combat, 'round' | 'combatants' | 'startedInScene'> & {
  readonly actingId: CharacterId | null;
};

/**
 * Everything one persona's player may see. Only `createPlayerView` makes it. It has no field for hidden facts, a
 * character's secrets, internal labels or the game master's notes.
 */
export type PlayerView = Brand<View, 'PlayerView'>;

/** Rules a view needs: the state that is shown, and the meters. */
type ViewRules = Pick<StateRules, 'stateSchema' | 'mechanics'>;

/**
 * Builds the world as one persona knows it. Fails closed: rejects an id that is no persona, and leaves out values not
 * known to be shown. Without the rules the ruleset's state and meters are left out too.
 */
export function createPlayerView(
  snapshot: Snapshot,
  personaId: CharacterId,
  rules: ViewRules | null = null,
): PlayerView | Rejection {
  if (!snapshot.personas.includes(personaId)) {
    return reject('not-a-persona', `${personaId} is no player's persona.`, ['personaId']);
  }
  const known = viewsOf(snapshot)(rules ?? NONE);
  const view = known.get(personaId) ?? viewFor(snapshot, personaId, rules);
  known.set(personaId, view);
  return view;
}

/** Id in the place of a persona's for members who play none. It has not the form of a character's, so no record names it. */
export const SPECTATOR = 'spectator' as CharacterId;

/** Builds the world as members without a persona may know it: public records, and no persona's knowledge, means or choices. */
export function createSpectatorView(snapshot: Snapshot, rules: ViewRules | null = null): PlayerView {
  const view: View = { ...viewFor(snapshot, SPECTATOR, rules), planning: { choices: [] } };
  // Made of a view, with parts left out.
  return view as PlayerView;
}

/**
 * Builds the world as all personas know it who perceive a persona's turn, seen from that persona. Narration, choices and
 * the working set of lore come from it: what one persona alone knows stays with that persona.
 */
export function createTableView(
  snapshot: Snapshot,
  personaId: CharacterId,
  rules: ViewRules | null = null,
): PlayerView | Rejection {
  const own = createPlayerView(snapshot, personaId, rules);
  if (isRejection(own)) return own;
  const others = findWitnessingPersonas(snapshot, personaId).flatMap((id) => {
    const view = id === personaId ? own : createPlayerView(snapshot, id, rules);
    return id === personaId || isRejection(view) ? [] : [view];
  });
  return others.length === 0 ? own : tableViewsOf(own)(snapshot, others);
}

/** Caches table views: steps of a turn compare views by identity. */
const tableViewsOf = memoizeByObject((own: PlayerView) => {
  let kept: { readonly snapshot: Snapshot; readonly view: PlayerView } | null = null;
  return (snapshot: Snapshot, others: readonly PlayerView[]): PlayerView => {
    if (kept?.snapshot !== snapshot) kept = { snapshot, view: shareView(own, others) };
    return kept.view;
  };
});

/** Keeps of a view what all others show as well. The persona's own sheet, relations and means stay. */
function shareView(own: PlayerView, others: readonly PlayerView[]): PlayerView {
  const isSharedId = (id: string) => others.every(({ entities }) => entities[id] !== undefined);
  const shareRecords = <Key extends SharedKey>(key: Key): PlayerView[Key] => {
    const idsOf = (view: PlayerView) => new Set<string>(view[key].map(keyOf));
    const known = others.map(idsOf);
    // Leaving out items keeps the type of a list.
    return own[key].filter((record) => known.every((ids) => ids.has(keyOf(record)))) as PlayerView[Key];
  };
  const entities = Object.values(own.entities).filter(({ id }) => isSharedId(id));
  const view: View = {
    ...own,
    scene: { ...own.scene, presentIds: own.scene.presentIds.filter(isSharedId) },
    entities: Object.fromEntries(entities.map((entity) => [entity.id, shareExits(entity, others)])),
    facts: shareRecords('facts'),
    threads: shareRecords('threads'),
    clocks: shareRecords('clocks'),
    missions: shareRecords('missions'),
    deadlines: shareRecords('deadlines'),
    resources: shareRecords('resources'),
    laws: shareRecords('laws'),
    coreMemories: shareRecords('coreMemories'),
    relations: own.relations.filter(({ low, high }) => isSharedId(low) && isSharedId(high)),
    relationships: own.relationships.filter(({ fromId, toId }) => isSharedId(fromId) && isSharedId(toId)),
    inventory: Object.fromEntries(Object.entries(own.inventory ?? {}).filter(([id]) => isSharedId(id))),
    combat:
      own.combat === null
        ? null
        : { ...own.combat, combatants: own.combat.combatants.filter(({ id }) => isSharedId(id)) },
  };
  // Made of a view, with parts left out.
  return view as PlayerView;
}

type SharedKey =
  | 'facts'
  | 'threads'
  | 'clocks'
  | 'missions'
  | 'deadlines'
  | 'resources'
  | 'laws'
  | 'coreMemories';

function keyOf(record: { readonly id: string } | { readonly text: string }): string {
  return 'id' in record ? record.id : record.text;
}

function shareExits(entity: PlayerEntity, others: readonly PlayerView[]): PlayerEntity {
  if (entity.kind !== 'location' || entity.exits === null) return entity;
  const isShared = (to: string) =>
    others.every(({ entities }) => {
      const seen = entities[entity.id];
      return seen?.kind === 'location' && seen.exits?.some((exit) => exit.to === to) === true;
    });
  return { ...entity, exits: entity.exits.filter(({ to }) => isShared(to)) };
}

const NONE = {};

/** Caches views by snapshot: a snapshot never changes, and several steps of a turn need the same view. */
const viewsOf = memoizeByObject((_: Snapshot) =>
  memoizeByObject((_rules: object) => new Map<CharacterId, PlayerView>()),
);

function viewFor(snapshot: Snapshot, personaId: CharacterId, rules: ViewRules | null): PlayerView {
  const mine = <Waiting extends { readonly personaId: CharacterId }>(waiting: Waiting | null) =>
    waiting?.personaId === personaId ? waiting : null;
  const { language } = snapshot.planning;
  const persona = snapshot.entities[personaId];
  const view: View = {
    personaId,
    calendarId: snapshot.calendarId,
    time: snapshot.time,
    chapter: withoutPlan(snapshot.chapter),
    scene: shownScene(snapshot, personaId),
    personas: snapshot.personas,
    entities: buildPlayerEntities(snapshot, personaId),
    ...buildPlayerRecords(snapshot, personaId),
    inventory: snapshot.inventory[personaId] ?? {},
    meters: persona?.kind === 'character' && rules !== null ? listMeters(persona, rules) : [],
    combat: shownCombat(snapshot, personaId),
    planning: {
      ...selectOffered(snapshot.planning, personaId),
      ...(language === undefined ? {} : { language }),
    },
    pendingRoll: mine(snapshot.pendingRoll),
    pendingClarification: mine(snapshot.pendingClarification),
    ending: snapshot.ending ?? null,
    rulesetState: showRulesetState(snapshot.rulesetState, rules?.stateSchema ?? null),
  };
  // The brand says that a view came through here, which it has.
  return view as PlayerView;
}

/** Returns the part of a ruleset's scene state that players are shown. */
export function showRulesetState(state: Json, schema: Json | null): Json {
  return filterVisibleState(state, schema);
}

function isSeen(snapshot: Snapshot, id: EntityId, personaId: CharacterId): boolean {
  const entity = snapshot.entities[id];
  if (entity === undefined || !isVisibleToPersona(entity, personaId)) return false;
  return entity.id === personaId || isInTheOpen(snapshot, entity);
}

function shownScene(snapshot: Snapshot, personaId: CharacterId): View['scene'] {
  const { obscuredIds: _obscured, presentIds, ...scene } = snapshot.scene;
  if (presentIds.includes(personaId)) {
    const { visibility, isSilent } = describePlace(snapshot);
    return {
      ...scene,
      presentIds: presentIds.filter((id) => isSeen(snapshot, id, personaId)),
      visibility,
      noise: isSilent ? 'silent' : scene.noise,
    };
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
  return { round: combat.round, combatants, actingId, startedInScene: combat.startedInScene };
}

/** Leaves out what an author wrote of a chapter for the game master. */
function withoutPlan({ number, title, startedAt, startedInScene }: Snapshot['chapter']): View['chapter'] {
  return { number, title, startedAt, startedInScene };
}
