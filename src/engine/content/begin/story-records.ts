import type { Calendar } from '#engine/rules/calendar.ts';
import { type CharacterId, FactId } from '#engine/state/ids.ts';
import type {
  Deadline,
  Ending,
  Fact,
  Law,
  Mission,
  ProgressClock,
  Resource,
  Response,
  Thread,
} from '#engine/state/record.ts';
import { StoryCondition } from '#engine/state/story-condition.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import { ConditionData } from '../format/condition.ts';
import type { Content, Frozen } from '../library/content.ts';
import { mapReferences } from '../library/resolve-references.ts';
import { mapOperation } from '../pack-operations.ts';
import { addDuration, readDate } from '../world-calendar.ts';
import type { CampaignIds, EntityContent } from './campaign-ids.ts';

type CampaignFacts = {
  readonly facts: Readonly<Record<string, Fact>>;
  /** `pack:file.fact` → `fact_0001` */
  readonly ids: ReadonlyMap<string, FactId>;
};

/** Returns the personas among these ids who take part; no other character can have learnt anything yet. */
type FindKnowers = (packEntityIds: readonly string[]) => readonly CharacterId[];

type Draft = Omit<Fact, 'id' | 'operations'> & { readonly key: string; readonly operations: PackOperations };

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
  const idAt = (at: number) => FactId.parse(`fact_${String(at + 1).padStart(4, '0')}`);
  const factIds = new Map(drafts.map(({ key }, at) => [key, idAt(at)]));
  const facts = drafts.map(({ key: _key, operations, ...draft }, at): Fact => {
    const stored = toStoredOperations(operations, ids, factIds);
    return { id: idAt(at), ...draft, ...(stored.length === 0 ? {} : { operations: stored }) };
  });
  return { facts: indexById(facts), ids: factIds };
}

function declaredFact(
  { id, packId }: Content<'entry_point'>,
  fact: Content<'entry_point'>['data']['facts'][number],
  ids: CampaignIds,
  knownTo: FindKnowers,
): readonly Draft[] {
  const subjectId = ids.entity(fact.subject);
  if (subjectId === null) return [];
  const { predicate, object, visibility, confidence, triggers, operations, tags } = fact;
  const shared = { predicate, object, visibility, confidence, triggers, operations, tags };
  const known = { knownTo: knownTo(fact.known_to), discovery: null };
  return [{ key: `${id}.${fact.id}`, subjectId, ...shared, ...known, origin: 'pack', packId }];
}

function discoverableFacts(content: EntityContent, ids: CampaignIds): readonly Draft[] {
  const subjectId = ids.entity(content.id);
  if (subjectId === null) return [];
  return content.data.discoverables.map(({ id, text, triggers, predicate, operations, tags }) => ({
    key: `${content.id}.${id}`,
    subjectId,
    predicate,
    object: text,
    standsAlone: true,
    visibility: 'hidden',
    knownTo: [],
    confidence: 1,
    triggers,
    operations,
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

type NamesOf = Pick<RecordContext, 'ids' | 'factIds'>;

/** Puts campaign ids in the place of pack ids. Ids of what the campaign does not have stay as they are. */
function toStoredCondition(condition: Frozen<ConditionData>, { ids, factIds }: NamesOf): StoryCondition {
  // The condition came from JSON and is only read here.
  const data = JSON.parse(JSON.stringify(condition)) as Json;
  return StoryCondition.parse(
    mapReferences(ConditionData, data, ({ text }) => factIds.get(text) ?? ids.entity(text) ?? text),
  );
}

function toResolvedWhen(
  when: string | Frozen<ConditionData> | undefined,
  names: NamesOf,
): { readonly resolvedWhen?: string | StoryCondition } {
  if (when === undefined) return {};
  return { resolvedWhen: typeof when === 'string' ? when : toStoredCondition(when, names) };
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

export function buildThreads({
  entryPoint,
  ids,
  factIds,
  knownTo,
}: RecordContext): Readonly<Record<string, Thread>> {
  const { data, packId } = entryPoint;
  return indexById(
    data.threads.map(({ id, title, status, stakes, related, tags, visibility, known_to, resolved_when }) => {
      const relatedIds = related.flatMap((one) => ids.entity(one) ?? []);
      const knowledge = {
        ...toResolvedWhen(resolved_when, { ids, factIds }),
        visibility,
        knownTo: knownTo(known_to),
      };
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
    data.clocks.map(
      ({ id, name, value, max, tags, visibility, known_to, triggers, operations: whenFull }) => ({
        id,
        name,
        value,
        max,
        triggers: [...triggers, ...toFullTrigger(name, max, whenFull)].map(
          ({ at, description, operations }) => ({
            at,
            description,
            operations: toStoredOperations(operations, ids, factIds),
            // A clock that begins beyond a trigger has it behind it.
            fired: at <= value,
          }),
        ),
        tags,
        visibility,
        knownTo: knownTo(known_to),
        origin: 'pack',
        packId,
      }),
    ),
  );
}

function toFullTrigger(name: string, max: number, operations: PackOperations) {
  return operations.length === 0 ? [] : [{ at: max, description: name, operations }];
}

export function buildMissions({
  entryPoint,
  ids,
  factIds,
  knownTo,
}: RecordContext): Readonly<Record<string, Mission>> {
  return indexById(
    entryPoint.data.missions.map((mission) => {
      const { id, title, status, objective, giver, visibility, known_to, resolved_when, experience } =
        mission;
      const giverId = ids.character(giver) ?? undefined;
      return {
        id,
        title,
        status,
        objective,
        visibility,
        knownTo: knownTo(known_to),
        ...toResolvedWhen(resolved_when, { ids, factIds }),
        ...omitUndefined({ giverId, experience }),
      };
    }),
  );
}

type Authored = Content<'character' | 'location'>['data']['responses'][number] & { readonly of: string };

/** Builds the responses: first those in the files of characters and places, then those of the entry point. */
export function buildResponses(
  { entryPoint, ids, factIds }: RecordContext,
  entities: readonly EntityContent[],
): { readonly responses?: Readonly<Record<string, Response>> } {
  const authored: readonly Authored[] = [
    ...entities.flatMap((content) =>
      content.kind === 'character' || content.kind === 'location'
        ? content.data.responses.map((response) => ({ ...response, of: content.id }))
        : [],
    ),
    ...entryPoint.data.responses,
  ];
  const responses = authored.flatMap(
    ({ of, trigger, line, operations, once, offered, requires }): Response[] => {
      const subjectId = ids.entity(of);
      if (subjectId === null) return [];
      const stored = toStoredOperations(operations, ids, factIds);
      const condition =
        requires === undefined ? {} : { requires: toStoredCondition(requires, { ids, factIds }) };
      const offer = offered ? { offered } : {};
      return [{ subjectId, trigger, line, operations: stored, once, ...offer, ...condition, given: 0 }];
    },
  );
  if (responses.length === 0) return {};
  const entries = responses.map((one, at) => [`response_${String(at + 1).padStart(3, '0')}`, one]);
  return { responses: Object.fromEntries(entries) };
}

export function buildEndings({ entryPoint, ids, factIds }: RecordContext): {
  readonly endings?: readonly Ending[];
} {
  const endings = entryPoint.data.endings.map(({ id, title, when, epilogue }) => {
    return { id, title, when: toStoredCondition(when, { ids, factIds }), epilogue };
  });
  return endings.length === 0 ? {} : { endings };
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
      ...(resource.purse ? { purse: true } : {}),
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
    const { status } = data;
    const summary = [
      data.summary ?? '',
      data.jurisdiction === undefined ? '' : `In force for: ${data.jurisdiction}.`,
      data.penalty === undefined ? '' : `Penalty: ${data.penalty}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
    made.push({ id: localId, title: name, summary, status, enactedAt, repealedAt, origin: 'pack', packId });
  }
  return indexById(made);
}
