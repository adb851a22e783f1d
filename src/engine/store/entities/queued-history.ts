import { defineEntity, p } from '@mikro-orm/core';
import { Session } from './session.ts';

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

/** A piece of history that waits to be indexed; gone once it is. */
export class QueuedHistory extends QueuedHistorySchema.class {}
QueuedHistorySchema.setClass(QueuedHistory);
