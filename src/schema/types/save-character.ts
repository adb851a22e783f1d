import { builder } from '../builder.ts';
import { AUTHORED } from './authored-inputs.ts';
import { SaveContentResult } from './save-content.ts';
import { save, saveTarget, saveText } from './save-target.ts';

const SaveCharacterInput = builder.inputType('SaveCharacterInput', {
  description: 'A character to be saved in a homebrew pack.',
  fields: (t) => ({
    ...saveTarget(t),
    ...saveText(t),
    character: t.field({ type: AUTHORED.character, required: true, description: 'What it says.' }),
  }),
});

builder.mutationField('saveCharacter', (t) =>
  t.field({
    type: SaveContentResult,
    description: 'Saves a character as a new version, if its pack can be played with it.',
    args: { input: t.arg({ type: SaveCharacterInput, required: true, description: 'What to save.' }) },
    resolve: (_root, { input }, context) => save('character', input, input.character, context),
  }),
);
