import { z } from 'zod';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { createSnapshot, type NewSnapshot } from '#engine/state/create-snapshot.ts';
import type { EntityId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Content } from '../library/content.ts';
import { rulesOf } from '../ruleset-rules.ts';
import { calendarIdOf, calendarOf } from '../world-calendar.ts';
import { allotIds } from './campaign-ids.ts';
import type { CampaignParts } from './campaign-parts.ts';
import { startingDeadlines, startingLaws } from './dated-records.ts';
import { startingFacts } from './facts.ts';
import { type FirstEvent, firstEvents } from './first-events.ts';
import { type FirstObservation, firstMemories } from './first-memories.ts';
import { startingHoldings } from './holdings.ts';
import { includedIn } from './included.ts';
import { startingAgendas, startingRelations, startingRelationships } from './people-records.ts';
import { startingEntities } from './starting-entities.ts';
import {
  type Making,
  startingClocks,
  startingMissions,
  startingResources,
  startingThreads,
} from './story-records.ts';
import { readDate } from './world-dates.ts';

export type First = {
  readonly snapshot: Snapshot;
  readonly observations: readonly FirstObservation[];
  readonly events: readonly FirstEvent[];
  readonly entityIds: ReadonlyMap<string, EntityId>;
};

type Calibration = Partial<Snapshot['calibration']>;

/** The world as it is when play begins. */
export function firstSnapshot(
  parts: CampaignParts,
  personaIds: readonly string[],
  calibration: Calibration,
): First | Rejection {
  const { library, entryPoint, world, rulesets } = parts;
  const [ruleset] = rulesets;
  const calendar = calendarOf(world);
  const time = readDate(calendar, entryPoint.data.opening.time);
  if (isRejection(time)) return time;
  const included = includedIn(entryPoint, library);
  const ids = allotIds(included.entities, new Set(personaIds));
  const knownTo: Making['knownTo'] = (known) =>
    known.filter((id) => personaIds.includes(id)).flatMap((id) => ids.character(id) ?? []);
  const facts = startingFacts(entryPoint, included.entities, ids, knownTo);
  const making: Making = { entryPoint, ids, factIds: facts.ids, knownTo, time };
  const characters = included.entities.filter((content) => content.kind === 'character');
  const inventory = startingHoldings(entryPoint, characters, ids);

  const deadlines = startingDeadlines(making, calendar);
  if (isRejection(deadlines)) return deadlines;
  const laws = startingLaws(included.laws, calendar);
  if (isRejection(laws)) return laws;
  const events = firstEvents(entryPoint, library, ids, calendar);
  if (isRejection(events)) return events;

  const snapshot = checked(ruleset, {
    rulesetId: ruleset.localId,
    calendarId: calendarIdOf(world),
    time,
    ...startingEntities({ entryPoint, ruleset }, included.entities, personaIds, inventory, ids),
    facts: facts.facts,
    inventory,
    deadlines,
    laws,
    ...storyPieces(making, characters, calibration),
    counters: {
      entities: ids.counters,
      facts: Object.keys(facts.facts).length,
      events: events.length,
      economy: 0,
    },
  });
  if (isRejection(snapshot)) return snapshot;
  const observations = firstMemories(entryPoint, characters, ids);
  return { snapshot, observations, events, entityIds: ids.all };
}

function storyPieces(making: Making, characters: readonly Content<'character'>[], calibration: Calibration) {
  const { data } = making.entryPoint;
  const { tone = data.tone ?? '', boundaries, difficulty, pacing } = data.calibration;
  const accounts = data.accounts.map(({ id, name, currency, balance }) => [id, { name, currency, balance }]);
  return {
    threads: startingThreads(making),
    clocks: startingClocks(making),
    missions: startingMissions(making),
    resources: startingResources(making),
    relations: startingRelations(making),
    relationships: startingRelationships(making, characters),
    agendas: startingAgendas(making, characters),
    economy: { accounts: Object.fromEntries(accounts), ledger: [] },
    chapter: {
      number: 1,
      title: data.chapters[0]?.title ?? 'Chapter 1',
      startedAt: making.time,
      startedInScene: 0,
    },
    calibration: { tone, boundaries, difficulty, pacing, ...calibration },
    rulesetState: data.scene_seed,
    custom: data.custom,
  };
}

/** A snapshot that its own schema and the ruleset's accept; or the first thing that is wrong with it. */
function checked(ruleset: Content<'ruleset'>, pieces: NewSnapshot): Snapshot | Rejection {
  const rules = rulesOf(ruleset);
  if (isRejection(rules)) return rules;
  const [fault] = rules.stateFaults(pieces.rulesetState ?? {});
  if (fault !== undefined) return reject('bad-scene-seed', fault.message, ['scene_seed', ...fault.path]);
  try {
    return createSnapshot(pieces);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    const path = (issue?.path ?? []).map((step) => (typeof step === 'number' ? step : String(step)));
    return reject('not-playable', `${path.join('.')} of the first scene is wrong: ${issue?.message}.`);
  }
}
