import { defineEntity, p } from '@mikro-orm/core';
import { row } from './row.ts';

const ViewerTurnSchema = defineEntity({
  name: 'ViewerTurn',
  indexes: [{ properties: ['viewerId', 'createdAt'] }],
  properties: {
    ...row,
    viewerId: p.string().length(200),
    turnId: p.string().length(36),
  },
});

/** That a viewer set a turn going, and when: what their allowance is counted by. */
export class ViewerTurn extends ViewerTurnSchema.class {}
ViewerTurnSchema.setClass(ViewerTurn);
