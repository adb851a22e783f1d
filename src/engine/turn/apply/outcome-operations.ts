import type { Outcome } from '#engine/contracts/outcome.ts';
import type { ProposedOperation } from '#engine/contracts/proposed-changes.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import { isKnownToAnyPlayer } from '#engine/state/knowledge.ts';
import { readMoney } from '#engine/state/meters.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { hasText } from '#engine/util/text-search.ts';
import { normaliseName } from '../resolvers/name-index.ts';
import { isLyingHere } from '../rule/validate-actions.ts';

type Entities = Snapshot['entities'];

/**
 * Returns the move an outcome tells of: to a place on record, or to one it introduces. Empty when the scene stays.
 * `stayingIds` are those of the party whom the player leaves behind.
 */
export function listMoves(
  outcome: Outcome,
  { scene, entities }: Snapshot,
  stayingIds: readonly string[] = [],
): readonly object[] {
  const { place } = outcome;
  if (place === '' || place === scene.placeId) return [];
  const target = findPlace(place, entities);
  if (target === null || target === scene.placeId) return [];
  const companionIds = outcome.where
    .filter(
      ({ id, at }) =>
        isHere(id, scene.presentIds) &&
        !stayingIds.includes(id) &&
        (at === 'here' || at === target) &&
        entities[id as keyof Entities]?.kind === 'character',
    )
    .map(({ id }) => id);
  const staying = stayingIds.length === 0 ? {} : { stayingIds };
  return [{ op: 'move_party', placeId: target, companionIds, ...staying }];
}

/** Finds a place by its id or exactly its name. */
export function findPlace(name: string, entities: Entities): string | null {
  const wanted = name.trim().toLowerCase();
  const found = Object.values(entities).find(
    (entity) => entity.kind === 'location' && (entity.id === name || entity.name.toLowerCase() === wanted),
  );
  return found?.id ?? null;
}

function isHere(id: string, presentIds: readonly string[]): boolean {
  return presentIds.includes(id);
}

/** Lists the people an outcome introduces; those who are not only spoken of are present. */
export function listNewPeople({ people }: Outcome): readonly object[] {
  return people.map(({ name, description, role, tags, present }) => {
    return { op: 'introduce_entity', kind: 'character', name, description, role, tags, present };
  });
}

/** Creates the knowledge of a record that a turn brings into the world: public, or hidden to all but the witnesses when some personas miss it. */
export function createSharedKnowledge(
  { personas }: Pick<Snapshot, 'personas'>,
  witnesses: readonly CharacterId[],
) {
  return witnesses.length === personas.length
    ? { visibility: 'public' as const, knownTo: [] }
    : { visibility: 'hidden' as const, knownTo: witnesses };
}

/** Lists the things an outcome introduces, with where each is. */
export function listNewThings({ things }: Outcome, { entities }: Snapshot): readonly object[] {
  return things.map(({ name, description, where }) => {
    return { op: 'introduce_item', name, description, ...locateThing(where, entities) };
  });
}

/** Lists the places an outcome introduces, each with a way from where the scene is. */
export function listNewPlaces({ places }: Outcome, placeId: string | null): readonly object[] {
  const connected = placeId === null ? {} : { connectedTo: placeId };
  return places.map(({ name, description }) => ({
    op: 'introduce_entity',
    kind: 'location',
    name,
    description,
    ...connected,
  }));
}

/**
 * Lists the characters who have changed their place by the end. A character who is not named stays. One who is at the place
 * but out of sight has come when it speaks to a character in the scene. Run after the move.
 */
export function listPresence(outcome: Outcome, snapshot: Snapshot): readonly object[] {
  const { scene, entities, personas } = snapshot;
  const came = listSpeakersNear(outcome, snapshot).map((id) => ({ id, at: 'here' }));
  return [...outcome.where, ...came].flatMap(({ id, at }): object[] => {
    // Names were resolved to ids before.
    const one = entities[id as keyof Entities];
    if (one?.kind !== 'character' || personas.some((persona) => persona === id)) return [];
    const present = isHere(id, scene.presentIds);
    if (at === 'here' || at === scene.placeId) return present ? [] : [{ op: 'enter_scene', characterId: id }];
    if (!present) return [];
    const toPlaceId = at === 'gone' ? null : findPlace(at, entities);
    return [{ op: 'leave_scene', characterId: id, ...(toPlaceId === null ? {} : { toPlaceId }) }];
  });
}

/** Lists speakers who were out of sight at the place of the scene and whose location the outcome does not give. */
function listSpeakersNear({ where, dialogue }: Outcome, { scene, entities }: Snapshot): readonly string[] {
  const speakers = dialogue.flatMap(({ speaker, to }) => (isHere(to, scene.presentIds) ? [speaker] : []));
  return [...new Set(speakers)].filter((id) => {
    const one = entities[id as keyof Entities];
    const isNear = one?.kind === 'character' && one.placeId === scene.placeId && one.awayAt === scene.placeId;
    return isNear && !isHere(id, scene.presentIds) && !where.some((placed) => placed.id === id);
  });
}

/**
 * Lists what the prose newly fixed: facts, threads, missions, relations, laws, events. A fact is known to the personas who
 * perceived the turn. It is public only when all of them did.
 */
export function listImplied(
  outcome: Outcome,
  { entities, scene, laws, personas }: Snapshot,
  witnesses: readonly CharacterId[],
): readonly object[] {
  const knowledge = createSharedKnowledge({ personas }, witnesses);
  const listeners = scene.presentIds.filter((id) => entities[id]?.kind === 'character');
  return [
    ...outcome.facts.map(({ subject_id, predicate, detail }) => {
      return { op: 'add_fact', subjectId: subject_id, predicate, object: detail, ...knowledge };
    }),
    ...outcome.threads.map(({ id, status, reason }) => {
      return { op: 'update_thread', threadId: id, status, ...toReason(reason) };
    }),
    ...outcome.missions.map(({ id, status, reason }) => {
      return { op: 'upsert_mission', missionId: id, status, ...toReason(reason) };
    }),
    ...outcome.relations.map(({ one, other, trust, tension, closeness, reason }) => {
      return {
        op: 'adjust_relation',
        oneId: one,
        otherId: other,
        trust,
        tension,
        closeness,
        ...toReason(reason),
      };
    }),
    ...outcome.laws.flatMap((law) => toLawOperations(law, laws)),
    ...outcome.events.map((event) => ({
      op: 'log_event',
      type: toSlug(event.type),
      summary: event.summary,
      characterIds: event.characters,
      factionIds: event.factions,
      tags: event.tags,
      status: event.status,
      scope: event.scope,
      // The event may have happened elsewhere, but it was told here.
      knownTo: listeners,
    })),
  ];
}

const LONGEST_REASON = 400;

function toReason(reason: string): { readonly reason?: string } {
  return reason === '' ? {} : { reason: reason.slice(0, LONGEST_REASON).toWellFormed() };
}

function toLawOperations(
  { title, summary, status }: Outcome['laws'][number],
  laws: Snapshot['laws'],
): readonly object[] {
  const known = Object.values(laws).find(
    (law) => law.title.toLowerCase() === title.toLowerCase() || law.id === title,
  );
  if (status === 'repealed') return known === undefined ? [] : [{ op: 'repeal_law', lawId: known.id }];
  const lawId = known?.id ?? toSlug(title).slice(0, 80);
  return lawId === '' ? [] : [{ op: 'enact_law', lawId, title: title.slice(0, 120), summary }];
}

/** Locates a new thing: at a place, in a character's hands, or otherwise where the scene plays. */
function locateThing(where: string, entities: Entities): object {
  const placeId = findPlace(where, entities);
  if (placeId !== null) return { placeId };
  const owner = entities[where as keyof Entities];
  return owner?.kind === 'character' ? { ownerId: owner.id } : {};
}

function toSlug(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'event'
  );
}

/** Books money of a person whose stat block keeps it on the stat block: models take any purse for an account. */
export function toSheetMoney(
  operation: ProposedOperation,
  entities: Entities,
  rules: StateRules,
): ProposedOperation {
  if (operation.op !== 'record_economy') return operation;
  const { accountId, amount, quote, sentence } = operation;
  const owner = entities[accountId as keyof Entities];
  if (owner?.kind !== 'character' || readMoney(owner, rules) === null) return operation;
  return { op: 'change_money', characterId: owner.id, by: amount, quote, sentence };
}

/** Operations by which a persona gains something, with whom they give it to. */
export function findGainer(
  operation: Readonly<Record<string, unknown>>,
  rules: Pick<StateRules, 'mechanics'>,
): string | null {
  const { op } = operation;
  if (op === 'change_inventory' && Number(operation.by) > 0) return String(operation.ownerId);
  if ((op === 'change_money' || op === 'change_meter') && isGain(operation, rules))
    return String(operation.characterId);
  if (op === 'transfer_item') return String(operation.toId);
  if (op === 'introduce_item' && operation.ownerId !== undefined) return String(operation.ownerId);
  if (op === 'award_experience' || op === 'gain_level') return String(operation.characterId);
  if (op === 'heal') return String(operation.targetId);
  return null;
}

/** Tells whether a change is a gain: money is gained upwards, a meter the way the ruleset calls better. */
function isGain(
  { op, meter, by }: Readonly<Record<string, unknown>>,
  { mechanics: { meters } }: Pick<StateRules, 'mechanics'>,
): boolean {
  const isUp = Number(by) > 0;
  const declared = meters[String(meter)];
  const isUpward = op === 'change_money' || declared?.money === true || declared?.better === 'higher';
  return isUpward ? isUp : !isUp;
}

/** Tells whether a gain is backed by words of the prose that do not stand in the player's own text. */
export function isGainBacked(quote: string, prose: string, playerText: string): boolean {
  return hasText(prose, quote) && !hasText(playerText, quote);
}

/** An item that was hidden until the prose told of it, with the names the outcome uses for it. */
type UncoveredItem = { readonly id: string; readonly name: string; readonly names: readonly string[] };

/**
 * Finds items that no player knew of and that the prose told by name: in the hands of a character present, or at the place.
 * The record step sees no secrets, so a name it writes stands in the prose; the judge has passed that prose.
 */
export function findUncoveredItems(
  { things, operations }: Outcome,
  snapshot: Snapshot,
): readonly UncoveredItem[] {
  const { scene, entities, inventory } = snapshot;
  const told = [
    ...things.map(({ name }) => name),
    ...operations.flatMap((one) => ('itemId' in one && typeof one.itemId === 'string' ? [one.itemId] : [])),
  ];
  const held = new Set(scene.presentIds.flatMap((id) => Object.keys(inventory[id] ?? {})));
  return Object.values(entities).flatMap((item) => {
    if (item.kind !== 'item' || item.visibility !== 'hidden' || isKnownToAnyPlayer(item, snapshot)) return [];
    const isAtHand = held.has(item.id) || isLyingHere(snapshot, item);
    const names = told.filter((name) => isSameName(item.name, name) || name === item.id);
    return isAtHand && names.length > 0 ? [{ id: item.id, name: item.name, names }] : [];
  });
}

/** Tells whether two names are the same but for case, accents and punctuation. */
export function isSameName(one: string, other: string): boolean {
  return normaliseName(one) === normaliseName(other);
}
