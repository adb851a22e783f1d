/** What an action does, as far as the rules care. The names are the published classes of cost. */
export type ActionKind =
  | 'talk'
  | 'look'
  | 'move'
  | 'investigate'
  | 'trade'
  | 'sneak'
  | 'tamper'
  | 'threaten'
  | 'violence'
  | 'use'
  | 'other';

/** By kind, the words that give it away. The first kind with a word in the action decides. */
const WORDS: readonly (readonly [ActionKind, readonly string[]])[] = [
  [
    'violence',
    'attack fight hit punch kick stab shoot slash strike kill murder strangle tackle ambush assault bite'.split(
      ' ',
    ),
  ],
  ['threaten', 'threaten intimidate menace blackmail extort'.split(' ')],
  ['sneak', 'sneak hide steal pickpocket shadow tail stalk lurk'.split(' ')],
  ['trade', 'buy sell trade barter pay bribe hire haggle'.split(' ')],
  [
    'tamper',
    'hack pick unlock lockpick disarm sabotage break force repair craft build rewire open close lock'.split(
      ' ',
    ),
  ],
  [
    'investigate',
    'investigate search examine inspect study analyze analyse research track forage rummage'.split(' '),
  ],
  [
    'move',
    'move go walk run travel enter leave climb drive ride sail fly return exit head flee escape follow cross'.split(
      ' ',
    ),
  ],
  [
    'talk',
    'talk say speak ask tell persuade convince greet answer reply whisper shout call argue beg lie joke flirt negotiate thank apologize promise confess chat insist plead question discuss introduce explain sing'.split(
      ' ',
    ),
  ],
  [
    'use',
    'use give show hand offer drop throw wield drink eat light wear equip take grab draw place put read pour'.split(
      ' ',
    ),
  ],
  ['look', 'look watch listen observe wait think notice glance smell see rest'.split(' ')],
];

const KIND_OF: ReadonlyMap<string, ActionKind> = new Map(
  WORDS.toReversed().flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);

const AND_ON = '(?:s|es|ed|ing|ting)?';

/** Ways of saying what their verbs do not say: nobody is struck by a conversation that is struck up. */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\bpick${AND_ON} up\\b`, 'g'), 'take'],
  [/\bstrik(?:e|es|ing) up\b|\bstruck up\b/g, 'talk'],
  [new RegExp(`\\bhit${AND_ON} on\\b(?! the\\b)`, 'g'), 'talk'],
  [new RegExp(`\\bshoot${AND_ON} the breeze\\b`, 'g'), 'talk'],
  [new RegExp(`\\bkill${AND_ON} (?:some )?time\\b`, 'g'), 'talk'],
  [new RegExp(`\\b(?:break${AND_ON}|broke) the ice\\b`, 'g'), 'talk'],
  [new RegExp(`\\bopen${AND_ON} up(?= to\\b| with\\b| about\\b|$)`, 'g'), 'talk'],
  [new RegExp(`\\b(?:pay${AND_ON}|paid) (?:[a-z]+ )?(?:compliments?|attention|respects?)\\b`, 'g'), 'talk'],
];

/** The kind of an action from its own words; `other` when none of them is known, which is no fault. */
export function actionKind(action: string): ActionKind {
  const plain = IDIOMS.reduce(
    (said, [idiom, verb]) => said.replace(idiom, verb),
    action.trim().toLowerCase(),
  );
  const words = plain.match(/[a-z]+/g) ?? [];
  for (const word of words) {
    const kind = stems(word)
      .flatMap((stem) => KIND_OF.get(stem) ?? [])
      .at(0);
    if (kind !== undefined) return kind;
  }
  return 'other';
}

/** The verbs a word may be a form of: `uses` → `us`, `use`; `hitting` → `hitt`, `hitte`, `hit`. */
function stems(word: string): readonly string[] {
  const bare = [/s$/, /(?:es|ed|ing)$/].flatMap((ending) =>
    ending.test(word) ? [word.replace(ending, '')] : [],
  );
  return [word, ...bare.flatMap((stem) => [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')])];
}

const REACHES_FAR =
  /\b(?:phone|call|radio|message|text|letter|mail|shout|yell|signal|comm|telepath\w*|send(?:s|ing)?)\b/i;

const OF_SOMETHING = /\b(?:about|regarding|concerning|of|after)\b/i;

/** Whether words are about whoever is named and not said to it: somebody absent can be asked about. */
export function isTopic(action: string, details: string, name: string): boolean {
  return OF_SOMETHING.test(action) || details.toLowerCase().includes(`about ${name.toLowerCase()}`);
}

/** Words that carry farther than the room: a call, a letter, a shout. */
export function reachesFar(text: string): boolean {
  return REACHES_FAR.test(text);
}

/** Which of the ruleset's classes of cost an action belongs to. */
export function costClassOf(kind: ActionKind): string {
  return kind === 'use' ? 'other' : kind;
}
