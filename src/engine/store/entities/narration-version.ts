import { defineEntity, p } from '@mikro-orm/core';
import { Scene } from './scene.ts';

const NarrationVersionSchema = defineEntity({
  name: 'NarrationVersion',
  properties: {
    scene: () => p.manyToOne(Scene).deleteRule('cascade').index(false).primary(),
    /** From 2: the first version is the scene's own. */
    version: p.integer().primary(),
    narration: p.text(),
    /** The checks it did not pass; null of tellings of earlier versions. */
    flags: p.json<readonly string[]>().strictNullable(),
    /** How it came about: canonical JSON, zstd. For the game master only. */
    recording: p.blob(),
    createdAt: p.datetime(3),
  },
});

/** Another telling of a scene, with the same dice and the same changes; written once, never changed. */
export class NarrationVersion extends NarrationVersionSchema.class {}
NarrationVersionSchema.setClass(NarrationVersion);
