import type { NarrateInput } from '../narrate-input.ts';
import { clausesOf } from './read-words.ts';

type Exit = NarrateInput['packet']['scene']['exits'][number];

const GOING =
  /^(?:go|goes|walk|ride|head|leave|travel|return|move (?:to|on)|set out|make for|make my way|cross|step (?:out|in)|run to|climb (?:up|down) to|follow .* to|sneak (?:to|into|out)|exit)\b/i;

/** Ways somebody makes for themselves, by climbing or unseen: they lead somewhere only where the place is named. */
const ONTO =
  'out|in|into|onto|to|towards?|through|across|over|under|up|down|along|past|off|away|back|inside|outside|from|by|around|via|for';
const MADE = new RegExp(
  `^(?:(?:climb|clamber|scramble|scale|swim|wade|ford|jump|leap|vault|dive|descend|ascend)(?:\\s+\\p{L}+ly)?\\s+(?:${ONTO}|the|that|this)` +
    `|(?:crawl|squeeze|slip|slide|drop|swing|sneak|creep|steal|tiptoe|break|burst|dash|sprint|run|race|rush|hurry|bolt|flee|escape|retreat|row|sail|paddle|drive|ride|fly)(?:\\s+(?:\\p{L}+ly|my way|our way))?\\s+(?:${ONTO})` +
    '|(?:make|force|fight|push|cut|shove|talk|bluff|bribe|charm|hack|feel|find|pick)\\s+(?:my|our) way' +
    '|lower (?:myself|ourselves))\\b',
  'iu',
);

/** The open way the player says they take; null when they stay, fail at it, cannot go, or a fight holds them. */
export function exitTaken(input: NarrateInput): Exit | null {
  const { playerText, packet, blocked, rolled, outcome } = input;
  if (rolled !== null || blocked.length > 0 || outcome?.degree === 'failure') return null;
  if (packet.activeSituations.some((situation) => situation.startsWith('A fight'))) return null;
  const open = packet.scene.exits.filter((exit) => exit.blocked === null);
  if (!isGoing(playerText)) return isMakingAWay(playerText) ? (bestNamed(input, open, MADE) ?? null) : null;
  const [first, ...others] = open;
  const isLeaving = LEAVING.test(playerText) && !isBoundForHere(input);
  const only = others.length === 0 && isLeaving ? first : undefined;
  return bestNamed(input, open, GOING) ?? outdoors(playerText, open) ?? only ?? null;
}

/** Whoever goes to the camp is in the camp already; the place may have it in its name, and no way from here leads to another. */
export function isBoundForHere({
  playerText,
  packet: { scene },
}: Pick<NarrateInput, 'playerText' | 'packet'>): boolean {
  const said = WHITHER.exec(playerText)?.[1]?.toLowerCase().trim();
  if (said === undefined || scene.place === null) return false;
  const own = scene.place.name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const words = said.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2 && word !== 'the');
  return words.length > 0 && words.every((word) => own.includes(word));
}

const WHITHER =
  /\b(?:back to|return to|go to|ride to|walk to|head to|travel to|back into)\s+([^,.;!?]{3,60})\W*$/i;

/** Whether somebody climbs, swims or slips somewhere, rather than walking. */
export function isMakingAWay(words: string): boolean {
  return !words.includes('?') && partsOf(words).some((part) => MADE.test(part));
}

/** What is said of others is theirs to do: `I tell them to pack and go` sets nobody going. */
const OF_OTHERS =
  /^(?:ask|tell|order|persuade|convince|beg|want|let|help|make|get|have|invite|urge|warn|promise|say|suggest|wait|watch|see|hear)\b/i;

/** The things somebody does one after another, each without what stands before its verb. */
function partsOf(words: string): string[] {
  return clausesOf(words)
    .map((clause) => clause.replace(BEFORE, ''))
    .flatMap((clause) => (OF_OTHERS.test(clause) ? [clause] : clause.split(/,?\s+and\s+/i)))
    .map((part) => part.replace(BEFORE, ''));
}

const FLEEING =
  /\b(?:flee|escape|run (?:from|away|off)|outrun|retreat|get away|break away)\b|^\W*(?:(?:i|we)\s+)?run\W*$/i;

/** Whether somebody tries to get out of where they are, by whatever way. */
export function isGettingAway(words: string): boolean {
  return FLEEING.test(words) || isGoing(words) || isMakingAWay(words);
}

/** Words that many places have in their names: by themselves they name none. */
const GENERIC = new Set(
  'room house hall street road door place shop building floor level stairs number'.split(' '),
);
const SMALL = new Set(
  'the and for into onto towards toward from here there then back out with over down along through across quickly quietly slowly again now'.split(
    ' ',
  ),
);
const DESTINATION =
  /\b(?:to|into|towards?|for|up|down|back|inside|enter|through|across|over|along|via|by)\s+(.*)$/i;

/** What is done after one has got there. */
const THEREUPON = /,|\s(?:and|while|before|so that|because|but|without|hoping|looking)\s/i;

/** The exit whose name has most of the words for where the player goes; at least a third of them, and not only `room`. */
function bestNamed(
  { playerText, packet }: NarrateInput,
  open: readonly Exit[],
  verbs: RegExp,
): Exit | undefined {
  const going = partsOf(playerText).find((part) => verbs.test(part)) ?? playerText;
  const [where = going] = (DESTINATION.exec(going)?.[1] ?? going).split(THEREUPON);
  const words = wordsOf(where).filter((word) => !SMALL.has(word));
  const here = packet.cast.flatMap(({ name }) => wordsOf(name));
  const rated = open.map((exit) => {
    const name = wordsOf(`${exit.name ?? ''} ${exit.label} ${exit.to.replaceAll('_', ' ')}`);
    const shared = words.filter((word) => name.includes(word));
    const isMeant = shared.length === words.length || shared.some((word) => !GENERIC.has(word));
    // Who goes up to somebody does not go to their house.
    const isOne = shared.length > 0 && shared.every((word) => here.includes(word));
    return { exit, worth: isMeant && !isOne ? shared.length : 0 };
  });
  const best = rated.toSorted((one, other) => other.worth - one.worth)[0];
  return best !== undefined && best.worth > 0 && best.worth * 3 >= words.length ? best.exit : undefined;
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/['’]s\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 || /^\d/.test(word));
}

const LEAVING =
  /^\s*(?:i|we)?\s*(?:leave(?!\s+(?:it|that|him|her|them|the\s+(?!room|house|place|building|hall|inn|bar|office|shop|party|tent|pavilion|camp|church|chapel|market|square|tavern|cabin|car|lift|boat|ship|tower|castle|palace|court|street|city|town|village)))|go out|go outside|walk out|head out|step out|exit|go on|go back|turn back|return)\b/i;

const OUT = /\b(?:outside|outdoors|out of (?:here|the (?:room|house|door)))\b/i;
const IN = /\b(?:inside|indoors|back in)\b/i;
const OUTDOORS = /\b(?:door|outside|street|lot|yard|road|gate|garden|square|stair)\b/i;
const INDOORS = /\b(?:office|house|hall|inn|room|bar|indoors)\b/i;

const UP = /\b(?:upstairs|up)\W*$/i;
const DOWN = /\b(?:downstairs|down)\W*$/i;
const HIGHER = /\b(?:up|upper|stairs?|tower|loft|attic|roof|top|upstairs|second floor)\b/i;
const LOWER = /\b(?:down|lower|cellar|basement|boiler|vault|crypt|below|downstairs)\b/i;

/** Whoever goes outside, or in, or up, takes the way that leads there. */
function outdoors(words: string, open: readonly Exit[]): Exit | undefined {
  const height = UP.test(words) ? HIGHER : DOWN.test(words) ? LOWER : null;
  if (height !== null) return open.find(({ label, name }) => height.test(`${label} ${name ?? ''}`));
  const meant = OUT.test(words) ? OUTDOORS : IN.test(words) ? INDOORS : null;
  if (meant === null) return undefined;
  return open.find(({ label, name }) => meant.test(`${label} ${name ?? ''}`)) ?? open[0];
}

/** Whether the player sets out for somewhere, rather than asking or telling of it: going is the first thing some clause says. */
export function isGoing(words: string): boolean {
  // `Go on` lets the story go on; it takes nobody anywhere.
  return (
    !words.includes('?') &&
    partsOf(words).some((part) => GOING.test(part) && !/^(?:go|carry) on\W*$/i.test(part))
  );
}

const BEFORE =
  /^(?:(?:i|we|let us|let's|now|then|so|and|try to|want to|decide to|quickly|quietly|slowly|carefully|turn and)\s+)+/i;

const WAY =
  /^(?:along|down|up|across|through|over|out|back|under|by|into|off|past|around|round|via|a\s+\w+\s+(?:walk|ride))\b/i;

/** A way may be called by where it leads to or by how it goes: `the gate`, `down the forty stairs`. */
export function isWay(label: string): boolean {
  return WAY.test(label);
}

/** What lies at the end of a way, as far as it is known. */
export function placeBehind({ label, name }: Exit): string {
  return name ?? (isWay(label) ? 'another place' : label);
}
