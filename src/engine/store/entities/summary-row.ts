import { defineEntity, p } from '@mikro-orm/core';
import type { SummaryKind } from '../summaries.ts';
import { row } from './row.ts';
import { Session } from './session.ts';

const SummaryRowSchema = defineEntity({
  name: 'SummaryRow',
  indexes: [
    { properties: ['session', 'kind', 'subjectId', 'sceneIndex'] },
    { properties: ['session', 'kind', 'sceneIndex'] },
  ],
  properties: {
    ...row,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** The last scene it tells of. */
    sceneIndex: p.integer(),
    /** The first scene it tells of. */
    fromSceneIndex: p.integer(),
    kind: p.string().length(16).$type<SummaryKind>(),
    /** Whose profile, which chapter; empty where there is only one. */
    subjectId: p.string().length(120),
    text: p.text(),
  },
});

/** Something condensed from play after the fact; it names its scene and is never changed. */
export class SummaryRow extends SummaryRowSchema.class {}
SummaryRowSchema.setClass(SummaryRow);
