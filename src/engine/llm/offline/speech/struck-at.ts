import type { CastMember } from '../../context-packet.ts';
import { deedsIn } from '../read-words.ts';
import { isAnybody } from './spoken-to.ts';

/** Whom a blow is meant for: somebody here, somebody who is not, a thing, or nobody in particular. */
export type Struck =
  | { readonly kind: 'here'; readonly person: CastMember }
  | { readonly kind: 'absent'; readonly said: string }
  | { readonly kind: 'thing' }
  | { readonly kind: 'unsaid' };

const END = String.raw`(?=\s+(?:with|in|on|using|until|and|then|before|from|by|as|to|for|while|because|so|but|who|that|at|down|through|over|into|again|once|twice|hard|first|now|back|too|\p{L}+ly)\b|[,;:.!?]|\s*$)`;
const STRUCK = new RegExp(
  String.raw`\b(?:attack|fight|hit|punch|kick|stab|shoot|slash|strike|kill|murder|tackle|throttle|slap|cut down|(?:swing|shoot|strike|slash|charge|lunge|(?:cast|throw|hurl|fire|loose)\s[^.;!?]{2,40}?)\s+at)[^\S\n]+` +
    String.raw`((?:[\p{L}\p{N}’'-]+[^\S\n]+){0,4}?[\p{L}\p{N}’'-]+?)(?<!\b(?:the|an?|that|this|those|these))${END}`,
  'iu',
);

const THING =
  /\b(?:door|gate|wall|walls|window|lock|table|chair|bench|bottle|glass|lamp|light|lights|post|tree|oak|ground|floor|air|rope|chain|chest|box|barrel|cart|waggon|wagon|stone|rock|statue|bell|target|match|castle|tower|keep|camp|line|lines|army|host|troops|men|soldiers|enemy|enemies|garrison|town|city|bridge|fire|fight|battle|deal|bargain|pose|balance|way|time)$/i;
const UNSAID =
  /\b(?:nearest|closest|first|next|other|same|enem(?:y|ies)|foes?|opponents?|attackers?|monsters?|creatures?|things?|beast|again|back|out|anything|something|now|myself|me)$|^(?:nearest|closest|any|some|my|our|his|her|their|its|your)\b/i;
/** Who strikes somebody's arm strikes somebody. */
const PART =
  /['’]s?\s+(?:\p{L}+\s+)?(?:head|face|nose|jaw|throat|neck|arm|hand|leg|knee|foot|shoulder|stomach|ribs|back)$/iu;
const SMALL = /^(?:the|that|this|those|these|an?|old|young|poor|damned?|bloody|one|of)$/i;

/** The one words of violence are aimed at; null when they are about no violence. */
export function struckAt(words: string, people: readonly CastMember[]): Struck | null {
  const said = STRUCK.exec(deedsIn(words))?.[1]?.trim().replace(PART, '');
  if (said === undefined) return null;
  const own = said.split(/\s+/).filter((word) => !SMALL.test(word));
  const head = own.at(-1)?.toLowerCase() ?? '';
  // The last word says who: whoever else is quiet is not the Quiet Drover.
  const person =
    people.find((one) => wordsOf(one.name).includes(head)) ?? people.find((one) => isSuch(one, head));
  if (person !== undefined) return { kind: 'here', person };
  if (head === '' || isAnybody(said) || UNSAID.test(said)) return { kind: 'unsaid' };
  if (THING.test(said)) return { kind: 'thing' };
  return { kind: 'absent', said: said.replace(/^(?:an?|that|this|those|these)\s/i, 'the ') };
}

function isSuch({ role, description }: CastMember, head: string): boolean {
  return (
    head.length > 3 && wordsOf(`${role} ${description}`).some((word) => word === head || head.endsWith(word))
  );
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
}
