import { builder } from '../builder.ts';
import { answerToChange, SaveContentResult } from './save-content.ts';

const WithdrawContentInput = builder.inputType('WithdrawContentInput', {
  description: 'What to take out of its pack.',
  fields: (t) => ({
    packId: t.string({ required: true, description: 'The homebrew pack, by the id it gives itself.' }),
    id: t.string({ required: true, description: 'The id of the content within the pack.' }),
  }),
});

builder.mutationField('withdrawContent', (t) =>
  t.field({
    type: SaveContentResult,
    description:
      'Takes a content out of its homebrew pack, if the pack can be played without it. Its versions stay readable.',
    args: { input: t.arg({ type: WithdrawContentInput, required: true, description: 'What to take out.' }) },
    resolve: (_root, { input: { packId, id } }, context) =>
      answerToChange(context.authoring.withdraw(packId, id), context),
  }),
);
