import { defineEntity, p } from '@mikro-orm/core';
import type { Json } from '#engine/kit/canonical-json.ts';
import { Session } from './session.ts';

const ChronicleEntrySchema = defineEntity({
  name: 'ChronicleEntry',
  indexes: [{ properties: ['session', 'sceneIndex', 'position'] }],
  properties: {
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false).primary(),
    /** `evt_0001`; unique along a lineage. */
    eventId: p.string().length(16).primary(),
    /** The number in its id: its place in the canonical order. */
    position: p.integer().default(0),
    sceneIndex: p.integer(),
    body: p.json<{ readonly [key: string]: Json }>(),
    createdAt: p.datetime(3),
  },
});

/** One event of a campaign's history; it names its scene and is never changed. */
export class ChronicleEntry extends ChronicleEntrySchema.class {}
ChronicleEntrySchema.setClass(ChronicleEntry);
