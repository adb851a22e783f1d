import { defineEntity, p } from '@mikro-orm/core';
import type { DmAnswer, SuspendedAt, TurnAnswer, TurnFailure, TurnInput, TurnStatus } from '../turns.ts';
import { row } from './row.ts';
import { Session } from './session.ts';

const TurnSchema = defineEntity({
  name: 'Turn',
  uniques: [{ properties: ['session', 'actionId'] }],
  indexes: [{ properties: ['session', 'id'] }, { properties: ['status'] }],
  properties: {
    ...row,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** The client's own name for what it asked: the same one never runs twice. */
    actionId: p.string().length(128),
    input: p.json<TurnInput>(),
    status: p.string().length(32).$type<TurnStatus>(),
    attempt: p.integer(),
    baseSceneId: p.string().length(36),
    sceneId: p.string().length(36).strictNullable(),
    failure: p.json<TurnFailure>().strictNullable(),
    /** What it last waited for, while it waits or goes on with the answer. */
    suspension: p.json<SuspendedAt>().strictNullable(),
    answers: p.json<readonly TurnAnswer[]>().default('[]'),
    /** What was said out of character, for a turn that made no scene. */
    answer: p.json<DmAnswer>().strictNullable(),
    finishedAt: p.datetime(3).strictNullable(),
  },
});

/** One player input on its way through the pipeline. */
export class Turn extends TurnSchema.class {}
TurnSchema.setClass(Turn);
