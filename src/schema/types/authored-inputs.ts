import { authoredInput } from '../authored-input/authored-input.ts';

/** What authors give, one input type for each kind of content. */
export const AUTHORED = {
  world: authoredInput('world', 'AuthoredWorldInput', 'What a world says.'),
  ruleset: authoredInput('ruleset', 'AuthoredRulesetInput', 'What a ruleset says.'),
  entryPoint: authoredInput('entry_point', 'AuthoredEntryPointInput', 'What an entry point says.'),
  character: authoredInput('character', 'AuthoredCharacterInput', 'What a character says.'),
  location: authoredInput('location', 'AuthoredLocationInput', 'What a place says.'),
  faction: authoredInput('faction', 'AuthoredFactionInput', 'What a faction says.'),
  culture: authoredInput('culture', 'AuthoredCultureInput', 'What a piece of culture says.'),
  history: authoredInput('history', 'AuthoredHistoryInput', 'What a piece of history says.'),
  technology: authoredInput('technology', 'AuthoredTechnologyInput', 'What a craft or tool says.'),
  item: authoredInput('item', 'AuthoredItemInput', 'What a thing says.'),
  event: authoredInput('event', 'AuthoredEventInput', 'What an event says.'),
  law: authoredInput('law', 'AuthoredLawInput', 'What a law says.'),
} as const;
