import { defineEntity, p } from '@mikro-orm/core';
import { baseColumns } from './base-columns.ts';
import { Session } from './session.ts';

/** What is kept of every call of a model, whatever it was made for. */
const callColumns = {
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
};

const ModelCallSchema = defineEntity({
  name: 'ModelCall',
  indexes: [{ properties: ['session', 'turnId'] }, { properties: ['createdAt'] }],
  properties: {
    ...baseColumns,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    turnId: p.string().length(36),
    attempt: p.integer(),
    ...callColumns,
  },
});

/** One call of a model, written as soon as it ends, so that what it cost is known whatever becomes of the turn. */
export class ModelCall extends ModelCallSchema.class {}
ModelCallSchema.setClass(ModelCall);

const SideCallSchema = defineEntity({
  name: 'SideCall',
  indexes: [
    { properties: ['createdAt'] },
    { properties: ['viewerId', 'createdAt'] },
    { properties: ['sessionId'] },
  ],
  properties: {
    ...baseColumns,
    work: p.string().length(16),
    /** Null when nobody is counted. */
    viewerId: p.string().length(200).strictNullable(),
    /** No reference: what was paid stays paid when the session is gone. */
    sessionId: p.string().length(36).strictNullable(),
    ...callColumns,
  },
});

/** One call of a model that belongs to no turn of a story, written as soon as it ends: it draws on the same budgets. */
export class SideCall extends SideCallSchema.class {}
SideCallSchema.setClass(SideCall);
