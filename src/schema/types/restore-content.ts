import { builder } from '../builder.ts';
import { answerToChange, SaveContentResult } from './save-content.ts';

const RestoreContentInput = builder.inputType('RestoreContentInput', {
  description: 'Which version to go back to.',
  fields: (t) => ({
    packId: t.string({ required: true, description: 'The homebrew pack, by the id it gives itself.' }),
    id: t.string({ required: true, description: 'The id of the content within the pack.' }),
    version: t.int({ required: true, description: 'The number of the version.' }),
  }),
});

builder.mutationField('restoreContent', (t) =>
  t.field({
    type: SaveContentResult,
    description: 'Saves an earlier version again, as a new one, withdrawn contents included.',
    args: { input: t.arg({ type: RestoreContentInput, required: true, description: 'Which version.' }) },
    resolve: (_root, { input: { packId, id, version } }, context) =>
      answerToChange(context.authoring.restore(packId, id, version), context),
  }),
);
