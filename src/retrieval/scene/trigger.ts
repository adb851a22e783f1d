import { remembered } from '#engine/kit/remembered.ts';
import { folded } from '../ranking/stem.ts';
import { isDoing, stems } from './stems.ts';
import { isSurvey, withoutSurvey } from './surveying.ts';

/** What an author wrote a player may do, taken apart by its shape: `ask Viktor who paid the debt`. */
export type Trigger = {
  readonly text: string;
  readonly stems: readonly string[];
  /** What it is about: neither the deed nor somebody's name. */
  readonly telling: readonly string[];
  /** Whether it is done by talking to somebody. */
  readonly isTalk: boolean;
  /** Whom it is said to, where it names them: `Viktor`. */
  readonly addressee: string;
  /** Whom it is said to where no name says it: `the pastor`. */
  readonly office: string;
  /** Whose the thing is it is done to: `Viktor` of `read Viktor's slate`. */
  readonly owner: string;
  /** What is done, as one of its stems. */
  readonly deed: string;
  /** All of it is whom to ask: `ask the frontier trackers`. */
  readonly isOnlyWhom: boolean;
};

/** Enough for the triggers of several packs. */
const KEPT_CHARACTERS = 400_000;

const TALK =
  /^(?:ask|question|talk|speak|inquire|tell|say|inform|mention|admit|confront|accuse|press|interrogate|promise|beg|thank|confess|warn)\b/i;
/** What somebody says goes on after these: `ask Viktor | who knew`, `tell Lyle | what Pet is looking for`. */
const ONWARD =
  /\s(?:who|whom|what|whether|why|how|about|for|if|when|where|to|that|which|with|over|in|on|at|directly|kindly|and|the second|the first)\b.*$/i;
/** Words that say hardly anything about what is meant. */
const FAINT = new Set(
  stems(
    'want know think see seen happen happened night day last time thing person people somebody someone anyone anything something mean need like come go get have left behind more next whether',
  ),
);

/** The same few triggers are asked about turn after turn. */
export const triggerOf: (text: string) => Trigger = remembered(takenApart, KEPT_CHARACTERS);

function takenApart(text: string): Trigger {
  const all = stems(text);
  const [deed = '', ...rest] = text.trim().split(/\s+/);
  const names = new Set(stems(rest.filter((word) => /^\p{Lu}/u.test(word)).join(' ')));
  const telling = all.filter(
    (word) => !isDoing(word) && !names.has(word) && !FAINT.has(word) && !stems(deed).includes(word),
  );
  const isTalk = TALK.test(text);
  const whom = isTalk ? whomIn(rest.join(' ')) : '';
  return {
    text,
    stems: all,
    telling,
    isTalk,
    addressee: addresseeOf(whom),
    office: addresseeOf(whom) === '' ? whom : '',
    owner: isTalk ? '' : (OWNED.exec(text)?.[1] ?? ''),
    deed: stems(deed)[0] ?? '',
    isOnlyWhom: whom !== '' && whom === rest.join(' '),
  };
}

const OWNED = /([\p{L}-]+)['’]s?\s/u;

function whomIn(said: string): string {
  return ` ${said}`.replace(ONWARD, '').trim();
}

/** `the Count of Luna for the letters` is said to the Count of Luna; `Jin's partner` names nobody who could answer. */
function addresseeOf(whom: string): string {
  return whom
    .split(/\s+/)
    .filter((word) => /^\p{Lu}/u.test(word) && !/['’]s?$/.test(word))
    .join(' ');
}

/** How much of a trigger an action must say, and how much of what the trigger is about. */
const SHARE = 2 / 3;
const TELLING_SHARE = 1 / 2;

/**
 * Whether an action does what a trigger asks. Naming the one it is about is not enough: the matter must be said too. Who looks around
 * a place searches nothing in it, and who talks of a thing does not do it.
 */
export function isDone(trigger: Trigger, action: string): boolean {
  const { text, stems: wanted, telling, isTalk, deed, isOnlyWhom } = trigger;
  if (wanted.length === 0) return false;
  const meant = isSurvey(text) ? action : withoutSurvey(action);
  const said = saidIn(meant);
  if (!isTalk && TALKING.test(meant) && !said.has(deed)) return false;
  if (telling.length === 0) return saysWholly(meant, text);
  const shared = wanted.filter((word) => said.has(word)).length;
  const told = telling.filter((word) => said.has(word)).length;
  const enough = isOnlyWhom ? 1 : TELLING_SHARE;
  return shared >= SHARE * wanted.length && told >= enough * telling.length;
}

const TALKING = /^\W*(?:(?:i|we)\s+)?(?:ask|question|tell|talk|speak|inquire)\b/i;

/** Whoever puts a question asks, whether or not they say so. Held against every trigger of a scene. */
const saidIn: (action: string) => ReadonlySet<string> = remembered(
  (action) => new Set([...stems(action), ...(action.includes('?') ? stems('ask') : [])]),
  KEPT_CHARACTERS,
);

/** Where nothing in a trigger stands out, all of it must be there: `ask Emmett why` is not `ask Emmett`. */
function saysWholly(action: string, trigger: string): boolean {
  const said = new Set([...saidIn(action), ...wordsOf(action)]);
  const words = wordsOf(trigger).filter((word) => !CONNECTING.has(word));
  return words.every((word) => said.has(word) || stems(word).some((one) => said.has(one)));
}

const CONNECTING = new Set(
  'the a an is are was were be been has have had he she they it his her him them at of to in on you'.split(
    ' ',
  ),
);

function wordsOf(text: string): readonly string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
