import { defineEntity, p } from '@mikro-orm/core';
import { callColumns } from './call-columns.ts';
import { row } from './row.ts';
import { Session } from './session.ts';

const ModelCallSchema = defineEntity({
  name: 'ModelCall',
  indexes: [{ properties: ['session', 'turnId'] }, { properties: ['createdAt'] }],
  properties: {
    ...row,
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    turnId: p.string().length(36),
    attempt: p.integer(),
    ...callColumns,
  },
});

/** One call of a model, written as soon as it ends, so that what it cost is known whatever becomes of the turn. */
export class ModelCall extends ModelCallSchema.class {}
ModelCallSchema.setClass(ModelCall);
