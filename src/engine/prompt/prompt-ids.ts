/**
 * The narrator's variables by the part they may stand in: what is in the system part stays the same from turn to turn, or
 * nothing behind it could be cached.
 */
const NARRATE = {
  system: ['operations', 'event_types'],
  user: [
    'operations_now',
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
    'lore',
    'rng',
    'input',
  ],
} as const;

/**
 * Every prompt the engine speaks with, and the variables it hands to each. A file that asks for anything else
 * does not load, so a missing variable is found at the start and not in a player's turn.
 */
export const SUPPLIED = {
  core: [],
  route: [
    'event_types',
    'character_categories',
    'characters',
    'date',
    'place',
    'persona',
    'loaded',
    'events',
    'recent',
    'input',
  ],
  interpret: ['rulebook', 'scene', 'cast', 'inventory', 'recent', 'input'],
  plan: ['tone', 'scene', 'cast', 'threads', 'clocks', 'actions', 'blocked', 'recent', 'input'],
  resolve: [
    'rulebook',
    'operations',
    'scene',
    'stats',
    'memories',
    'actions',
    'plan',
    'rolls',
    'table',
    'input',
  ],
  reflect: ['name', 'profile', 'stats', 'rulebook', 'scene', 'memories', 'outcome', 'recent'],
  narrate: [...NARRATE.system, ...NARRATE.user],
  repair: ['contract', 'problems', 'reply'],
  'outcome-repair': ['contract', 'problems', 'prose', 'reply'],
  judge: [
    'personas',
    'allowed',
    'player',
    'established',
    'row',
    'scene',
    'known',
    'hidden',
    'boundaries',
    'labels',
    'prose',
  ],
  'check-repair': ['persona', 'problems', 'facts', 'prose'],
  retell: ['persona', 'facts', 'prose'],
  'call-narrative': ['may_offer_roll'],
  'call-persuasion': ['may_offer_roll'],
  'call-chaos': ['may_offer_roll'],
  'call-battle': ['may_offer_roll'],
  'call-roll-result': ['template', 'roll', 'row'],
  'call-chapter-start': ['chapter', 'briefing'],
  'call-year-end': ['date', 'briefing'],
  'call-direction': ['template', 'direction', 'later'],
  'mode-dm': ['rulebook', 'scene', 'question'],
  'mode-god': ['operations', 'scene', 'command'],
  'mode-think': ['scene', 'persona', 'question'],
  opening: ['stakes', 'goals'],
  'profile-refresh': ['name', 'date', 'profile', 'events', 'family'],
  recap: ['tone', 'persona', 'summary', 'events', 'threads'],
  'session-summary': ['persona', 'events', 'exchanges', 'threads'],
  'chapter-summary': ['chapter', 'summary', 'events'],
  'running-summary': ['persona', 'summary', 'noted', 'events', 'exchanges'],
  'scenario-outline': ['ruleset', 'world', 'places', 'people', 'factions', 'threads', 'wishes'],
  'scenario-cast': ['ruleset', 'stat_schema', 'stat_examples', 'outline'],
  'scenario-clocks': ['ruleset', 'outline'],
  'scenario-scene': ['ruleset', 'scene_schema', 'scene_examples', 'outline', 'place', 'cast', 'clocks'],
} as const satisfies Record<string, readonly string[]>;

/** Prompts whose parts are written apart. */
export const SPLIT = { narrate: NARRATE } as const;

export type PromptId = keyof typeof SUPPLIED;

export const PROMPT_IDS = Object.keys(SUPPLIED) as readonly PromptId[]; // the keys of the table are its type

export type VariablesOf<Id extends PromptId> = Readonly<Record<(typeof SUPPLIED)[Id][number], string>>;

export function isPromptId(id: string): id is PromptId {
  return Object.hasOwn(SUPPLIED, id);
}
