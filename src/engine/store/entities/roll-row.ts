import { defineEntity, p } from '@mikro-orm/core';
import type { Json } from '#engine/kit/canonical-json.ts';
import { Session } from './session.ts';

const RollRowSchema = defineEntity({
  name: 'RollRow',
  uniques: [{ properties: ['session', 'place'] }],
  properties: {
    /** The scene's id and the row's order within it. */
    id: p.string().length(48).primary(),
    createdAt: p.datetime(3),
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** Scene and order within it: see places.ts. */
    place: p.integer(),
    body: p.json<{ readonly [key: string]: Json }>(),
  },
});

/** One roll of a turn; it names its scene and is never changed. */
export class RollRow extends RollRowSchema.class {}
RollRowSchema.setClass(RollRow);
