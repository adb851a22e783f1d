import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { planningBlock } from '../parts/planning.ts';
import { Name } from '../records/bounds.ts';
import { Choice, PlanningBlock } from '../records/planning-block.ts';

/** Offers the player what to do next. */
export const setChoices = defineOperation({
  name: 'set_choices',
  summary:
    'Offers 3 to 5 choices with snake_case keys (other_action is added if missing), or just continue and custom_action in a transition.',
  input: z.strictObject({
    ...PlanningBlock.shape,
    choices: z.array(Choice.extend({ text: Name })).max(12),
  }),

  apply(snapshot, block, { asker }) {
    const planning = planningBlock(block, asker);
    return 'rejected' in planning ? planning : { ...snapshot, planning };
  },
});
