import { defineEntity, p } from '@mikro-orm/core';
import type { Json } from '#engine/util/canonical-json.ts';
import type { SummaryKind } from '../summaries.ts';
import { baseColumns } from './base-columns.ts';
import { Session } from './session.ts';

const MemoryRowSchema = defineEntity({
  name: 'MemoryRow',
  uniques: [{ properties: ['session', 'sceneIndex', 'ordinal'] }],
  indexes: [
    { properties: ['session', 'characterId', 'kind', 'sceneIndex', 'ordinal'] },
    { properties: ['session', 'characterId', 'weight', 'sceneIndex', 'ordinal'] },
    { properties: ['session', 'observationId', 'weight'] },
  ],
  properties: {
    ...baseColumns,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    sceneIndex: p.integer(),
    /** The order of rows within their scene. */
    ordinal: p.integer(),
    characterId: p.string().length(120),
    /** Kind of row: an observation, a repetition, or a change by a game master. */
    kind: p.string().length(16),
    /** Importance the row gives the observation; 0 for a repetition that no longer changes anything. */
    weight: p.integer().default(0),
    /** The observation it concerns: its own id when it is one. */
    observationId: p.string().length(120).default(''),
    body: p.json<{ readonly [key: string]: Json }>(),
  },
});

/** One row of what a character remembers; it names its scene and is never changed. */
export class MemoryEntity extends MemoryRowSchema.class {}
MemoryRowSchema.setClass(MemoryEntity);

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
export class ChronicleEntity extends ChronicleEntrySchema.class {}
ChronicleEntrySchema.setClass(ChronicleEntity);

const RollRowSchema = defineEntity({
  name: 'RollRow',
  uniques: [{ properties: ['session', 'place'] }],
  properties: {
    /** The scene's id and the row's order within it. */
    id: p.string().length(48).primary(),
    createdAt: p.datetime(3),
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** Scene and order within it: see scene-rows/scene-rows.ts. */
    place: p.integer(),
    body: p.json<{ readonly [key: string]: Json }>(),
  },
});

/** One roll of a turn; it names its scene and is never changed. */
export class RollEntity extends RollRowSchema.class {}
RollRowSchema.setClass(RollEntity);

const ActionRowSchema = defineEntity({
  name: 'ActionRow',
  uniques: [{ properties: ['session', 'place'] }],
  properties: {
    /** The scene's id and the row's order within it. */
    id: p.string().length(48).primary(),
    createdAt: p.datetime(3),
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** Scene and order within it: see scene-rows/scene-rows.ts. */
    place: p.integer(),
    characterId: p.string().length(120),
    action: p.text(),
    intents: p.json<readonly string[]>(),
    /** For the game master only; read by a separate method. */
    thought: p.text(),
  },
});

/** Action of one character in a turn; names its scene and is never changed. */
export class ActionEntity extends ActionRowSchema.class {}
ActionRowSchema.setClass(ActionEntity);

const RelationRowSchema = defineEntity({
  name: 'RelationRow',
  uniques: [{ properties: ['session', 'place'] }, { properties: ['session', 'low', 'high', 'place'] }],
  properties: {
    /** The scene's id and the row's order within it. */
    id: p.string().length(48).primary(),
    createdAt: p.datetime(3),
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** Scene and order within it: see scene-rows/scene-rows.ts. */
    place: p.integer(),
    /** The two characters, the lower id first. */
    low: p.string().length(120),
    high: p.string().length(120),
    trust: p.integer(),
    tension: p.integer(),
    closeness: p.integer(),
  },
});

/** Relation of two characters after a scene that changed it; the row itself is never changed. */
export class RelationEntity extends RelationRowSchema.class {}
RelationRowSchema.setClass(RelationEntity);

const SummaryRowSchema = defineEntity({
  name: 'SummaryRow',
  indexes: [
    { properties: ['session', 'kind', 'subjectId', 'sceneIndex'] },
    { properties: ['session', 'kind', 'sceneIndex'] },
  ],
  properties: {
    ...baseColumns,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** The last scene it tells of. */
    sceneIndex: p.integer(),
    /** The first scene it tells of. */
    fromSceneIndex: p.integer(),
    kind: p.string().length(16).$type<SummaryKind>(),
    /** Character of a profile, or chapter of a summary; empty where there is only one. */
    subjectId: p.string().length(120),
    text: p.text(),
  },
});

/** Something condensed from play after the fact; it names its scene and is never changed. */
export class SummaryEntity extends SummaryRowSchema.class {}
SummaryRowSchema.setClass(SummaryEntity);
