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

const LoggedHistorySchema = defineEntity({
  name: 'LoggedHistory',
  indexes: [{ properties: ['session', 'id'] }],
  properties: {
    /** Grows with every entry. Entries of one session are in the order of their commits. */
    id: p.integer().primary().autoincrement(),
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** Canonical JSON, zstd. */
    entry: p.blob(),
    createdAt: p.datetime(3),
  },
});

/** History entry that every server indexes for itself. */
export class LoggedHistory extends LoggedHistorySchema.class {}
LoggedHistorySchema.setClass(LoggedHistory);

const ServerNodeSchema = defineEntity({
  name: 'ServerNode',
  properties: {
    ...baseColumns,
    /** Last sign of life. */
    seenAt: p.datetime(3),
    version: p.string().length(64),
    host: p.string().length(255),
    /** Digests of the packs and prompts it plays with. */
    packsHash: p.string().length(64),
    promptsHash: p.string().length(64),
    /** Requests and open streams of viewers who use much of a limit; null until the first report. */
    usage: p.json<Json>().strictNullable(),
  },
});

/** A server that works on this database now. */
export class ServerNode extends ServerNodeSchema.class {}
ServerNodeSchema.setClass(ServerNode);
