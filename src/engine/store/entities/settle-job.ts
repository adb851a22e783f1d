import { defineEntity, p } from '@mikro-orm/core';
import type { Json } from '#engine/kit/canonical-json.ts';
import type { JobStatus } from '../jobs.ts';
import { row } from './row.ts';
import { Session } from './session.ts';

const SettleJobSchema = defineEntity({
  name: 'SettleJob',
  uniques: [{ properties: ['session', 'key'] }],
  indexes: [{ properties: ['status', 'notBefore'] }],
  properties: {
    ...row,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    sceneIndex: p.integer(),
    kind: p.string().length(32),
    /** What it is about: a session never has two jobs under one key. */
    key: p.string().length(160).name('job_key'),
    payload: p.json<Json>(),
    status: p.string().length(16).$type<JobStatus>(),
    /** How often it was taken on. */
    attempts: p.integer(),
    notBefore: p.datetime(3),
    claimedUntil: p.datetime(3).strictNullable(),
    lastError: p.text().strictNullable(),
  },
});

/** Work that a commit leaves for afterwards. */
export class SettleJob extends SettleJobSchema.class {}
SettleJobSchema.setClass(SettleJob);
