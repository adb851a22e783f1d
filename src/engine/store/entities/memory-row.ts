import { defineEntity, p } from '@mikro-orm/core';
import type { Json } from '#engine/kit/canonical-json.ts';
import { row } from './row.ts';
import { Session } from './session.ts';

const MemoryRowSchema = defineEntity({
  name: 'MemoryRow',
  uniques: [{ properties: ['session', 'sceneIndex', 'ordinal'] }],
  indexes: [
    { properties: ['session', 'characterId', 'kind', 'sceneIndex', 'ordinal'] },
    { properties: ['session', 'characterId', 'weight', 'sceneIndex', 'ordinal'] },
    { properties: ['session', 'observationId', 'weight'] },
  ],
  properties: {
    ...row,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    sceneIndex: p.integer(),
    /** The order of rows within their scene. */
    ordinal: p.integer(),
    characterId: p.string().length(120),
    /** Whether something was observed, came up again, or was changed by a game master. */
    kind: p.string().length(16),
    /** How much it says the observation matters; 0 for a repetition that changes nothing any more. */
    weight: p.integer().default(0),
    /** The observation it concerns: its own id when it is one. */
    observationId: p.string().length(120).default(''),
    body: p.json<{ readonly [key: string]: Json }>(),
  },
});

/** One row of what a character remembers; it names its scene and is never changed. */
export class MemoryRow extends MemoryRowSchema.class {}
MemoryRowSchema.setClass(MemoryRow);
