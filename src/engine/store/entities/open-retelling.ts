import { defineEntity, p } from '@mikro-orm/core';
import { Session } from './session.ts';

const OpenRetellingSchema = defineEntity({
  name: 'OpenRetelling',
  properties: {
    id: p.string().length(36).primary(),
    session: () => p.manyToOne(Session).deleteRule('cascade'),
    sceneId: p.string().length(36),
    startedAt: p.datetime(3),
  },
});

/** A scene that is being told again; gone once the telling stands or is withdrawn. */
export class OpenRetelling extends OpenRetellingSchema.class {}
OpenRetellingSchema.setClass(OpenRetelling);
