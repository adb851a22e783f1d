/**
 * Every sentence the turn writes for players by itself, in English. Words in braces are replaced by values. A language file holds the
 * same keys; a key it lacks is said in English.
 */
export const ENGLISH = {
  'choice.continue': 'Continue',
  'choice.continue.description': 'See what happens next.',
  'choice.custom_action': 'Something else',
  'choice.custom_action.description': 'Describe what you do.',
  'choice.level_up': 'Gain a level',
  'choice.level_up.description': '{who} has learned enough for the next level.',
  'choice.other_action': 'Other action',
  'choice.other_action.description': 'Describe something else you would like to do.',

  'told.nothing': 'The moment passes.',
  'told.time_is_up': 'The time is up.',
  'told.scene_shifts': 'The scene shifts: {what}.',
  'discovery.private': '{name} notices something that the others do not; it is not said what.',
  'roll.purpose': 'What happens',

  'done.takes': '{who} takes {thing}.',
  'done.puts_down': '{who} puts {thing} down.',
  'done.gives': '{who} gives {thing} to {whom}.',
  'done.gives_some': '{who} gives {thing} to {whom}. {left} are left.',
  'done.pays': '{who} pays {whom} {amount}. {left} are left.',
  'done.level': '{who} reaches level {level}.',
  'done.long_rest': '{who} takes a long rest.',
  'done.short_rest': '{who} takes a short rest.',
  'done.goes': '{who} goes to {place}.',
  'done.arrives': '{who} is here now.',
  'done.leaves': '{who} is no longer here.',
  'done.gains': '{who} now has {thing}.',
  'done.loses': '{who} no longer has {thing}.',
  'done.dies': '{who} is dead.',
  'done.is_captured': '{who} is a captive now.',
  'done.is_freed': '{who} is free.',
  'done.opens': 'A way is open: {way}.',
  'done.mission_accepted': 'Mission: {mission}.',
  'done.mission_completed': 'Mission completed: {mission}.',
  'done.mission_failed': 'Mission failed: {mission}.',
  'done.thread_resolved': 'Settled: {thread}.',
  'done.thread_failed': 'Lost: {thread}.',

  'attempt.go': 'go to {place}',
  'refused.nobody_here': 'There is nobody here for {who} to do that to.',
  'refused.dead': '{who} is dead.',
  'refused.unconscious': '{who} is unconscious.',
  'refused.captive': '{who} is a captive and cannot leave.',
  'refused.condition': '{who} is {condition}.',
  'refused.not_here': '{what} is not here.',
  'refused.too_far': '{place} is too far away for that.',
  'refused.not_held': '{who} does not have {thing}.',
  'refused.only_one': 'There is only 1 of {thing}.',
  'refused.too_many': 'There are only {count} of {thing}.',
  'refused.no_money': '{who} has no money.',
  'refused.too_little_money': '{who} has only {amount}.',
  'refused.unclear': 'It is not clear who is meant: {names}.',

  'fight.cannot_attack': '{who} cannot attack: {reason}.',
  'fight.misses': '{who}’s {weapon} misses {whom}.',
  'fight.strikes': '{who}’s {weapon} strikes {whom}.',
  'fight.strikes_home': '{who}’s {weapon} strikes {whom}, and strikes home.',
  'fight.casts': '{who} casts {spell}.',
  'fight.casts_something': '{who} casts a spell.',
  'fight.spends_slot': '{who} spends a spell slot of level {level}.',
  'fight.no_slot': '{who} has no spell slot of level {level} left.',
  'fight.cannot_cast': '{who} cannot cast a spell now.',
  'fight.not_known': '{who} does not know {spell}.',
  'fight.withstands': '{who} withstands {what}.',
  'fight.becomes': '{who} is {condition}.',
  'fight.uses': '{who} uses {thing}.',
  'fight.none_left': '{who} has no {thing} left.',
  'fight.no_time': '{who} has no time for more in this round.',
  'fight.not_your_turn': '{who} has to wait: it is the turn of {other}.',
  'fight.flees': '{who} gets away.',
  'fight.gives_up': '{who} gives up the fight.',
  'fight.steadies': '{who} stops {whom} from dying.',
  'fight.wakes_after_hour': 'An hour passes before {who} wakes.',
  'fight.wakes_after_hours': '{hours} hours pass before {who} wakes.',
} as const;

export type SentenceKey = keyof typeof ENGLISH;

/** Names in braces of one sentence. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The values a sentence needs. */
export type SentenceValues<Key extends SentenceKey> = Readonly<
  Record<Names<(typeof ENGLISH)[Key]>, string | number>
>;
