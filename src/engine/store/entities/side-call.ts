import { defineEntity, p } from '@mikro-orm/core';
import { callColumns } from './call-columns.ts';
import { row } from './row.ts';

const SideCallSchema = defineEntity({
  name: 'SideCall',
  indexes: [
    { properties: ['createdAt'] },
    { properties: ['viewerId', 'createdAt'] },
    { properties: ['sessionId'] },
  ],
  properties: {
    ...row,
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
