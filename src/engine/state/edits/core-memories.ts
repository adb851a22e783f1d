import { countMinutes } from '#engine/util/world-time.ts';
import { listChangedRecords, type SnapshotChange } from '../checks/find-changes.ts';
import type { Effect } from '../effect.ts';
import type { EntityId } from '../ids.ts';
import { findPerceivingPersonas } from '../knowledge.ts';
import type { ChangedState, OperationContext } from '../operation.ts';
import type { Character, CoreMemory } from '../record.ts';
import { MAX_CORE_MEMORIES, type Snapshot } from '../snapshot.ts';

const MAX_TEXT = 400;

export type NewCoreMemory = Pick<CoreMemory, 'text' | 'reason' | 'visibility' | 'knownTo'>;

/** Keeps something for ever. When the list is full the oldest makes room; its row remains. */
export function addCoreMemory(
  snapshot: Snapshot,
  memorable: NewCoreMemory,
  { sceneIndex }: Pick<OperationContext, 'sceneIndex'>,
): ChangedState {
  const text = memorable.text.slice(0, MAX_TEXT);
  const memory = { ...memorable, text, time: snapshot.time, sceneIndex };
  const coreMemories = [...snapshot.coreMemories, memory].slice(-MAX_CORE_MEMORIES);
  return { snapshot: { ...snapshot, coreMemories }, effects: [{ type: 'core-memory', memory }] };
}

/** Creates the core memory that lists a game master's corrections, so that no correction is silent. */
export function createCorrectionMemory(changes: readonly string[]): NewCoreMemory {
  return { text: `Correction: ${changes.join('; ')}`, reason: 'retcon', visibility: 'gm', knownTo: [] };
}

const MINUTES_OF_A_TIME_SKIP = 24 * 60;
const GM_ONLY = { visibility: 'gm', knownTo: [] } as const;
const EVERYBODY = { visibility: 'public', knownTo: [] } as const;

/**
 * Derives core memories from a change, independent of the actor. Covers deaths, captures and changes of side of
 * characters who matter. Also covers missions that end, skipped days and complications.
 */
export function deriveCoreMemories(
  before: Snapshot,
  after: Snapshot,
  changes: readonly SnapshotChange[],
  effects: readonly Effect[],
): NewCoreMemory[] {
  return [
    ...fates(before, after, changes),
    ...missions(before, changes),
    ...timeSkip(before, after),
    ...effects.flatMap((effect) => complication(after, effect)),
  ];
}

function fates(before: Snapshot, after: Snapshot, changes: readonly SnapshotChange[]): NewCoreMemory[] {
  const memories: NewCoreMemory[] = [];
  for (const [id, now] of listChangedRecords(changes, 'entities')) {
    // The keys of the record are entity ids.
    const then = before.entities[id as EntityId];
    if (now.kind !== 'character' || then?.kind !== 'character' || !matters(after, now)) continue;
    const knownTo = findPerceivingPersonas(after, now);
    const witnessed = knownTo.length === 0 ? GM_ONLY : ({ visibility: 'hidden', knownTo } as const);
    memories.push(...fateOf(then, now).map((memory) => ({ ...memory, ...witnessed })));
    // A change of allegiance is not visible, so no persona knows of it.
    memories.push(...allegianceOf(then, now, after).map((memory) => ({ ...memory, ...GM_ONLY })));
  }
  return memories;
}

type Told = Pick<NewCoreMemory, 'text' | 'reason'>;

function fateOf(then: Character, now: Character): Told[] {
  const memories: Told[] = [];
  if (now.status === 'dead' && then.status !== 'dead')
    memories.push({ text: `${now.name} died.`, reason: 'death' });
  if (then.status === 'dead' && now.status !== 'dead') {
    memories.push({ text: `${now.name} came back from the dead.`, reason: 'death' });
  }
  if (now.captive !== then.captive) {
    const text = `${now.name} was ${now.captive ? 'taken captive' : 'set free'}.`;
    memories.push({ text, reason: 'capture' });
  }
  return memories;
}

function allegianceOf(then: Character, now: Character, after: Snapshot): Told[] {
  if (now.factionId === then.factionId) return [];
  const side =
    now.factionId === null ? 'left its side' : `went over to ${after.entities[now.factionId]?.name}`;
  return [{ text: `${now.name} ${side}.`, reason: 'allegiance' }];
}

/**
 * Returns true for personas, characters from the pack, characters with an agenda, leaders, and characters tagged
 * `key`.
 */
function matters(snapshot: Snapshot, { id, origin, tags }: Character): boolean {
  if (snapshot.personas.includes(id) || origin === 'pack' || tags.includes('key')) return true;
  if (snapshot.agendas[id] !== undefined) return true;
  return Object.values(snapshot.entities).some(
    (entity) => entity.kind === 'faction' && entity.leaderId === id,
  );
}

function missions(before: Snapshot, changes: readonly SnapshotChange[]): NewCoreMemory[] {
  return listChangedRecords(changes, 'missions').flatMap(([, mission]): NewCoreMemory[] => {
    const ended = mission.status === 'completed' || mission.status === 'failed';
    if (!ended || before.missions[mission.id]?.status === mission.status) return [];
    const { visibility, knownTo } = mission;
    return [{ text: `Mission ${mission.status}: ${mission.title}.`, reason: 'mission', visibility, knownTo }];
  });
}

function timeSkip(before: Snapshot, after: Snapshot): NewCoreMemory[] {
  const minutes = countMinutes(before.time, after.time);
  if (minutes < MINUTES_OF_A_TIME_SKIP) return [];
  const days = Math.floor(minutes / MINUTES_OF_A_TIME_SKIP);
  const text = days === 1 ? 'A day passed.' : `${days} days passed.`;
  return [{ text, reason: 'time_skip', ...EVERYBODY }];
}

function complication(snapshot: Snapshot, effect: Effect): NewCoreMemory[] {
  if (effect.type !== 'trigger-fired' || effect.description === '') return [];
  const { kind, id } = effect.source;
  // Agendas are the game master's; what else comes about is known to those who know of its source.
  const records = {
    clock: snapshot.clocks,
    deadline: snapshot.deadlines,
    resource: snapshot.resources,
    fact: {},
    consequence: {},
    meter: {},
    agenda: {},
  };
  const { visibility, knownTo } = findRecord(records[kind], id) ?? GM_ONLY;
  return [{ text: effect.description, reason: 'complication', visibility, knownTo }];
}

type Known = Pick<NewCoreMemory, 'visibility' | 'knownTo'>;

function findRecord(records: { readonly [id: string]: Known }, id: string): Known | undefined {
  return Object.hasOwn(records, id) ? records[id] : undefined;
}
