import { defineEntity, p } from '@mikro-orm/core';
import { row } from './row.ts';
import { Session } from './session.ts';

const ModelCallSchema = defineEntity({
  name: 'ModelCall',
  indexes: [{ properties: ['session', 'turnId'] }, { properties: ['createdAt'] }],
  properties: {
    ...row,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    turnId: p.string().length(36),
    attempt: p.integer(),
    step: p.string().length(40),
    purpose: p.string().length(16),
    modelKey: p.string().length(80),
    provider: p.string().length(160),
    inputTokens: p.integer(),
    outputTokens: p.integer(),
    cacheWriteTokens: p.integer(),
    cacheReadTokens: p.integer(),
    /** US dollars; null when nobody knows the price. */
    costUsd: p.double().strictNullable(),
    firstDeltaMs: p.integer().strictNullable(),
    durationMs: p.integer(),
    ending: p.string().length(16),
  },
});

/** One call of a model, written as soon as it ends, so that what it cost is known whatever becomes of the turn. */
export class ModelCall extends ModelCallSchema.class {}
ModelCallSchema.setClass(ModelCall);
