import { defineEntity, p } from '@mikro-orm/core';
import { Scene } from './scene.ts';

const NarrationChoiceSchema = defineEntity({
  name: 'NarrationChoice',
  properties: {
    scene: () => p.manyToOne(Scene).deleteRule('cascade').index(false).primary(),
    /** The last one counts. */
    ordinal: p.integer().primary(),
    version: p.integer(),
    createdAt: p.datetime(3),
  },
});

/** Which telling of a scene the story goes on with, from then on. */
export class NarrationChoice extends NarrationChoiceSchema.class {}
NarrationChoiceSchema.setClass(NarrationChoice);
