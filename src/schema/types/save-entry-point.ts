import { builder } from '../builder.ts';
import { AUTHORED } from './authored-inputs.ts';
import { SaveContentResult } from './save-content.ts';
import { save, saveTarget } from './save-target.ts';

const SaveEntryPointInput = builder.inputType('SaveEntryPointInput', {
  description: 'An entry point to be saved in a homebrew pack.',
  fields: (t) => ({
    ...saveTarget(t),
    entryPoint: t.field({ type: AUTHORED.entryPoint, required: true, description: 'What it says.' }),
  }),
});

builder.mutationField('saveEntryPoint', (t) =>
  t.field({
    type: SaveContentResult,
    description: 'Saves an entry point as a new version, if its pack can be played with it.',
    args: { input: t.arg({ type: SaveEntryPointInput, required: true, description: 'What to save.' }) },
    resolve: (_root, { input }, context) => save('entry_point', input, input.entryPoint, context),
  }),
);
