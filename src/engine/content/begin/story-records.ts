import type { Calendar } from '#engine/rules/calendar.ts';
import { type CharacterId, FactId } from '#engine/state/ids.ts';
import type { Deadline, Fact, Law, Mission, ProgressClock, Resource, Thread } from '#engine/state/record.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import type { Content } from '../library/content.ts';
import { mapOperation } from '../pack-operations.ts';
import { addDuration, readDate } from '../world-calendar.ts';
import { type CampaignIds, type EntityContent, omitUndefined } from './campaign-ids.ts';

type CampaignFacts = {
  readonly facts: Readonly<Record<string, Fact>>;
  /** `pack:file.fact` → `fact_0001` */
  readonly ids: ReadonlyMap<string, FactId>;
};

/** Returns the personas among these ids who take part; no other character can have learnt anything yet. */
type FindKnowers = (packEntityIds: readonly string[]) => readonly CharacterId[];

type Draft = Omit<Fact, 'id'> & { readonly key: string };

/** Builds the facts a campaign begins with: those of the entry point, then the discoverable ones of each entity. */
export function buildFacts(
  entryPoint: Content<'entry_point'>,
  entities: readonly EntityContent[],
  ids: CampaignIds,
  knownTo: FindKnowers,
): CampaignFacts {
  const drafts = [
    ...entryPoint.data.facts.flatMap((fact) => declaredFact(entryPoint, fact, ids, knownTo)),
    ...entities.flatMap((content) => discoverableFacts(content, ids)),
  ];
  const facts: Record<string, Fact> = {};
  const factIds = new Map<string, FactId>();
  for (const [at, { key, ...draft }] of drafts.entries()) {
    const id = FactId.parse(`fact_${String(at + 1).padStart(4, '0')}`);
    facts[id] = { id, ...draft };
    factIds.set(key, id);
  }
  return { facts, ids: factIds };
}

function declaredFact(
  { id, packId }: Content<'entry_point'>,
  fact: Content<'entry_point'>['data']['facts'][number],
  ids: CampaignIds,
  knownTo: FindKnowers,
): readonly Draft[] {
  const subjectId = ids.entity(fact.subject);
  if (subjectId === null) return [];
  const { predicate, object, visibility, confidence, triggers, tags } = fact;
  const shared = { predicate, object, visibility, confidence, triggers, tags };
  const known = { knownTo: knownTo(fact.known_to), discovery: null };
  return [{ key: `${id}.${fact.id}`, subjectId, ...shared, ...known, origin: 'pack', packId }];
}

function discoverableFacts(content: EntityContent, ids: CampaignIds): readonly Draft[] {
  const subjectId = ids.entity(content.id);
  if (subjectId === null) return [];
  return content.data.discoverables.map(({ id, text, triggers, predicate, tags }) => ({
    key: `${content.id}.${id}`,
    subjectId,
    predicate,
    object: text,
    standsAlone: true,
    visibility: 'hidden',
    knownTo: [],
    confidence: 1,
    triggers,
    discovery: null,
    tags,
    origin: 'pack',
    packId: content.packId,
  }));
}

type StoredProposals = ProgressClock['triggers'][number]['operations'];
type PackOperations = readonly { readonly op: string; readonly [key: string]: unknown }[];

/** Puts campaign ids in the place of pack ids, so that an operation of a pack can be applied as it stands. */
export function toStoredOperations(
  operations: PackOperations,
  ids: CampaignIds,
  facts: ReadonlyMap<string, FactId>,
): StoredProposals {
  return operations.map((operation) => {
    // The file was read as JSON, and everything in an operation comes from it.
    const data = operation as { readonly [key: string]: Json };
    return mapOperation(data, ({ text }) => facts.get(text) ?? ids.entity(text) ?? text);
  });
}

type EntryPoint = Content<'entry_point'>;

/** Context the story records are built from. */
export type RecordContext = {
  readonly entryPoint: EntryPoint;
  readonly ids: CampaignIds;
  readonly factIds: ReadonlyMap<string, FactId>;
  readonly knownTo: FindKnowers;
  readonly time: WorldTime;
};

export function buildThreads({ entryPoint, ids, knownTo }: RecordContext): Readonly<Record<string, Thread>> {
  const { data, packId } = entryPoint;
  return indexById(
    data.threads.map(({ id, title, status, stakes, related, tags, visibility, known_to }) => {
      const relatedIds = related.flatMap((one) => ids.entity(one) ?? []);
      const knowledge = { visibility, knownTo: knownTo(known_to) };
      return { id, title, status, stakes, relatedIds, tags, ...knowledge, origin: 'pack', packId };
    }),
  );
}

export function buildClocks({
  entryPoint,
  ids,
  factIds,
  knownTo,
}: RecordContext): Readonly<Record<string, ProgressClock>> {
  const { data, packId } = entryPoint;
  return indexById(
    data.clocks.map(({ id, name, value, max, tags, visibility, known_to, triggers }) => ({
      id,
      name,
      value,
      max,
      triggers: triggers.map(({ at, description, operations }) => ({
        at,
        description,
        operations: toStoredOperations(operations, ids, factIds),
        // A clock that begins beyond a trigger has it behind it.
        fired: at <= value,
      })),
      tags,
      visibility,
      knownTo: knownTo(known_to),
      origin: 'pack',
      packId,
    })),
  );
}

export function buildMissions({
  entryPoint,
  ids,
  knownTo,
}: RecordContext): Readonly<Record<string, Mission>> {
  return indexById(
    entryPoint.data.missions.map(({ id, title, status, objective, giver, visibility, known_to }) => {
      const giverId = ids.character(giver) ?? undefined;
      return {
        id,
        title,
        status,
        objective,
        visibility,
        knownTo: knownTo(known_to),
        ...omitUndefined({ giverId }),
      };
    }),
  );
}

export function buildResources(making: RecordContext): Readonly<Record<string, Resource>> {
  const { entryPoint, ids, factIds, knownTo, time } = making;
  return indexById(
    entryPoint.data.resources.map((resource) => ({
      id: resource.id,
      name: resource.name,
      amount: resource.amount,
      max: resource.max ?? resource.amount,
      depletionRate: resource.depletion_rate,
      depletionUnit: resource.depletion_unit,
      patients: resource.patients,
      criticalLevel: resource.critical_level,
      consequence: resource.consequence,
      operations: toStoredOperations(resource.operations, ids, factIds),
      criticalSaid: false,
      updatedAt: time,
      visibility: resource.visibility,
      knownTo: knownTo(resource.known_to),
    })),
  );
}

function indexById<Item extends { readonly id: string }>(
  items: readonly Item[],
): Readonly<Record<string, Item>> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}

const NO_WARNINGS = { subtle: null, clear: null, urgent: null } as const;

export function buildDeadlines(
  { entryPoint, ids, factIds, knownTo, time }: RecordContext,
  calendar: Calendar,
): Readonly<Record<string, Deadline>> | Rejection {
  const deadlines: Deadline[] = [];
  for (const one of entryPoint.data.deadlines) {
    const dueAt = one.due === undefined ? addDuration(time, one.due_in ?? '') : readDate(calendar, one.due);
    if (isRejection(dueAt)) return dueAt;
    deadlines.push({
      id: one.id,
      description: one.description,
      startedAt: time,
      dueAt,
      consequences: one.consequences,
      operations: toStoredOperations(one.operations, ids, factIds),
      urgency: one.urgency,
      status: 'active',
      warnings: NO_WARNINGS,
      relatedIds: one.related.flatMap((id) => ids.entity(id) ?? []),
      visibility: one.visibility,
      knownTo: knownTo(one.known_to),
    });
  }
  return indexById(deadlines);
}

export function buildLaws(
  laws: readonly Content<'law'>[],
  calendar: Calendar,
): Readonly<Record<string, Law>> | Rejection {
  const made: Law[] = [];
  for (const { localId, packId, name, data } of laws) {
    const enactedAt = readDate(calendar, data.enacted);
    if (isRejection(enactedAt)) return enactedAt;
    const repealedAt = data.repealed === undefined ? null : readDate(calendar, data.repealed);
    if (isRejection(repealedAt)) return repealedAt;
    const { status, summary = '' } = data;
    made.push({ id: localId, title: name, summary, status, enactedAt, repealedAt, origin: 'pack', packId });
  }
  return indexById(made);
}
