import type { AuthoredInput } from '../authored-input/input-type.ts';
import { builder } from '../builder.ts';
import { AUTHORED } from './authored-inputs.ts';
import { LORE_KINDS } from './content-kind.ts';
import { SaveContentResult } from './save-content.ts';
import { save, saveTarget, saveText } from './save-target.ts';

const AuthoredLoreInput = builder.inputType('AuthoredLoreInput', {
  description: 'Knowledge about a world, of exactly one kind.',
  isOneOf: true,
  fields: (t) => ({
    location: t.field({ type: AUTHORED.location, description: 'A place.' }),
    faction: t.field({ type: AUTHORED.faction, description: 'A house, guild, company or gang.' }),
    culture: t.field({ type: AUTHORED.culture, description: 'How people live.' }),
    history: t.field({ type: AUTHORED.history, description: 'What happened and made the present.' }),
    technology: t.field({ type: AUTHORED.technology, description: 'What tools, crafts or magic can do.' }),
    item: t.field({ type: AUTHORED.item, description: 'A thing.' }),
    event: t.field({ type: AUTHORED.event, description: 'Something that happened on one day.' }),
    law: t.field({ type: AUTHORED.law, description: 'What is forbidden, owed or granted.' }),
  }),
});

const SaveLoreInput = builder.inputType('SaveLoreInput', {
  description: 'Knowledge about a world to be saved in a homebrew pack.',
  fields: (t) => ({
    ...saveTarget(t),
    ...saveText(t),
    lore: t.field({ type: AuthoredLoreInput, required: true, description: 'What it is and says.' }),
  }),
});

builder.mutationField('saveLore', (t) =>
  t.field({
    type: SaveContentResult,
    description: 'Saves knowledge about a world as a new version, if its pack can be played with it.',
    args: { input: t.arg({ type: SaveLoreInput, required: true, description: 'What to save.' }) },
    resolve: (_root, { input }, context) => {
      const [kind, given] = onlyKind(input.lore);
      return save(kind, input, given, context);
    },
  }),
);

type Lore = { readonly [Kind in (typeof LORE_KINDS)[number]]?: AuthoredInput | null };

function onlyKind(lore: Lore): readonly [(typeof LORE_KINDS)[number], AuthoredInput] {
  for (const kind of LORE_KINDS) {
    const given = lore[kind];
    if (given != null) return [kind, given];
  }
  throw new Error('an input of which exactly one field is given had none');
}
