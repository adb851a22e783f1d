/**
 * Every prompt the engine speaks with, and the variables it hands to each. A file that asks for anything else
 * does not load, so a missing variable is found at the start and not in a player's turn.
 */
export const SUPPLIED = {
  core: [],
  narrate: [
    'operations',
    'event_types',
    'call_type',
    'entry_start',
    'situation',
    'events',
    'summary',
    'state',
    'player',
    'actions',
    'plan',
    'revealed',
    'rng',
    'input',
  ],
} as const satisfies Record<string, readonly string[]>;

export type PromptId = keyof typeof SUPPLIED;

export const PROMPT_IDS = Object.keys(SUPPLIED) as readonly PromptId[]; // the keys of the table are its type

export type VariablesOf<Id extends PromptId> = Readonly<Record<(typeof SUPPLIED)[Id][number], string>>;

export function isPromptId(id: string): id is PromptId {
  return Object.hasOwn(SUPPLIED, id);
}
