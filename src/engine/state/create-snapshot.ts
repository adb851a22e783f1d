import { findChanges } from './checks/find-changes.ts';
import { findBrokenReference } from './checks/references.ts';
import { SNAPSHOT_VERSION, Snapshot } from './snapshot.ts';

type Required = 'rulesetId' | 'calendarId' | 'time';

/** Required fields of a new world; all other fields are optional and start empty. */
export type NewSnapshot = Pick<Snapshot, Required> & Partial<Omit<Snapshot, Required | 'version'>>;

/** Creates a snapshot from its pieces and checks it whole. Throws an error that names every field that is wrong. */
export function createSnapshot(pieces: NewSnapshot): Snapshot {
  const snapshot = Snapshot.parse({ ...emptyPieces(pieces.time), ...pieces, version: SNAPSHOT_VERSION });
  const dangling = findBrokenReference(snapshot, findChanges(null, snapshot));
  if (dangling === null) return snapshot;
  throw new Error(`a new snapshot's ${dangling.path.join('.')} is wrong: ${dangling.message}`);
}

function emptyPieces(time: Snapshot['time']): Omit<Snapshot, Exclude<Required, 'time'> | 'version'> {
  return {
    time,
    scene: {
      placeId: null,
      presentIds: [],
      obscuredIds: [],
      visibility: 'clear',
      noise: 'normal',
      constraints: [],
    },
    personas: [],
    entities: {},
    facts: {},
    threads: {},
    clocks: {},
    inventory: {},
    relations: {},
    relationships: {},
    missions: {},
    deadlines: {},
    agendas: {},
    resources: {},
    laws: {},
    economy: { accounts: {}, ledger: [] },
    combat: null,
    chapter: { number: 1, title: 'Chapter 1', startedAt: time, startedInScene: 0 },
    runningSummary: '',
    coreMemories: [],
    planning: { choices: [] },
    pendingRoll: null,
    pendingClarification: null,
    failureStreaks: {},
    calibration: { tone: '', boundaries: [], difficulty: 'normal', pacing: 'normal' },
    rulesetState: {},
    custom: {},
    counters: { entities: {}, facts: 0, events: 0, economy: 0 },
  };
}
