import type { Calendar } from '#engine/rules/calendar.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { compareWorldTimes } from '#engine/util/world-time.ts';
import { type AppliedOperations, type ApplyContext, applyOperations } from './apply-operations.ts';
import { readPath } from './paths/json-path.ts';
import type { Character } from './record.ts';
import type { Snapshot } from './snapshot.ts';
import type { StoryCondition } from './story-condition.ts';
import { isKnownToPersona } from './visibility.ts';

/** Rounds of resolving: a thread that is resolved may fulfil the condition of a mission. */
const MOST_ROUNDS = 8;

const OPEN_THREADS: readonly string[] = ['dormant', 'active'];
const OPEN_MISSIONS: readonly string[] = ['offered', 'accepted', 'in_progress'];

/** An open thread or mission whose `resolved_when` is in plain words, or the next chapter; its id is its title. */
export type PlainCondition = {
  readonly kind: 'thread' | 'mission' | 'chapter';
  readonly id: string;
  /** Tells a thread from a mission of the same id: `thread:the_ledger`. */
  readonly key: string;
  readonly when: string;
};

/** Lists the conditions in plain words that are still open. `record` judges them from the prose. */
export function listPlainConditions(snapshot: Snapshot): readonly PlainCondition[] {
  const [next] = snapshot.plannedChapters ?? [];
  return [
    ...listOpen(snapshot).flatMap(({ kind, id, resolvedWhen: when }) =>
      typeof when === 'string' ? [{ kind, id, key: `${kind}:${id}`, when }] : [],
    ),
    ...(next?.beginsWhen === undefined
      ? []
      : [{ kind: 'chapter' as const, id: next.title, key: 'chapter:next', when: next.beginsWhen }]),
  ];
}

/** Returns the operation that closes a thread or a mission, or opens a chapter, because its condition holds. */
export function createResolution({ kind, id, when }: Omit<PlainCondition, 'key'>): object {
  if (kind === 'chapter') return { op: 'start_chapter', title: id };
  return kind === 'thread'
    ? { op: 'update_thread', threadId: id, status: 'resolved', reason: when }
    : { op: 'upsert_mission', missionId: id, status: 'completed', reason: when };
}

/**
 * Resolves threads and completes missions whose structured conditions hold, then reaches the first ending that holds. Called
 * after the rules, after an outcome and after a change by hand. The very same snapshot is returned when nothing holds.
 */
export function settleStory(snapshot: Snapshot, context: ApplyContext): AppliedOperations {
  let settled: AppliedOperations = {
    snapshot,
    effects: [],
    rejected: [],
    nextOrdinal: context.dice.nextOrdinal,
  };
  const apply = (proposals: readonly object[]): void => {
    const dice = { ...context.dice, nextOrdinal: settled.nextOrdinal };
    const applied = applyOperations(settled.snapshot, proposals, { ...context, asker: 'engine', dice });
    settled = {
      ...applied,
      effects: [...settled.effects, ...applied.effects],
      rejected: [...settled.rejected, ...applied.rejected],
    };
  };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const met = listMet(settled.snapshot, context);
    if (met.length === 0) break;
    apply(met);
  }
  const { endings = [], ending } = settled.snapshot;
  if (ending !== undefined) return settled;
  const reached = endings.find(({ when }) => isConditionMet(when, settled.snapshot, context.calendar));
  if (reached !== undefined) apply([{ op: 'reach_ending', endingId: reached.id }]);
  return settled;
}

function listMet(snapshot: Snapshot, { calendar }: ApplyContext): readonly object[] {
  return listOpen(snapshot).flatMap(({ kind, id, resolvedWhen: when }) => {
    if (when === undefined || typeof when === 'string' || !isConditionMet(when, snapshot, calendar))
      return [];
    return [createResolution({ kind, id, when: 'its condition holds' })];
  });
}

function listOpen({ threads, missions }: Snapshot) {
  return [
    ...Object.values(threads)
      .filter(({ status }) => OPEN_THREADS.includes(status))
      .map(({ id, resolvedWhen }) => ({ kind: 'thread' as const, id, resolvedWhen })),
    ...Object.values(missions)
      .filter(({ status }) => OPEN_MISSIONS.includes(status))
      .map(({ id, resolvedWhen }) => ({ kind: 'mission' as const, id, resolvedWhen })),
  ];
}

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;
type Condition = Frozen<StoryCondition>;

/** Tells whether a condition holds in a world. */
export function isConditionMet(condition: Condition, snapshot: Snapshot, calendar: Calendar): boolean {
  const { all, any, not, date } = condition;
  const inner = (one: Condition) => isConditionMet(one, snapshot, calendar);
  if (all !== undefined) return all.every(inner);
  if (any !== undefined) return any.some(inner);
  if (not !== undefined) return !inner(not);
  if (date !== undefined) return isDateReached(date, snapshot, calendar);
  return (
    isRecordMatched(condition, snapshot) ||
    isPlacedAsSaid(condition, snapshot) ||
    isMeasured(condition, snapshot)
  );
}

function isDateReached(date: string, { time }: Snapshot, calendar: Calendar): boolean {
  const moment = /^-?\d+$/.test(date)
    ? calendar.momentOf({ year: Number(date), month: 1, day: 1 })
    : calendar.parse(date);
  return !isRejection(moment) && compareWorldTimes(time, moment) >= 0;
}

function isRecordMatched({ fact, thread, mission, clock, deadline }: Condition, snapshot: Snapshot): boolean {
  if (fact !== undefined) {
    const found = lookUp(snapshot.facts, fact.id);
    const knowers = snapshot.personas.filter((id) => fact.by === undefined || fact.by === id);
    return found !== undefined && knowers.some((id) => isKnownToPersona(found, id));
  }
  if (thread !== undefined) return lookUp(snapshot.threads, thread.id)?.status === thread.status;
  if (mission !== undefined) return lookUp(snapshot.missions, mission.id)?.status === mission.status;
  if (deadline !== undefined) return lookUp(snapshot.deadlines, deadline.id)?.status === deadline.status;
  if (clock === undefined) return false;
  const found = lookUp(snapshot.clocks, clock.id);
  return found !== undefined && found.value >= (clock.at_least ?? found.max);
}

function isPlacedAsSaid({ item, person, visited, persona_at }: Condition, snapshot: Snapshot): boolean {
  if (item !== undefined) return isItemPlaced(item, snapshot);
  if (person !== undefined) return isPersonAsSaid(person, snapshot);
  if (visited !== undefined) {
    return isPersonaAt(visited, snapshot) || snapshot.visitedIds?.some((id) => id === visited) === true;
  }
  return persona_at !== undefined && isPersonaAt(persona_at, snapshot);
}

function isItemPlaced({ id, held_by, at }: NonNullable<Condition['item']>, snapshot: Snapshot): boolean {
  const holds = (owner: string) => lookUp(lookUp(snapshot.inventory, owner) ?? {}, id) !== undefined;
  if (held_by !== undefined) return holds(held_by);
  if (at === undefined) return snapshot.personas.some(holds);
  const item = lookUp(snapshot.entities, id);
  return holds(at) || (item?.kind === 'item' && item.placeId === at);
}

function isPersonAsSaid(said: NonNullable<Condition['person']>, snapshot: Snapshot): boolean {
  const person = lookUp(snapshot.entities, said.id);
  if (person?.kind !== 'character') return false;
  const isPresent = snapshot.scene.presentIds.includes(person.id);
  return (
    (said.at === undefined || findPlaceId(person, snapshot) === said.at) &&
    (said.present === undefined || said.present === isPresent) &&
    (said.alive === undefined || said.alive === (person.status !== 'dead')) &&
    (said.captive === undefined || said.captive === person.captive)
  );
}

function findPlaceId({ id, placeId }: Character, { scene }: Snapshot): string | null {
  return scene.presentIds.includes(id) ? scene.placeId : placeId;
}

function isPersonaAt(place: string, snapshot: Snapshot): boolean {
  return snapshot.personas.some((id) => {
    const persona = snapshot.entities[id];
    return persona?.kind === 'character' && findPlaceId(persona, snapshot) === place;
  });
}

type Limits = { readonly at_least?: number | undefined; readonly at_most?: number | undefined };

function isWithin(value: Json | undefined, { at_least, at_most }: Limits): boolean {
  if (typeof value !== 'number') return false;
  return value >= (at_least ?? Number.NEGATIVE_INFINITY) && value <= (at_most ?? Number.POSITIVE_INFINITY);
}

function isMeasured({ relation, meter, state, resource, account }: Condition, snapshot: Snapshot): boolean {
  const personas: readonly string[] = snapshot.personas;
  if (relation !== undefined) {
    const others = relation.to === undefined ? personas : [relation.to];
    return others.some((other) =>
      isWithin(readRelation(relation.of, other, snapshot)?.[relation.measure], relation),
    );
  }
  if (meter !== undefined) {
    const owners = meter.of === undefined ? personas : [meter.of];
    return owners.some((owner) => isWithin(readMeter(owner, meter.name, snapshot), meter));
  }
  if (state !== undefined) {
    const value = readPath(snapshot.rulesetState, state.path.split('.'));
    if (state.is !== undefined && value !== state.is) return false;
    return (state.at_least === undefined && state.at_most === undefined) || isWithin(value, state);
  }
  if (resource !== undefined) return isWithin(lookUp(snapshot.resources, resource.id)?.amount, resource);
  return account !== undefined && isWithin(lookUp(snapshot.economy.accounts, account.id)?.balance, account);
}

function readRelation(one: string, other: string, { relations }: Snapshot) {
  // Either may be a person who is not in the campaign; then there is no such relation.
  return lookUp(relations, one < other ? `${one}|${other}` : `${other}|${one}`);
}

function readMeter(owner: string, name: string, snapshot: Snapshot): Json | undefined {
  const character = lookUp(snapshot.entities, owner);
  if (character?.kind !== 'character') return undefined;
  return readPath(character.stats, name.split('.'));
}

function lookUp<Value>(records: { readonly [id: string]: Value }, id: string): Value | undefined {
  return Object.hasOwn(records, id) ? records[id] : undefined;
}
