import { defineEntity, p } from '@mikro-orm/core';
import type { Json } from '#engine/kit/canonical-json.ts';
import type { Audience } from '../event-rows.ts';
import { Session } from './session.ts';

const TurnEventSchema = defineEntity({
  name: 'TurnEvent',
  properties: {
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false).primary(),
    sequence: p.integer().primary(),
    turnId: p.string().length(36).strictNullable(),
    audience: p.string().length(8).$type<Audience>(),
    type: p.string().length(32),
    payload: p.json<Json>(),
    createdAt: p.datetime(3),
  },
});

/** One live event of a session, in order; what subscribers read. */
export class TurnEvent extends TurnEventSchema.class {}
TurnEventSchema.setClass(TurnEvent);
