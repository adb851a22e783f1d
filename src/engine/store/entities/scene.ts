import { defineEntity, p } from '@mikro-orm/core';
import { row } from './row.ts';
import { Session } from './session.ts';

const SceneSchema = defineEntity({
  name: 'Scene',
  uniques: [{ properties: ['session', 'index'] }],
  properties: {
    ...row,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** The turn that made it; null for scene 0, which comes from the entry point. */
    turnId: p.string().length(36).strictNullable(),
    index: p.integer().name('scene_index'),
    narration: p.text(),
    /** The checks it did not pass; null of scenes of which nobody wrote that down. */
    flags: p.json<readonly string[]>().strictNullable(),
    /** Canonical JSON, zstd: see pressed-snapshots.ts. */
    snapshot: p.blob(),
    /** The scene it is read with; null when it stands for itself. */
    snapshotBase: p.string().length(36).strictNullable(),
    /** The in-world day it ends on; null in scenes of earlier versions. */
    worldDay: p.integer().strictNullable(),
    /** Where in the stream the dice of the turn after it stand; null in scenes of earlier versions: behind its own index. */
    diceIndex: p.integer().strictNullable(),
    /** What was known of the scene's lore, the same way; null where nothing was looked up. */
    lore: p.blob().strictNullable(),
  },
});

/** The complete snapshot after a turn; written once, never changed. */
export class Scene extends SceneSchema.class {}
SceneSchema.setClass(Scene);
