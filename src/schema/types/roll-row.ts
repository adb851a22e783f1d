import type { TableRow } from '#engine/store/turns.ts';
import { builder } from '../builder.ts';

export const RollRow = builder.objectRef<TableRow>('RollRow').implement({
  description: 'What a stretch of totals will mean.',
  fields: (t) => ({
    from: t.exposeInt('from', { nullable: true, description: 'The lowest total; null for no lower end.' }),
    to: t.exposeInt('to', { nullable: true, description: 'The highest total; null for no upper end.' }),
    outcome: t.exposeString('outcome', { description: 'What happens then.' }),
  }),
});
