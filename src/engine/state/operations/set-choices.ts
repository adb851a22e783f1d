import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { planningBlock } from '../parts/planning.ts';
import { Name } from '../records/bounds.ts';
import { Choice, PlanningBlock } from '../records/planning-block.ts';
import type { Snapshot } from '../snapshot.ts';

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
    const planning = planningBlock(asker === 'engine' ? block : withNotesOf(snapshot, block), asker);
    return 'rejected' in planning ? planning : { ...snapshot, planning };
  },
});

/** Keeps the narrator's notes and the table's language where others than the engine replace the choices. */
function withNotesOf({ planning }: Snapshot, block: Snapshot['planning']): Snapshot['planning'] {
  const { notes, refused, tension, language } = planning;
  return {
    ...(notes === undefined ? {} : { notes }),
    ...(refused === undefined ? {} : { refused }),
    ...(tension === undefined ? {} : { tension }),
    ...(language === undefined ? {} : { language }),
    ...block,
  };
}
