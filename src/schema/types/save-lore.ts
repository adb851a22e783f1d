import { authoredInput } from '../authored-input/authored-input.ts';
import type { AuthoredInput } from '../authored-input/input-type.ts';
import { builder } from '../builder.ts';
import { LORE_KINDS } from './content-kind.ts';
import { SaveContentResult } from './save-content.ts';
import { save, saveTarget, saveText } from './save-target.ts';

const Location = authoredInput('location', 'AuthoredLocationInput', 'What a place says.');
const Faction = authoredInput('faction', 'AuthoredFactionInput', 'What a faction says.');
const Culture = authoredInput('culture', 'AuthoredCultureInput', 'What a piece of culture says.');
const History = authoredInput('history', 'AuthoredHistoryInput', 'What a piece of history says.');
const Technology = authoredInput('technology', 'AuthoredTechnologyInput', 'What a craft or tool says.');
const Item = authoredInput('item', 'AuthoredItemInput', 'What a thing says.');
const Event = authoredInput('event', 'AuthoredEventInput', 'What an event says.');
const Law = authoredInput('law', 'AuthoredLawInput', 'What a law says.');

const AuthoredLoreInput = builder.inputType('AuthoredLoreInput', {
  description: 'Knowledge about a world, of exactly one kind.',
  isOneOf: true,
  fields: (t) => ({
    location: t.field({ type: Location, description: 'A place.' }),
    faction: t.field({ type: Faction, description: 'A house, guild, company or gang.' }),
    culture: t.field({ type: Culture, description: 'How people live.' }),
    history: t.field({ type: History, description: 'What happened and made the present.' }),
    technology: t.field({ type: Technology, description: 'What tools, crafts or magic can do.' }),
    item: t.field({ type: Item, description: 'A thing.' }),
    event: t.field({ type: Event, description: 'Something that happened on one day.' }),
    law: t.field({ type: Law, description: 'What is forbidden, owed or granted.' }),
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
