import { defineEntity, p } from '@mikro-orm/core';
import { baseColumns } from './base-columns.ts';
import { Session } from './session.ts';

/** Columns of every model call, for turns and for other purposes. */
const callColumns = {
  step: p.string().length(40),
  purpose: p.string().length(16),
  modelKey: p.string().length(80),
  provider: p.string().length(160),
  inputTokens: p.integer(),
  outputTokens: p.integer(),
  cacheWriteTokens: p.integer(),
  cacheReadTokens: p.integer(),
  /** US dollars; null when the price is unknown. */
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

/** One model call, written as soon as it ends, so that its cost is known even if the turn fails. */
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
    /** Null when the call counts towards no viewer. */
    viewerId: p.string().length(200).strictNullable(),
    /** No foreign key: costs remain counted when the session is deleted. */
    sessionId: p.string().length(36).strictNullable(),
    ...callColumns,
  },
});

/** One call of a model that belongs to no turn of a story, written as soon as it ends: it draws on the same budgets. */
export class SideCall extends SideCallSchema.class {}
SideCallSchema.setClass(SideCall);

const CallReservationSchema = defineEntity({
  name: 'CallReservation',
  properties: {
    ...baseColumns,
    /** No foreign keys: a row lasts as long as a call. Null when the call belongs to no session, or to no viewer. */
    sessionId: p.string().length(36).strictNullable(),
    viewerId: p.string().length(200).strictNullable(),
    /** US dollars the call may cost at most. */
    usd: p.double(),
    /** Renewed while the call runs; a reservation of a server that is gone expires. */
    expiresAt: p.datetime(3),
  },
});

/** Possible cost of a model call that runs, on any server. Removed when the cost of the call is recorded. */
export class CallReservation extends CallReservationSchema.class {}
CallReservationSchema.setClass(CallReservation);
