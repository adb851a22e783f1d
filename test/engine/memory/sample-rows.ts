import type { MemoryPolicy } from '#engine/memory/memories.ts';
import type { MemoryEdit, NewObservation, Observation, Reinforcement } from '#engine/memory/observation.ts';

/** Half is forgotten in seven days, and four words in five make two observations one. */
export const policy: MemoryPolicy = { lambda_per_minute: Math.LN2 / 10_080, near_identical_from: 0.8 };

const base = {
  scene: { sessionId: 'main', index: 1 },
  ordinal: 0,
  characterId: 'npc_lena_001',
};

/** Lena saw something in scene 1, at midnight of day 0. */
export function observation(fields: Partial<Observation> = {}): Observation {
  return {
    row: 'observation',
    id: 'obs-1',
    ...base,
    content: 'The lift stopped between two floors.',
    importance: 3,
    observedAt: { day: 0, microsecond: 0 },
    provenance: { kind: 'witnessed' },
    confidence: 1,
    about: [],
    tags: [],
    ...fields,
  };
}

export function reinforcement(fields: Partial<Reinforcement> = {}): Reinforcement {
  return {
    row: 'reinforcement',
    id: 'rei-1',
    ...base,
    scene: { sessionId: 'main', index: 2 },
    observationId: 'obs-1',
    content: 'The lift stopped between two floors.',
    importance: 3,
    reinforcedAt: { day: 0, microsecond: 0 },
    provenance: { kind: 'witnessed' },
    confidence: 1,
    ...fields,
  };
}

export function edit(change: MemoryEdit['change'], fields: Partial<MemoryEdit> = {}): MemoryEdit {
  const scene = { sessionId: 'main', index: 3 };
  return { row: 'edit', id: 'edit-1', ...base, scene, observationId: 'obs-1', change, by: 'gm', ...fields };
}

/** What a step reports before the engine files it. */
export function reported(content: string, fields: Partial<NewObservation> = {}): NewObservation {
  const rest = { importance: 3, provenance: { kind: 'witnessed' }, about: [], tags: [] } as const;
  return { characterId: 'npc_lena_001', content, ...rest, ...fields };
}
