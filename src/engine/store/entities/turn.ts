import { defineEntity, p } from '@mikro-orm/core';
import type {
  DmAnswer,
  SuspensionRecord,
  TurnAnswer,
  TurnFailure,
  TurnInput,
  TurnStatus,
} from '#engine/domain/turn.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Audience } from '../event-rows.ts';
import { baseColumns } from './base-columns.ts';
import { Session } from './session.ts';

const TurnSchema = defineEntity({
  name: 'Turn',
  uniques: [{ properties: ['session', 'actionId'] }],
  indexes: [{ properties: ['session', 'id'] }, { properties: ['status'] }],
  properties: {
    ...baseColumns,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** The client's own name for what it asked: the same one never runs twice. */
    actionId: p.string().length(128),
    input: p.json<TurnInput>(),
    status: p.string().length(32).$type<TurnStatus>(),
    attempt: p.integer(),
    baseSceneId: p.string().length(36),
    sceneId: p.string().length(36).strictNullable(),
    failure: p.json<TurnFailure>().strictNullable(),
    /** Suspension the turn last waited at, while it waits or continues with the answer. */
    suspension: p.json<SuspensionRecord>().strictNullable(),
    answers: p.json<readonly TurnAnswer[]>().default('[]'),
    /** Answer given out of character, for a turn that made no scene. */
    answer: p.json<DmAnswer>().strictNullable(),
    finishedAt: p.datetime(3).strictNullable(),
  },
});

/** One player input on its way through the pipeline. */
export class Turn extends TurnSchema.class {}
TurnSchema.setClass(Turn);

const TurnRecordingSchema = defineEntity({
  name: 'TurnRecording',
  uniques: [{ properties: ['turn', 'attempt'] }],
  properties: {
    ...baseColumns,
    turn: () => p.manyToOne(Turn).deleteRule('cascade').index(false),
    attempt: p.integer(),
    /** Canonical JSON, zstd. */
    content: p.blob(),
  },
});

/** Everything about one attempt at a turn: prompts, raw outputs, dice, searches. For the game master only. */
export class TurnRecording extends TurnRecordingSchema.class {}
TurnRecordingSchema.setClass(TurnRecording);

const KeptReplySchema = defineEntity({
  name: 'KeptReply',
  uniques: [{ properties: ['turn', 'promptHash'] }],
  properties: {
    ...baseColumns,
    turn: () => p.manyToOne(Turn).deleteRule('cascade').index(false),
    /** SHA-256 of step and prompt: the reply is given back to exactly that prompt. */
    promptHash: p.string().length(64),
    /** Canonical JSON, zstd. */
    reply: p.blob(),
  },
});

/** A model's whole reply in a turn that runs. A server that takes the turn over is given it instead of asking again. */
export class KeptReply extends KeptReplySchema.class {}
KeptReplySchema.setClass(KeptReply);

const TurnEventSchema = defineEntity({
  name: 'TurnEvent',
  properties: {
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false).primary(),
    sequence: p.integer().primary(),
    turnId: p.string().length(36).strictNullable(),
    audience: p.string().length(8).$type<Audience>(),
    /** Personas a private event is for, as `|pc_a|pc_b|`; null for the whole audience. */
    personas: p.string().length(2000).strictNullable(),
    type: p.string().length(32),
    payload: p.json<Json>(),
    createdAt: p.datetime(3),
  },
});

/** One live event of a session, in order; what subscribers read. */
export class TurnEventEntity extends TurnEventSchema.class {}
TurnEventSchema.setClass(TurnEventEntity);
