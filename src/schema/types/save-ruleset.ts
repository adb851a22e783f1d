import { builder } from '../builder.ts';
import { AUTHORED } from './authored-inputs.ts';
import { SaveContentResult } from './save-content.ts';
import { save, saveTarget } from './save-target.ts';

const SaveRulesetInput = builder.inputType('SaveRulesetInput', {
  description: 'A ruleset to be saved in a homebrew pack.',
  fields: (t) => ({
    ...saveTarget(t),
    ruleset: t.field({ type: AUTHORED.ruleset, required: true, description: 'What it says.' }),
  }),
});

builder.mutationField('saveRuleset', (t) =>
  t.field({
    type: SaveContentResult,
    description: 'Saves a ruleset as a new version, if its pack can be played with it.',
    args: { input: t.arg({ type: SaveRulesetInput, required: true, description: 'What to save.' }) },
    resolve: (_root, { input }, context) => save('ruleset', input, input.ruleset, context),
  }),
);
