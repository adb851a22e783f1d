import type { CharacterId, LocationId } from '../ids.ts';
import { conditionsOf } from '../parts/conditions-of.ts';
import { routeBetween } from '../parts/routes.ts';
import type { Character, Entity, Item } from '../record.ts';
import { isKnownTo } from '../records/knowledge.ts';
import type { Snapshot } from '../snapshot.ts';
import { type ActionKind, reachesFar } from './action-kind.ts';

export type Attempt = {
  readonly kind: ActionKind;
  readonly text: string;
  readonly target: Entity | null;
  readonly persona: Character;
  /** The target is only talked about. */
  readonly isTopic: boolean;
};

/** Why an attempt cannot even be made by whoever is able to act, as a sentence for the player; null when it can. */
export function obstacleTo(snapshot: Snapshot, attempt: Attempt): string | null {
  if (attempt.isTopic) return null;
  return outOfReach(snapshot, attempt) ?? notAtHand(snapshot, attempt) ?? contradicted(snapshot, attempt);
}

const STILL_POSSIBLE: readonly ActionKind[] = ['look', 'talk', 'other'];

/** Why somebody can do nothing of the kind, whatever it is aimed at; null when they can. */
export function unableToAct({ persona, kind }: Pick<Attempt, 'persona' | 'kind'>): string | null {
  if (persona.status === 'dead') return `${persona.name} is dead.`;
  if (persona.status === 'unconscious') return `${persona.name} is unconscious.`;
  if (persona.captive && kind === 'move') return `${persona.name} is a captive and cannot leave.`;
  const bound = conditionsOf(persona).find(({ name }) =>
    /^(?:incapacitated|paralyzed|petrified|stunned|bound)$/i.test(name),
  );
  return bound === undefined || STILL_POSSIBLE.includes(kind) ? null : `${persona.name} is ${bound.name}.`;
}

/** Kinds of action whose target must be where the persona is. */
const NEEDS_PRESENCE: readonly ActionKind[] = [
  'talk',
  'trade',
  'threaten',
  'violence',
  'use',
  'sneak',
  'tamper',
  'investigate',
];

function outOfReach(snapshot: Snapshot, { kind, target, text, persona }: Attempt): string | null {
  if (target === null || target.id === persona.id) return null;
  switch (target.kind) {
    case 'location':
      return placeOutOfReach(snapshot, kind, target.id, target.name);
    case 'character':
      if (!NEEDS_PRESENCE.includes(kind) || snapshot.scene.presentIds.includes(target.id)) return null;
      return (kind === 'talk' || kind === 'threaten') && reachesFar(text)
        ? null
        : `${target.name} is not here.`;
    default:
      return null;
  }
}

function placeOutOfReach(
  { scene, ...rest }: Snapshot,
  kind: ActionKind,
  id: LocationId,
  name: string,
): string | null {
  const snapshot = { scene, ...rest };
  if (
    scene.placeId === null ||
    scene.placeId === id ||
    kind === 'talk' ||
    kind === 'look' ||
    kind === 'other'
  )
    return null;
  const route = routeBetween(snapshot, scene.placeId, id);
  if (!route.open) return route.reason;
  return kind === 'move' || route.through.length <= 1 ? null : `${name} is too far away for that.`;
}

/** Things are at hand when the persona carries them or when they lie where the scene plays. */
export function isAtHand(snapshot: Snapshot, item: Item, personaId: CharacterId): boolean {
  if (snapshot.inventory[personaId]?.[item.id] !== undefined) return true;
  const { placeId } = snapshot.scene;
  if (placeId === null) return false;
  return item.placeId === placeId || snapshot.inventory[placeId]?.[item.id] !== undefined;
}

function notAtHand(snapshot: Snapshot, { kind, target, persona }: Attempt): string | null {
  if (target?.kind !== 'item' || kind === 'talk' || kind === 'look' || kind === 'other') return null;
  if (isAtHand(snapshot, target, persona.id)) return null;
  // What somebody here holds can be asked for, stolen, bought or fought over.
  const holder = snapshot.scene.presentIds.find((id) => snapshot.inventory[id]?.[target.id] !== undefined);
  if (holder !== undefined && kind !== 'use' && kind !== 'tamper') return null;
  return `${persona.name} does not have ${target.name}.`;
}

/** What a known fact rules out, by its predicate. */
const RULED_OUT: Readonly<Record<string, readonly ActionKind[]>> = {
  destroyed: ['use', 'tamper', 'trade', 'move', 'investigate'],
  gone: ['use', 'tamper', 'trade', 'talk', 'threaten', 'violence'],
  missing: ['use', 'tamper', 'trade', 'talk', 'threaten', 'violence'],
  sealed: ['move'],
  locked: ['move'],
  closed: ['move', 'trade'],
  flooded: ['move'],
};

const ABSENCES: ReadonlySet<string> = new Set(['gone', 'missing']);

function isHere(snapshot: Snapshot, target: Entity, personaId: CharacterId): boolean {
  if (target.kind === 'item') return isAtHand(snapshot, target, personaId);
  return snapshot.scene.presentIds.includes(target.id) || snapshot.scene.placeId === target.id;
}

const SURE_ENOUGH = 0.5;

function contradicted(snapshot: Snapshot, { kind, target, persona }: Attempt): string | null {
  if (target === null) return null;
  if (isBeyondWords(target, kind)) return `${target.name} is dead.`;
  for (const fact of Object.values(snapshot.facts)) {
    if (fact.subjectId !== target.id || fact.confidence < SURE_ENOUGH || !isKnownTo(fact, persona.id))
      continue;
    const predicate = fact.predicate.toLowerCase().replace(/^(?:is|was|has been) /, '');
    if (isFalse(fact.object) || !rulesOut(predicate, kind)) continue;
    // Whoever stands here is neither gone nor missing, whatever was said.
    if (ABSENCES.has(predicate) && isHere(snapshot, target, persona.id)) continue;
    return `${target.name} is ${predicate}.`;
  }
  return null;
}

function isBeyondWords(target: Entity, kind: ActionKind): boolean {
  const isDead = target.kind === 'character' && target.status === 'dead';
  return isDead && ['talk', 'threaten', 'trade'].includes(kind);
}

function rulesOut(predicate: string, kind: ActionKind): boolean {
  return Object.hasOwn(RULED_OUT, predicate) && RULED_OUT[predicate]?.includes(kind) === true;
}

function isFalse(object: unknown): boolean {
  return object === false || object === null || object === 0 || object === 'no' || object === 'false';
}
