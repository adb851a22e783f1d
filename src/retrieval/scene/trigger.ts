import { remembered } from '#engine/kit/remembered.ts';
import { folded, stem } from '../ranking/stem.ts';
import { isAnybody, isTelling, speechIn, whomIn } from './addressed.ts';
import { stems } from './stems.ts';
import { isSurvey, withoutSurvey } from './surveying.ts';
import { isNamed, type Thing, thingsIn } from './things.ts';

/** What an author wrote a player may do, taken apart by its shape: `ask Viktor who paid the debt`. */
export type Trigger = {
  readonly text: string;
  readonly stems: readonly string[];
  /** What it is about: neither the deed nor whom it is said to. */
  readonly matter: readonly Thing[];
  /** Whether it is done by talking to somebody. */
  readonly isTalk: boolean;
  /** Whom it is said or shown to, where it names them: `Viktor`. */
  readonly addressee: string;
  /** Whom it is said to where no name says it: `the pastor`. */
  readonly office: string;
  /** Whose the thing is it is done to: `Viktor` of `read Viktor's slate`. */
  readonly owner: string;
  /** What is done, as one of its stems. */
  readonly deed: string;
};

/** Enough for the triggers of several packs. */
const KEPT_CHARACTERS = 400_000;

const TALK =
  /^(?:ask|question|talk|speak|inquire|tell|say|inform|mention|admit|confront|accuse|press (?!the\b)|interrogate|promise|beg|thank|confess|warn)\b/i;
/** What is done to somebody who must be there for it: `show Preston the tag`, `have Ferris open it`. */
const BEFORE_SOMEBODY = /^(?:show|give|hand|offer|have|let|help|invite|pay)\b/i;

/** The same few triggers are asked about turn after turn. */
export const triggerOf: (text: string) => Trigger = remembered(takenApart, KEPT_CHARACTERS);

function takenApart(text: string): Trigger {
  const [deed = '', ...words] = text.trim().split(/\s+/);
  const rest = words.join(' ');
  const isTalk = TALK.test(text);
  const whom = isTalk ? whomSaid(deed, rest) : '';
  const shownTo = BEFORE_SOMEBODY.test(text) ? whomIn(rest) : '';
  const addressee = addresseeOf(isTalk ? whom : shownTo);
  const owner = isTalk ? '' : (OWNED.exec(text)?.[1] ?? '');
  return {
    text,
    stems: stems(text),
    matter: matterOf(rest, whom, isTalk).map((thing) => withoutKind(thing, owner)),
    isTalk,
    addressee,
    office: addressee === '' && !isAnybody(whom) ? whom : '',
    owner,
    deed: stems(deed)[0] ?? '',
  };
}

/** What is left of it without whom it is said to; where that is all of it, it is about them. */
function matterOf(rest: string, whom: string, isTalk: boolean): readonly Thing[] {
  const matter = whom === '' || whom === rest ? rest : ` ${rest}`.replace(` ${whom}`, '');
  return isTalk && isOnlyOfSomebody(matter) ? [] : thingsIn(matter);
}

/** `where Lyle was that night`: his name alone is not what is asked. `about Lyle` is. */
function isOnlyOfSomebody(matter: string): boolean {
  return (
    /\b(?:who|whom|whose|what|whether|why|how|if|when|where|which)\b/i.test(matter) &&
    thingsIn(matter).every(({ isName }) => isName)
  );
}

/** Whose it is can be said in other words than the name. */
function withoutKind({ kinds, ...thing }: Thing, owner: string): Thing {
  const own = owner === '' ? [] : stems(owner);
  return { ...thing, kinds: kinds.filter((kind) => !own.includes(kind)) };
}

const OWNED = /([\p{L}-]+)['’]s?\s/u;

/** `say the second line to Dot` is said to Dot, whatever stands before; `talk to the shepherds` to the shepherds. */
function whomSaid(deed: string, rest: string): string {
  const last = /^(?:say|mention|admit|confess)$/i.test(deed)
    ? /\bto\s+(\p{Lu}\p{L}+)$/u.exec(rest)?.[1]
    : undefined;
  return last ?? whomIn(rest.replace(/^(?:to|with)\s+/, ''));
}

/** `the Count of Luna for the letters` is said to the Count of Luna; `Jin's partner` names nobody who could answer. */
function addresseeOf(whom: string): string {
  return whom
    .split(/\s+/)
    .filter((word) => /^\p{Lu}/u.test(word) && !/['’]s?$/.test(word))
    .join(' ');
}

/** How much of a trigger an action must say. */
const SHARE = 2 / 3;

/**
 * Whether an action does what a trigger asks. Naming the one it is about is not enough: the matter must be said too. Who looks around
 * a place searches nothing in it, who talks of a thing does not do it, and who tells of it does not ask.
 */
export function isDone(trigger: Trigger, action: string): boolean {
  const { text, stems: wanted, matter, isTalk, deed } = trigger;
  if (wanted.length === 0) return false;
  const meant = isSurvey(text) ? action : withoutSurvey(action);
  const said = saidIn(meant);
  if (isTalk ? !isSaidSo(text, meant) : TALKING.test(meant) && !said.has(deed)) return false;
  if (matter.length === 0) return saysWholly(meant, text);
  const shared = wanted.filter((word) => said.has(word)).length;
  return shared >= SHARE * wanted.length && saysMatter(trigger, meant, said);
}

/** Asking is no telling, and neither is done without words. */
function isSaidSo(text: string, action: string): boolean {
  const speech = speechIn(action);
  return speech === 'either' || speech === (isTelling(text) ? 'telling' : 'asking');
}

/**
 * Of what is asked, the last thing and half of all; of what is done, more than half. Where nobody says whom they ask, all of it.
 */
function saysMatter(
  { matter, isTalk, addressee }: Trigger,
  action: string,
  said: ReadonlySet<string>,
): boolean {
  const named = matter.filter((thing) => isNamed(thing, said, action));
  if (!isTalk) return named.length * 2 > matter.length;
  const isToThem = stems(addressee).some((word) => said.has(word));
  if (!isToThem) return named.length === matter.length;
  const last = matter.findLast(({ isName }) => !isName) ?? matter.at(-1);
  return named.length * 2 >= matter.length && named.some((thing) => thing === last);
}

const TALKING = /^\W*(?:(?:i|we)\s+)?(?:ask|question|tell|talk|speak|inquire)\b/i;

/** Whoever puts a question asks, whether or not they say so. Held against every trigger of a scene. */
const saidIn: (action: string) => ReadonlySet<string> = remembered(
  (action) => new Set([...stems(action), ...(action.includes('?') ? stems('ask') : [])]),
  KEPT_CHARACTERS,
);

/** Where nothing in a trigger stands out, all of it must be there: `ask Emmett why` is not `ask Emmett`. */
function saysWholly(action: string, trigger: string): boolean {
  const said = saidIn(action);
  const words = new Set(wordsOf(action).map(stem));
  const [deed = '', ...rest] = wordsOf(trigger).filter((word) => !CONNECTING.has(word));
  // Only the deed may be put in another word for it.
  return (
    (words.has(stem(deed)) || stems(deed).some((one) => said.has(one))) &&
    rest.every((word) => words.has(stem(word)))
  );
}

const CONNECTING = new Set(
  'the a an is are was were be been has have had he she they it his her him them at of to in on you'.split(
    ' ',
  ),
);

function wordsOf(text: string): readonly string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
