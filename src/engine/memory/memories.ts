import type { ScenePosition } from '#engine/domain/lineage.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import { assertNever } from '#engine/util/assert-never.ts';
import {
  isStrongerProvenance,
  type MemoryChange,
  type MemoryEdit,
  type MemoryRow,
  type Observation,
  type Reinforcement,
} from './observation.ts';

/** Memory settings of a ruleset: the decay rate, and the similarity from which two observations are one. */
export type MemoryPolicy = Readonly<Mechanics['memory']>;

/**
 * Observation along a lineage: edits applied, repetitions counted. Importance, provenance and confidence are the
 * strongest of all its rows, unless a game master set the importance.
 */
export type Memory = Omit<Observation, 'row'> & {
  readonly reinforcementCount: number;
  /** Scenes in which it was repeated. */
  readonly reinforcedIn: readonly ScenePosition[];
  readonly edited: boolean;
  readonly retracted: boolean;
};

/**
 * Derives memories from their rows, which must already be those of one lineage; the order they come in does not
 * matter. A reinforcement or edit of an observation that is not among the rows changes nothing.
 */
export function deriveMemories(rows: readonly MemoryRow[]): Memory[] {
  const memories = new Map<string, Memory>();
  const weighed = new Set<string>();
  const ordered = rows.toSorted(compareWritingOrder);
  for (const each of ordered) {
    if (each.row !== 'observation') continue;
    const { row: _, ...observation } = each;
    const fresh = { reinforcementCount: 0, reinforcedIn: [], edited: false, retracted: false };
    memories.set(each.id, { ...observation, ...fresh });
  }
  for (const each of ordered) {
    if (each.row === 'observation') continue;
    const memory = memories.get(each.observationId);
    if (memory === undefined) continue;
    if (isWeighing(each)) weighed.add(memory.id);
    memories.set(memory.id, after(each, memory, weighed.has(memory.id)));
  }
  return [...memories.values()];
}

function isWeighing(row: MemoryRow): boolean {
  return row.row === 'edit' && row.change.action === 'weigh';
}

function after(row: MemoryEdit | Reinforcement, memory: Memory, isWeighed: boolean): Memory {
  if (row.row === 'edit') return changed(memory, row.change);
  // An importance set by a game master is kept.
  return reinforced(memory, isWeighed ? { ...row, importance: memory.importance } : row);
}

/** Scenes in order, rows of a scene in order; ids settle what is left. */
function compareWritingOrder(a: MemoryRow, b: MemoryRow): number {
  return a.scene.index - b.scene.index || a.ordinal - b.ordinal || (a.id < b.id ? -1 : Number(a.id > b.id));
}

function reinforced(memory: Memory, { scene, importance, provenance, confidence }: Reinforcement): Memory {
  const reinforcedIn = [...memory.reinforcedIn, scene];
  return {
    ...memory,
    importance: Math.max(memory.importance, importance),
    provenance: isStrongerProvenance(provenance, memory.provenance) ? provenance : memory.provenance,
    confidence: Math.max(memory.confidence, confidence),
    reinforcedIn,
    reinforcementCount: reinforcedIn.length,
  };
}

function changed(memory: Memory, change: MemoryChange): Memory {
  switch (change.action) {
    case 'rewrite':
      return { ...memory, content: change.content, edited: true };
    case 'weigh':
      return { ...memory, importance: change.importance, edited: true };
    case 'retract':
      return { ...memory, retracted: true };
    case 'restore':
      return { ...memory, retracted: false };
    default:
      return assertNever(change);
  }
}
