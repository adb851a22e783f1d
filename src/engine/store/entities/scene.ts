import { defineEntity, p } from '@mikro-orm/core';
import { baseColumns } from './base-columns.ts';
import { Session } from './session.ts';

const SceneSchema = defineEntity({
  name: 'Scene',
  uniques: [{ properties: ['session', 'index'] }],
  properties: {
    ...baseColumns,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** Turn that made the scene; null for scene 0, which comes from the entry point. */
    turnId: p.string().length(36).strictNullable(),
    index: p.integer().name('scene_index'),
    narration: p.text(),
    /** Checks the narration did not pass; null in scenes that have no record of it. */
    flags: p.json<readonly string[]>().strictNullable(),
    /** Personas who perceived the turn; null for the whole table. Players of other personas do not read the narration. */
    audience: p.json<readonly string[]>().strictNullable(),
    /** Canonical JSON, zstd: see snapshots/compressed-snapshots.ts. */
    snapshot: p.blob(),
    /** Scene whose snapshot is needed to read this one; null when this one is complete in itself. */
    snapshotBase: p.string().length(36).strictNullable(),
    /** The in-world day it ends on; null in scenes of earlier versions. */
    worldDay: p.integer().strictNullable(),
    /**
     * Position in the stream of the next turn's dice. Null in scenes of earlier versions; the position is then behind
     * the scene's own index.
     */
    diceIndex: p.integer().strictNullable(),
    /** Known lore of the scene, stored the same way; null where none was looked up. */
    lore: p.blob().strictNullable(),
  },
});

/** The complete snapshot after a turn; written once, never changed. */
export class Scene extends SceneSchema.class {}
SceneSchema.setClass(Scene);

const NarrationVersionSchema = defineEntity({
  name: 'NarrationVersion',
  properties: {
    scene: () => p.manyToOne(Scene).deleteRule('cascade').index(false).primary(),
    /** From 2: the first version is the scene's own. */
    version: p.integer().primary(),
    narration: p.text(),
    /** The checks it did not pass; null of tellings of earlier versions. */
    flags: p.json<readonly string[]>().strictNullable(),
    /** Recording of how the version was made: canonical JSON, zstd. For the game master only. */
    recording: p.blob(),
    createdAt: p.datetime(3),
  },
});

/** Another narration of a scene, with the same dice and the same changes; written once, never changed. */
export class NarrationVersion extends NarrationVersionSchema.class {}
NarrationVersionSchema.setClass(NarrationVersion);

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

/** Choice of the narration version the story continues with, from then on. */
export class NarrationChoice extends NarrationChoiceSchema.class {}
NarrationChoiceSchema.setClass(NarrationChoice);

const OpenRetellingSchema = defineEntity({
  name: 'OpenRetelling',
  properties: {
    id: p.string().length(36).primary(),
    session: () => p.manyToOne(Session).deleteRule('cascade'),
    sceneId: p.string().length(36),
    startedAt: p.datetime(3),
  },
});

/** Scene being narrated again; deleted once the narration is added or withdrawn. */
export class OpenRetelling extends OpenRetellingSchema.class {}
OpenRetellingSchema.setClass(OpenRetelling);
