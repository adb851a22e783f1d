import { builder } from '../builder.ts';
import { AUTHORED } from './authored-inputs.ts';
import { SaveContentResult } from './save-content.ts';
import { save, saveTarget, saveText } from './save-target.ts';

const SaveWorldInput = builder.inputType('SaveWorldInput', {
  description: 'A world to be saved in a homebrew pack.',
  fields: (t) => ({
    ...saveTarget(t),
    ...saveText(t),
    world: t.field({ type: AUTHORED.world, required: true, description: 'What it says.' }),
  }),
});

builder.mutationField('saveWorld', (t) =>
  t.field({
    type: SaveContentResult,
    description: 'Saves a world as a new version, if its pack can be played with it.',
    args: { input: t.arg({ type: SaveWorldInput, required: true, description: 'What to save.' }) },
    resolve: (_root, { input }, context) => save('world', input, input.world, context),
  }),
);
