import { defineEntity, p } from '@mikro-orm/core';
import type { Json } from '#engine/util/canonical-json.ts';
import type { JobStatus } from '../jobs.ts';
import { baseColumns } from './base-columns.ts';
import { Session } from './session.ts';

const SettleJobSchema = defineEntity({
  name: 'SettleJob',
  uniques: [{ properties: ['session', 'key'] }],
  indexes: [{ properties: ['status', 'notBefore'] }],
  properties: {
    ...baseColumns,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    sceneIndex: p.integer(),
    kind: p.string().length(32),
    /** Subject of the job: a session never has two jobs under one key. */
    key: p.string().length(160).name('job_key'),
    payload: p.json<Json>(),
    status: p.string().length(16).$type<JobStatus>(),
    /** Number of times the job was claimed. */
    attempts: p.integer(),
    notBefore: p.datetime(3),
    claimedUntil: p.datetime(3).strictNullable(),
    lastError: p.text().strictNullable(),
  },
});

/** Work that a commit leaves for afterwards. */
export class JobEntity extends SettleJobSchema.class {}
SettleJobSchema.setClass(JobEntity);

const QueuedHistorySchema = defineEntity({
  name: 'QueuedHistory',
  indexes: [{ properties: ['claimedUntil', 'id'] }],
  properties: {
    /** Grows with every entry: the order of commits. */
    id: p.integer().primary().autoincrement(),
    session: () => p.manyToOne(Session).deleteRule('cascade'),
    /** Canonical JSON, zstd. */
    entry: p.blob(),
    claimedUntil: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
  },
});

/** History entry that waits to be indexed; deleted once it is. */
export class QueuedHistory extends QueuedHistorySchema.class {}
QueuedHistorySchema.setClass(QueuedHistory);
