import { z } from 'zod';
import type { Calendar } from '#engine/rules/calendar.ts';
import { createSnapshot, type NewSnapshot } from '#engine/state/create-snapshot.ts';
import type { CharacterId, EntityId, FactionId, LocationId } from '#engine/state/ids.ts';
import { listPlaceKeys } from '#engine/state/routes.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { compareWorldTimes, type WorldTime } from '#engine/util/world-time.ts';
import type { ConditionData } from '../format/condition.ts';
import type { Content, Frozen } from '../library/content.ts';
import type { Library } from '../library/create-library.ts';
import { compileRules } from '../ruleset-rules.ts';
import { getCalendar, getCalendarId, readDate } from '../world-calendar.ts';
import { assignCampaignIds, type CampaignIds, type EntityContent } from './campaign-ids.ts';
import { type CampaignParts, selectIncluded } from './campaign-parts.ts';
import { buildEntities } from './entities.ts';
import {
  buildAgendas,
  buildFirstMemories,
  buildInventory,
  buildRelations,
  buildRelationships,
  type FirstObservation,
} from './people-records.ts';
import {
  buildClocks,
  buildDeadlines,
  buildEndings,
  buildFacts,
  buildLaws,
  buildMissions,
  buildResources,
  buildResponses,
  buildThreads,
  type RecordContext,
} from './story-records.ts';

/** Something that happened before play began; the chronicle files it as `evt_0001` and so on, in this order. */
export type FirstEvent = {
  readonly type: string;
  readonly summary: string;
  readonly time: WorldTime;
  readonly placeId: LocationId | null;
  readonly characterIds: readonly CharacterId[];
  readonly factionIds: readonly FactionId[];
  readonly tags: readonly string[];
  readonly status: 'ongoing' | 'resolved';
};

/** Builds the first events of the chronicle, oldest first. */
function buildFirstEvents(
  { data }: Content<'entry_point'>,
  library: Library,
  ids: CampaignIds,
  calendar: Calendar,
): readonly FirstEvent[] | Rejection {
  const events: FirstEvent[] = [];
  for (const id of data.events) {
    const event = library.find('event', id);
    if (event === null) continue;
    const time = readDate(calendar, event.data.date);
    if (isRejection(time)) return time;
    events.push({
      type: event.data.event_type.slice(event.data.event_type.indexOf(':') + 1),
      summary: event.data.summary ?? event.name,
      time,
      placeId: ids.location(event.data.location),
      characterIds: event.data.characters.flatMap((one) => ids.character(one) ?? []),
      factionIds: event.data.factions.flatMap((one) => ids.faction(one) ?? []),
      tags: event.data.tags,
      status: event.data.status,
    });
  }
  return events.toSorted((a, b) => compareWorldTimes(a.time, b.time));
}

type OpeningState = {
  readonly snapshot: Snapshot;
  readonly observations: readonly FirstObservation[];
  readonly events: readonly FirstEvent[];
  readonly entityIds: ReadonlyMap<string, EntityId>;
};

type Calibration = Partial<Snapshot['calibration']>;

/** Builds the snapshot of the world at the start of play. */
export function buildFirstSnapshot(
  parts: CampaignParts,
  personaIds: readonly string[],
  calibration: Calibration,
  opening?: string,
): OpeningState | Rejection {
  const { library, entryPoint, world, rulesets } = parts;
  const [ruleset] = rulesets;
  const calendar = getCalendar(world);
  const time = readDate(calendar, entryPoint.data.opening.time);
  if (isRejection(time)) return time;
  const included = selectIncluded(entryPoint, library);
  const ids = assignCampaignIds(included.entities, new Set(personaIds));
  const knownTo: RecordContext['knownTo'] = (known) =>
    known.filter((id) => personaIds.includes(id)).flatMap((id) => ids.character(id) ?? []);
  const facts = buildFacts(entryPoint, included.entities, ids, knownTo);
  const making: RecordContext = { entryPoint, ids, factIds: facts.ids, knownTo, time };
  const characters = included.entities.filter((content) => content.kind === 'character');
  const inventory = buildInventory(entryPoint, characters, ids);

  const deadlines = buildDeadlines(making, calendar);
  if (isRejection(deadlines)) return deadlines;
  const laws = buildLaws(included.laws, calendar);
  if (isRejection(laws)) return laws;
  const events = buildFirstEvents(entryPoint, library, ids, calendar);
  if (isRejection(events)) return events;

  const snapshot = checked(ruleset, {
    rulesetId: ruleset.localId,
    calendarId: getCalendarId(world),
    time,
    ...buildEntities({ entryPoint, ruleset, library }, included.entities, personaIds, inventory, ids),
    facts: facts.facts,
    inventory,
    deadlines,
    laws,
    ...storyPieces(making, characters, calibration),
    ...buildEndings(making),
    ...buildResponses(making, included.entities),
    ...trackVisits(making, included.entities),
    ...omitUndefined({ opening }),
    counters: {
      entities: ids.counters,
      facts: Object.keys(facts.facts).length,
      events: events.length,
      economy: 0,
    },
  });
  if (isRejection(snapshot)) return snapshot;
  const observations = buildFirstMemories(entryPoint, characters, ids);
  return { snapshot, observations, events, entityIds: ids.all };
}

/** Keeps the places the personas have been to where an authored condition asks for it. */
function trackVisits(
  { entryPoint, ids }: RecordContext,
  entities: readonly EntityContent[],
): Pick<NewSnapshot, 'visitedIds'> {
  const { threads, missions, endings, responses, opening } = entryPoint.data;
  const answers = entities.flatMap(({ data }) => ('responses' in data ? data.responses : []));
  const conditions = [
    ...[...threads, ...missions].map(({ resolved_when }) => resolved_when),
    ...endings.map(({ when }) => when),
    ...[...responses, ...answers].map(({ requires }) => requires),
  ];
  const placeId = ids.location(opening.location);
  const isAsked = conditions.some((one) => typeof one === 'object' && asksForVisit(one));
  return isAsked && placeId !== null ? { visitedIds: [placeId] } : {};
}

function asksForVisit({ visited, not, all = [], any = [] }: Frozen<ConditionData>): boolean {
  return visited !== undefined || [...all, ...any, ...(not === undefined ? [] : [not])].some(asksForVisit);
}

/** Returns what the author of an entry point suggests for session zero. */
export function buildCalibration({ data }: Content<'entry_point'>): Snapshot['calibration'] {
  const { tone = data.tone ?? '', boundaries, difficulty, pacing, own_personas } = data.calibration;
  return { tone, boundaries, difficulty, pacing, ...(own_personas ? { ownPersonas: true } : {}) };
}

function storyPieces(
  making: RecordContext,
  characters: readonly Content<'character'>[],
  calibration: Calibration,
) {
  const { data } = making.entryPoint;
  const accounts = data.accounts.map(({ id, name, currency, balance, purse }) => [
    id,
    { name, currency, balance, ...(purse ? { purse } : {}) },
  ]);
  return {
    threads: buildThreads(making),
    clocks: buildClocks(making),
    missions: buildMissions(making),
    resources: buildResources(making),
    relations: buildRelations(making),
    relationships: buildRelationships(making, characters),
    agendas: buildAgendas(making, characters),
    economy: { accounts: Object.fromEntries(accounts), ledger: [] },
    chapter: {
      number: 1,
      title: data.chapters[0]?.title ?? 'Chapter 1',
      startedAt: making.time,
      startedInScene: 0,
      ...omitUndefined({ about: data.chapters[0]?.summary }),
    },
    plannedChapters: data.chapters
      .slice(1)
      .map(({ title, summary, begins_when }) =>
        omitUndefined({ title, about: summary, beginsWhen: begins_when }),
      ),
    calibration: { ...buildCalibration(making.entryPoint), ...calibration },
    rulesetState: data.scene_seed,
    custom: data.custom,
  };
}

/** Keeps what the story begins with of the state that belongs to places, where any place has a state of its own. */
function keepUsualPlaceState(pieces: NewSnapshot): NewSnapshot {
  const keys = listPlaceKeys(pieces.entities ?? {});
  const seed = Object.entries(pieces.rulesetState ?? {}).filter(([key]) => keys.has(key));
  return keys.size === 0 ? pieces : { ...pieces, usualPlaceState: Object.fromEntries(seed) };
}

/** Takes the state of places away that was written for another ruleset. */
function dropMisfitPlaceStates(pieces: NewSnapshot, rules: StateRules): NewSnapshot {
  const entities = Object.entries(pieces.entities ?? {}).map(([id, entity]) => {
    if (entity.kind !== 'location' || entity.sceneState === undefined) return [id, entity] as const;
    const { sceneState, ...stateless } = entity;
    const isFit = rules.stateFaults({ ...pieces.rulesetState, ...sceneState }).length === 0;
    return [id, isFit ? entity : stateless] as const;
  });
  return { ...pieces, entities: Object.fromEntries(entities) };
}

/** Checks the snapshot against its own schema and the ruleset's. Returns it, or the first fault. */
function checked(ruleset: Content<'ruleset'>, pieces: NewSnapshot): Snapshot | Rejection {
  const rules = compileRules(ruleset);
  if (isRejection(rules)) return rules;
  const [fault] = rules.stateFaults(pieces.rulesetState ?? {});
  if (fault !== undefined) return reject('bad-scene-seed', fault.message, ['scene_seed', ...fault.path]);
  try {
    return createSnapshot(keepUsualPlaceState(dropMisfitPlaceStates(pieces, rules)));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    const path = (issue?.path ?? []).map((step) => (typeof step === 'number' ? step : String(step)));
    return reject('not-playable', `${path.join('.')} of the first scene is wrong: ${issue?.message}.`);
  }
}
