import type { Deed } from './english/deed.ts';
import { PERSON_NOUNS } from './english/person-nouns.ts';
import { familiesOf } from './english/verbs.ts';
import { plainWords } from './text/words.ts';

/** What a player would call their own, or could not take back: it is no step of anything else they set out to do. */
const DECISIVE = Number.POSITIVE_INFINITY;
const STEP = 1;
const TRIFLE = 0.5;
const MOST_WORDS_VOICED = 5;

/** What the weight of a deed hangs on besides its words. */
export type Circumstances = {
  /** Players wrote of doing something in a word that cannot be read: whatever is done with hands may be that. */
  readonly isUnread: boolean;
  /** A few words that go with what the players do, before anybody has spoken: `"Done," you say`. */
  readonly mayVoice: boolean;
  /** Whether words name a thing that the players named as well. */
  readonly isNamed: (words: string) => boolean;
  /** Whether words name a thing that the player's characters carry. */
  readonly isHeld: (words: string) => boolean;
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Thoughts that come to somebody as a sight does. Others are judgements, wishes and decisions. */
const COMES_TO_MIND = words(
  'realize realise understand remember recall gather figure reckon guess wonder weigh mull mind expect imagine consider assume',
);
const ABOUT_ONESELF = /\b(?:you|yourself|your|himself|herself|themselves)\b/i;
/** Speech that binds or gives away, though no words of it are told. */
const WEIGHTY = words(
  `tell promise order command announce declare admit agree refuse insist beg plead swear confess warn threaten apologize
  apologise introduce invite suggest propose accuse deny confirm protest accept decline assure concede vow bargain demand lie
  congratulate scream mock say call explain scold`,
);
const COURTESY = /^(?:goodbye|farewell|hello|good \p{L}+|grace|please|nothing|your goodbyes)\b/iu;
const BINDING = words('sign surrender kiss embrace forgive obey relent weep sob');
const OVER_OTHERS = words('dismiss banish arrest rescue send free release lead bind');
const VIOLENT = words(
  `attack strike hit shoot stab lunge charge slash kick punch slap tackle wrestle strangle choke hack kill bash headbutt fire
  bite grapple disarm`,
);
const BARGAINS = words('pay buy sell trade');
const TRANSFERS = words('hand give pass toss lend tender return');
const READIES = /^(?:draw|raise|level|aim|point|unsheathe|brandish|pull) /;
export const WEAPON =
  /\b(?:blade|sword|gun|pistol|knife|revolver|rifle|dagger|axe|crossbow|Winchester|colt)\b/i;
const TRIFLES = ['gesture', 'turning', 'posture', 'bending', 'examining', 'waiting'];
const NEARER = /^(?:a (?:little|step|pace) )?(?:closer|nearer|forward|aside|in close)\b/i;
const SOMEBODY =
  /^(?:at |for |on )?(?:him|them|her(?! \p{Ll})|(?:the|that|this|an?) (?:\p{L}+ )?(\p{L}+)|\p{Lu})/u;
const RECIPIENT = /^(?:him|her|them|it|me|us|the \p{L}+|\p{Lu}\p{L}+) /u;
const WORTH = /\b(?:your|my|his|their|coins?|money|purse|chits?|gold|silver)\b/i;
/** Who only walks off may be called back. */
const GOES_OFF =
  /^(?:(?:go|walk|slip|hurry|stride|head|march|wander|step|climb|rush|dash|move|sneak|creep|stalk) (?:out|home|outside)|(?:run|ride|drive|sail|row|gallop|sprint) (?:off|away|out|home))\b(?! of (?:the way|sight|reach|range))/i;
const LEAVES_BEHIND =
  /^(?:it|him|her|them|(?:the|your|an?) \p{L}+) (?:on|in|where|to|at|there|lying|open|by|be)\b/iu;
/** Breaking that opens, ends or frees. */
const GIVES_WAY =
  /\b(?:open|shut|away|off|free|gaze|eyes|seal|silence|into|loose|apart|through|surface|cover)\b/i;

/** How much a deed that a player did not write says that the narration plays in their stead. */
export function evidenceIn(deed: Deed, circumstances: Circumstances): number {
  switch (deed.kind) {
    case 'feel':
      return DECISIVE;
    case 'think':
      return COMES_TO_MIND.has(deed.lemma) && !ABOUT_ONESELF.test(deed.behind) ? STEP : DECISIVE;
    case 'speak':
      return bindsNobody(deed, circumstances) ? STEP : DECISIVE;
    case 'move':
    case 'act':
      return isCommitment(deed, circumstances) ? DECISIVE : step(deed, circumstances);
  }
}

function bindsNobody({ lemma, speech, behind }: Deed, { mayVoice }: Circumstances): boolean {
  if (speech === null) return !WEIGHTY.has(lemma) || (lemma === 'say' && COURTESY.test(behind));
  return mayVoice && plainWords(speech).length <= MOST_WORDS_VOICED;
}

function step({ lemma, behind, isAside }: Deed, { isNamed }: Circumstances): number {
  if (isAside === true) return TRIFLE;
  const families = familiesOf(lemma);
  const isSmall = lemma === 'try' || TRIFLES.some((family) => families.has(family));
  const comesNearer = families.has('going') && NEARER.test(behind);
  return isSmall || comesNearer || isNamed(behind) ? TRIFLE : STEP;
}

/** What cannot be taken back, and so is no mere step of anything else. */
export function isCommitment({ lemma, behind }: Deed, { isUnread, isNamed, isHeld }: Circumstances): boolean {
  if (BINDING.has(lemma) || leaves(lemma, behind)) return true;
  if (READIES.test(`${lemma} `) && WEAPON.test(behind)) return true;
  if (isUnread) return false;
  if (BARGAINS.has(lemma)) return true;
  if (VIOLENT.has(lemma) || OVER_OTHERS.has(lemma)) return isDoneTo(lemma, behind);
  if (TRANSFERS.has(lemma)) return WORTH.test(behind.replace(RECIPIENT, '')) || isHeld(behind);
  return familiesOf(lemma).has('destroying') && !GIVES_WAY.test(behind) && !isNamed(behind);
}

/** Whom one strikes is somebody; `you send them out over the roofs` is as often said of things. */
function isDoneTo(lemma: string, behind: string): boolean {
  if (lemma === 'kill') return true;
  return isSomebody(behind) && (VIOLENT.has(lemma) || !/^them\b/.test(behind));
}

function leaves(lemma: string, behind: string): boolean {
  if (/^(?:flee|escape|depart)$/.test(lemma)) return true;
  return lemma === 'leave' ? !LEAVES_BEHIND.test(behind) : GOES_OFF.test(`${lemma} ${behind}`);
}

function isSomebody(behind: string): boolean {
  const match = SOMEBODY.exec(behind);
  if (match === null) return false;
  return match[1] === undefined || PERSON_NOUNS.has(match[1].toLowerCase());
}
