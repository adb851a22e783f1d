import { defineEntity, p } from '@mikro-orm/core';
import { Session } from './session.ts';

const RelationRowSchema = defineEntity({
  name: 'RelationRow',
  uniques: [{ properties: ['session', 'place'] }, { properties: ['session', 'low', 'high', 'place'] }],
  properties: {
    /** The scene's id and the row's order within it. */
    id: p.string().length(48).primary(),
    createdAt: p.datetime(3),
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** Scene and order within it: see places.ts. */
    place: p.integer(),
    /** The two characters, the lower id first. */
    low: p.string().length(120),
    high: p.string().length(120),
    trust: p.integer(),
    tension: p.integer(),
    closeness: p.integer(),
  },
});

/** How two characters stood to each other after a scene that changed it; never changed itself. */
export class RelationRow extends RelationRowSchema.class {}
RelationRowSchema.setClass(RelationRow);
