/**
 * The narrator's variables by the part they may stand in. The system part has none, so that it is the same in every turn and
 * everything behind it can be cached.
 */
const NARRATE = {
  system: [],
  user: [
    'story_so_far',
    'on_record',
    'history',
    'secrets',
    'state',
    'situation',
    'people',
    'player',
    'people_new',
    'lore_new',
    'notes',
    'not_so',
    'task',
    'opening',
    'plan',
    'others_act',
    'falls_due',
    'comes_to_light',
    'outcome',
    'row',
    'input',
    'read_as',
    'ids',
    'language',
    'choices_due',
    'table_due',
  ],
} as const;

/** The answer format of `outcome: inline`: its system part replaces the narrator's, its user part ends the narrator's message. */
const NARRATE_INLINE = {
  system: ['operations', 'event_types'],
  user: ['choices_due', 'table_due'],
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
  'narrate-inline': [...NARRATE_INLINE.system, ...NARRATE_INLINE.user],
  repair: ['contract', 'problems', 'reply'],
  'outcome-repair': ['contract', 'problems', 'prose', 'reply'],
  'check-repair': ['persona', 'problems', 'facts', 'prose'],
  retell: ['persona', 'facts', 'row', 'player_words', 'prose', 'language'],
  'call-narrative': ['table_due', 'no_table'],
  'call-persuasion': ['table_due', 'no_table'],
  'call-chaos': ['table_due', 'no_table'],
  'call-battle': ['table_due', 'no_table'],
  'call-roll-result': ['template', 'purpose'],
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
  'scenario-scene': ['ruleset', 'scene_schema', 'scene_examples', 'outline', 'cast', 'clocks'],
} as const satisfies Record<string, readonly string[]>;

/** Prompts whose parts are rendered apart, with the variables of each part. */
export const SPLIT = { narrate: NARRATE, 'narrate-inline': NARRATE_INLINE } as const;
export type SplitPromptId = keyof typeof SPLIT;

export type PromptId = keyof typeof SUPPLIED;

export const PROMPT_IDS = Object.keys(SUPPLIED) as readonly PromptId[]; // the keys of the table are its type

export type VariablesOf<Id extends PromptId> = Readonly<Record<(typeof SUPPLIED)[Id][number], string>>;

export function isPromptId(id: string): id is PromptId {
  return Object.hasOwn(SUPPLIED, id);
}
