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
  read: [
    'checks',
    'tables',
    'event_types',
    'categories',
    'pack_language',
    'persona',
    'date',
    'place',
    'fight',
    'present',
    'exits',
    'things',
    'carried',
    'means',
    'triggers',
    'loaded',
    'characters',
    'events',
    'recent',
    'question',
    'answer',
    'input',
  ],
  react: [
    'name',
    'profile',
    'relations',
    'sheet',
    'rulebook',
    'checks',
    'scene',
    'present',
    'memories',
    'outcome',
    'agenda',
    'recent',
    'language',
    'input',
  ],
  plan: [
    'tone',
    'scene',
    'cast',
    'threads',
    'pressures',
    'actions',
    'blocked',
    'outcome',
    'recent',
    'last_moves',
    'language',
    'input',
  ],
  resolve: [
    'rulebook',
    'operations',
    'scene',
    'sheets',
    'memories',
    'actions',
    'blocked',
    'language',
    'input',
  ],
  record: [
    'operations',
    'event_types',
    'pack_language',
    'date',
    'personas',
    'present',
    'elsewhere',
    'place',
    'places',
    'things',
    'carried',
    'threads',
    'missions',
    'clocks',
    'laws',
    'deadlines',
    'facts',
    'state',
    'done',
    'minutes',
    'rows',
    'choices',
    'language',
    'prose',
    'input',
  ],
  narrate: [...NARRATE.system, ...NARRATE.user],
  'narrate-inline': [...NARRATE_INLINE.system, ...NARRATE_INLINE.user],
  repair: ['contract', 'problems', 'reply'],
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
  retell: ['persona', 'facts', 'row', 'player_words', 'prose', 'language'],
  'call-narrative': ['table_due', 'no_table'],
  'call-persuasion': ['table_due', 'no_table'],
  'call-chaos': ['table_due', 'no_table'],
  'call-battle': ['table_due', 'no_table'],
  'call-roll-result': ['template', 'purpose'],
  'call-chapter-start': ['chapter', 'briefing'],
  'call-year-end': ['date', 'briefing'],
  'call-direction': ['template', 'direction', 'later'],
  'mode-dm': ['rulebook', 'scene', 'language', 'question'],
  'mode-god': ['operations', 'scene', 'language', 'command'],
  'mode-think': ['scene', 'persona', 'language', 'question'],
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

/** Prompts whose parts are rendered apart, with the variables of each part. */
export const SPLIT = { narrate: NARRATE, 'narrate-inline': NARRATE_INLINE } as const;
export type SplitPromptId = keyof typeof SPLIT;

export type PromptId = keyof typeof SUPPLIED;

export const PROMPT_IDS = Object.keys(SUPPLIED) as readonly PromptId[]; // the keys of the table are its type

export type PromptVariables<Id extends PromptId> = Readonly<Record<(typeof SUPPLIED)[Id][number], string>>;

export function isPromptId(id: string): id is PromptId {
  return Object.hasOwn(SUPPLIED, id);
}
