import type { ActionKind } from '#engine/contracts/action.ts';
import { isTypo, stem, type Token } from './words.ts';

/** The kind of action each deed is for the rules, and the phrases that begin it. */
const GRAMMAR = {
  go: [
    'move',
    'go walk head move run travel enter follow return proceed ride climb_to step_into step_through visit come continue_to leave_for',
  ],
  leave: ['move', 'leave exit go_out get_out go_outside walk_out step_outside go_back step_out'],
  inventory: [
    'look',
    'inventory check_inventory check_my_inventory check_my_pockets look_at_my_inventory check_pockets look_at_what_i_carry take_stock what_do_i_carry what_do_i_have what_am_i_carrying i',
  ],
  around: [
    'look',
    'look_around look_about look_round look_around_me survey take_in_the_room look_at_the_room look_here where_am_i who_is_here l what_do_i_see what_can_i_see describe_the_room what_is_here look_at_everything look_at_my_surroundings',
  ],
  look: [
    'look',
    'look examine inspect study watch observe read check x look_over look_closely_at take_a_look_at have_a_look_at gaze stare glance see',
  ],
  search: [
    'search',
    'search rummage rummage_through feel feel_along dig_through ransack comb search_through',
  ],
  seek: ['search', 'look_for search_for seek hunt_for look_up find try_to_find'],
  take: ['take', 'take get grab pick_up pick collect pocket fetch lift borrow snatch take_hold_of'],
  drop: ['drop', 'drop put_down lay_down leave_behind throw_away discard set_down'],
  give: ['give', 'give hand pass bring deliver'],
  show: ['use', 'show present point_out'],
  use: [
    'use',
    'use drink eat light apply try turn_on switch_on activate press push pull turn ring play wear put_on close shut untie unwrap unseal',
  ],
  open: ['use', 'open unlock'],
  ask: ['talk', 'ask question interrogate enquire inquire query'],
  tell: ['talk', 'tell inform explain_to mention_to warn promise remind'],
  say: ['talk', 'say shout whisper call answer reply yell repeat sing mutter announce'],
  talk: [
    'talk',
    'talk speak chat greet hail thank address approach talk_to talk_with speak_to speak_with say_hello_to say_hi_to wave_to say_goodbye_to',
  ],
  attack: [
    'attack',
    'attack hit strike punch kick stab shoot fight slash kill shoot_at fire_at swing throw charge assault',
  ],
  cast: ['cast', 'cast invoke'],
  help: ['help', 'help assist aid support protect defend tend'],
  wait: ['wait', 'wait pass_the_time stay linger kill_time z'],
  rest: [
    'rest',
    'rest sleep nap camp lie_down take_a_nap take_a_rest take_a_short_rest take_a_long_rest short_rest long_rest go_to_sleep go_to_bed make_camp',
  ],
  persuade: [
    'talk',
    'persuade convince bargain_with negotiate_with haggle_with beg plead_with charm talk_into win_over coax',
  ],
  threaten: ['threaten', 'threaten intimidate menace bully scare'],
  deceive: ['talk', 'lie_to deceive trick bluff mislead fool con'],
  sneak: ['sneak', 'sneak hide creep slip_past sneak_past steal_past'],
  tamper: [
    'tamper',
    'steal pickpocket pick_the_lock pick_lock force break break_open break_into hack smash sabotage disarm jam pry_open kick_down',
  ],
  exert: ['other', 'climb jump leap swim vault run_away flee escape_from outrun push_aside'],
  dare: [
    'other',
    'confess_to confess flirt_with kiss hug embrace tease hold_hands_with comfort apologise_to apologize_to confide_in',
  ],
} as const satisfies Readonly<Record<string, readonly [ActionKind, string]>>;
export type Deed = keyof typeof GRAMMAR;

/** Deeds that are only understood where the rules have a check for them. */
export const RISKY: ReadonlySet<Deed> = new Set(
  'persuade threaten deceive sneak tamper exert dare'.split(' ') as Deed[],
); // all keys above

export function kindOf(deed: Deed): ActionKind {
  return GRAMMAR[deed][0];
}

/** Words by which the list of checks is searched for a deed or one verb of it, beside the verb itself. */
export const CHECK_WORDS: Readonly<Partial<Record<string, string>>> = {
  search: 'search investigate investigation clue hidden find perception spot',
  seek: 'search investigate investigation clue hidden find perception spot',
  attack: 'attack fight fighting fists strike shoot violence combat battle blow weapon',
  persuade: 'persuade persuasion convince bargain negotiate plead sway charm mind',
  request: 'ask asked request favour favor persuasion',
  threaten: 'threaten threat intimidate intimidation frighten scare',
  deceive: 'lie lying deceive deception bluff mislead trick',
  sneak: 'sneak hide hiding stealth unseen quietly unnoticed creep',
  tamper: 'lock locks force break hack hacking machine machines disarm tools tamper sabotage',
  exert: 'climb climbing jump jumping swim swimming athletics acrobatics run running flee',
  kiss: 'kiss nearer closer',
  hug: 'touch nearer closer',
  embrace: 'touch nearer closer',
  hold: 'hand nearer closer',
  hand: 'hand nearer closer',
  confess: 'confession feel',
  confide: 'confession confide',
  flirt: 'flirting tender',
  tease: 'teasing flirting',
  comfort: 'comforting calming',
  apologise: 'apology',
  apologize: 'apology',
  theft: 'steal stealing sleight theft pickpocket palming unnoticed',
};

/** Clauses with these verbs are manner, not action: they may be left out, and the player is told so. */
const GESTURES = new Set(
  (
    'lean smile nod sit stand turn sigh shrug bow wave laugh kneel step grin wink frown clear_my_throat raise breathe pause hesitate ' +
    'tilt cross fold blink swallow straighten'
  ).split(' '),
);

export function isGesture(word: string): boolean {
  return GESTURES.has(word);
}

/** Ordinary words that look like a verb of the grammar with a typing error, and mean something else. */
const NOT_TYPOS = new Set(
  (
    'lock book cook hook hood wall wake walk talk tale take bake make give live love help hold hell heal held kelp open pen oven rest ' +
    'test nest best reset wait wit want wail cast cost coast case look loot took tell sell yell fell bell tall toll hit hut hat hint ask ' +
    'task mask bask drop crop drip prop seek seem seed week peek speak spark spear read real road red search march hide hike ride side ' +
    'fight right night light flight eight use fuse say stay pay way lay day buy bury burn build paint pain print point dance sing ring ' +
    'write white drive dive drink drunk shout shoot shot show short shop shove share shave stare start stand steal steel stab start ' +
    'kiss miss kick kill keep knee knock know sleep sleet slip skip sneak snack strike stroke string cheat chat chant check cheek carry ' +
    'marry hurry worry report import forget forgive forge offer order enter center event every never'
  ).split(' '),
);

export type VerbFound = {
  readonly deed: Deed;
  /** The verb as it is written out again: plain form, first word of a phrase. */
  readonly verb: string;
  /** All words of the phrase. */
  readonly phrase: string;
  readonly rest: readonly Token[];
  readonly isTypo: boolean;
};

type Entry = { readonly words: readonly string[]; readonly deed: Deed };

const PHRASES: readonly Entry[] = Object.entries(GRAMMAR)
  .flatMap(
    ([deed, [, phrases]]) =>
      phrases.split(' ').map((phrase) => ({ words: phrase.split('_'), deed: deed as Deed })), // keys of GRAMMAR
  )
  .toSorted((one, other) => other.words.length - one.words.length);

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  'took take,taking take,went go,goes go,gave give,giving give,said say,told tell,spoke speak,slept sleep,got get,fought fight,hid hide,struck strike,shot shoot'
    .split(',')
    .map((pair) => pair.split(' '))
    .map(([form = '', verb = '']) => [form, verb]),
);

/** Finds the verb a clause begins with. The longest phrase wins; typing errors only where no word is a verb. */
export function findVerb(tokens: readonly Token[]): VerbFound | null {
  return findExactly(tokens) ?? findMistyped(tokens);
}

function findExactly(tokens: readonly Token[]): VerbFound | null {
  const entry = PHRASES.find(({ words }) =>
    words.every((word, index) => {
      const token = tokens[index];
      return token !== undefined && (token.word === word || (index === 0 && isFormOf(token.word, word)));
    }),
  );
  const isWhole = entry !== undefined && !(WHOLE.has(entry.words.join(' ')) && tokens.length > 1);
  if (entry === undefined || !isWhole) return null;
  return toFound(entry, tokens, false);
}

/** One-letter commands stand alone, except `x`. */
const WHOLE = new Set(['i', 'l', 'z']);

function isFormOf(said: string, verb: string): boolean {
  return (
    verb.length > 1 &&
    (IRREGULAR.get(said) === verb || (said.length > verb.length && stem(said) === stem(verb)))
  );
}

function toFound({ deed, words }: Entry, tokens: readonly Token[], isMistyped: boolean): VerbFound {
  const rest = tokens.slice(words.length);
  return { deed, verb: words[0] ?? '', phrase: words.join(' '), rest, isTypo: isMistyped };
}

function findMistyped(tokens: readonly Token[]): VerbFound | null {
  const [first] = tokens;
  if (first === undefined || NOT_TYPOS.has(first.word)) return null;
  const entry = PHRASES.find(({ words }) => {
    const [verb = ''] = words;
    const isRest = words.slice(1).every((word, index) => tokens[index + 1]?.word === word);
    return isRest && isTypo(first.word, verb);
  });
  if (entry === undefined) return null;
  return toFound(entry, tokens, true);
}
