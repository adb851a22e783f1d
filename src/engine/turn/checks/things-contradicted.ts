import { deedsOf } from './english/deeds.ts';
import { narratorsWords, type Sentence } from './english/narrated.ts';
import { skipAdverbs } from './english/predicate.ts';
import { occurrences, type Subject, standingAt, subjectsOf } from './english/subjects.ts';
import { kindOf, readVerb } from './english/verbs.ts';
import type { NarrationFacts } from './narration-facts.ts';
import { pronounRuns } from './pronoun-runs.ts';
import type { Reading } from './reading.ts';
import { grave, type Verdict } from './verdict.ts';

const GIVES =
  /\b(?:hands?|handed|gives?|gave|passes|passed|tosses|tossed|presses|pressed|puts?|slips?|slipped|throws?|threw|lays?|laid|entrusts?|entrusted|slides?|slid|pushes|pushed|shoves?|shoved|drops?|dropped|hangs?|hung|pins?|pinned|tucks?|tucked|folds?|folded)\b/i;
const USES =
  /\b(?:you|thou|your) (?:\w+ly )?(?:use|raise|lift|fire|draw|swing|light|turn|slot|pull|wear|drink|throw|aim|wield|take|pocket|hold|carry|unlock|open|drive|play|show|offer|produce|unroll|unfold|brandish|grip|fit|insert|push|tuck|slip|slide|used|raised|lifted|fired|drew|swung|lit|turned|slotted|pulled|wore|drank|threw|aimed|wielded|took|pocketed|held|carried|unlocked|opened|drove|played|showed|produced|unrolled|unfolded|brandished|gripped|fitted|inserted|pushed|tucked|slipped|slid)\b/i;
const IN_HAND =
  /\b(?:in|into|on|at|around|round|about|from|under|against|across|over|inside|beneath|between|(?:strapped|tied|fastened|clipped|buckled) to) your (?:\w+ )?(?:hands?|palms?|belt|pockets?|grip|fist|fingers?|neck|arms?|coat|bag|pack|sleeve|shoulders?|back|chest|waist|hip|thigh|wrist|head|boot|shirt|jacket|cloak|satchel|saddlebags?)\b/i;
/** `From your pocket comes the hoop with …`: where a thing comes from, it was. */
const OUT_OF =
  /^(?:and |then )?(?:from|out of|in|on|at) your (?:\w+ )?(?:hands?|palm|belt|pockets?|coat|bag|pack|sleeve|satchel|boot|jacket|cloak|purse|saddlebags?) (?:\w+ly )?(?:comes?|came|is|was|hangs?|hung|lies|lay|slides?|slid)\b/i;
const OPEN =
  /\b(?:offers?|offered|holds? out|held out|would|could|might|if|not|never|no|reach(?:es|ed)? for|asks? for|demands?|wants?|without|promises?)\b|n['’]t\b/i;

/** Finds a persona using a thing that is not theirs, and things handed over that no operation moved. */
export function thingVerdicts({ prose, sentences }: Reading, facts: NarrationFacts): readonly Verdict[] {
  const told = prose.toLowerCase();
  const held = facts.held.map(bareName);
  const missing = facts.otherItems.filter(
    (item) => !held.includes(bareName(item)) && told.includes(bareName(item)),
  );
  if (missing.length === 0) return [];
  const users = usersIn(sentences, facts);
  return missing.flatMap((item) => {
    const name = bareName(item);
    const wrong = sentences.find(
      (sentence, index) =>
        isTheirs(sentence, name, facts) ||
        users[index]?.some(
          (subject) => isUsedBy(sentence, subject, name) || isTakenUpBy(sentence, subject, name),
        ) ||
        isCarried(sentence, name, sentences[index + 1]) ||
        isFoundOnThem(sentence, name, facts),
    );
    if (wrong === undefined) return [];
    return [
      grave(
        'contradiction',
        wrong.text,
        `${item} is not in a persona's hands, and nothing that happened put it there.`,
        `No persona has ${item}; let it be seen, offered or spoken of, but neither used by them nor given to them.`,
      ),
    ];
  });
}

/** `A sealed dry tube` is written `the sealed dry tube` or `your dry tube`. */
function bareName(item: string): string {
  return item.replace(/^(?:an?|the)\s+/i, '').toLowerCase();
}

function isTheirs(sentence: Sentence, item: string, facts: NarrationFacts): boolean {
  const told = narratorsWords(sentence);
  const at = told.toLowerCase().indexOf(item);
  if (at === -1 || OPEN.test(told)) return false;
  if (/\byour (?:\w+ )?$/i.test(told.slice(0, at)) || OUT_OF.test(told.slice(0, at))) return true;
  if (
    IN_HAND.test(told.slice(at)) ||
    /\byour (?:hands?|fingers) (?:close|tighten)\w* (?:on|around) /i.test(told)
  )
    return true;
  if ((USES.test(told.slice(0, at)) && nearby(told, at)) || isTakenUp(told.slice(0, at), facts)) return true;
  if (GIVES.test(told) && isReceiver(sentence, told, facts)) return true;
  return facts.personas.some((persona) =>
    [persona.name, ...persona.aliases].some((name) => told.slice(at).includes(`${name}'s hand`)),
  );
}

/** For each sentence whoever in it is somebody a player plays, by name or by a pronoun that can mean nobody else. */
function usersIn(sentences: readonly Sentence[], facts: NarrationFacts): readonly (readonly Subject[])[] {
  const runs = facts.personas.map((persona) => pronounRuns(sentences, persona, facts));
  const named = facts.personas.flatMap(subjectsOf);
  return sentences.map((_, index) => [...named, ...runs.flatMap((run) => run[index]?.pronoun ?? [])]);
}

/** `Abdi works the end of the pry-bar in`: a verb of hands right behind whoever it is, and the thing soon behind it. */
function isUsedBy({ tokens, text }: Sentence, subject: Subject, item: string): boolean {
  return occurrences(tokens, subject).some(({ start, end }) => {
    if (standingAt(tokens, start) !== 'asserted') return false;
    const verb = skipAdverbs(tokens, end);
    const hasHands = readVerb(tokens[verb]?.lower ?? '').some(
      ({ lemma, form }) =>
        kindOf(lemma) === 'act' && form !== 'ing' && form !== 'base' && !LEAVES_IT.test(lemma),
    );
    const from = (tokens[verb]?.end ?? 0) - (tokens[0]?.start ?? 0);
    const told = text.slice(from, from + REACH).toLowerCase();
    const at = told.indexOf(item);
    return (
      hasHands &&
      at !== -1 &&
      !OPEN.test(told.slice(0, at)) &&
      !/[,;.]| (?:at|to|from|for|by|near|behind) /.test(told.slice(0, at))
    );
  });
}

/** `Imre reaches under his habit and takes out the ladle`: the same of any verb of theirs, with the thing right behind it. */
function isTakenUpBy(sentence: Sentence, subject: Subject, item: string): boolean {
  return deedsOf(sentence, subject).some(({ kind, lemma, behind }) => {
    if (kind !== 'act' || LEAVES_IT.test(lemma)) return false;
    const at = behind.toLowerCase().indexOf(item);
    return at !== -1 && /^(?:(?:up|out|down|off) )?(?:the|an?|his|her|their) $/i.test(behind.slice(0, at));
  });
}

const LEAVES_IT =
  /^(?:examine|inspect|study|check|search|read|count|scan|point|nod|ignore|remain|stay|wait|guard|stare|glare|frown|smile|trace|protect)$/;

const IT_IN_HAND = new RegExp(String.raw`\b(?:it|them|this|that) ${IN_HAND.source.slice(2)}`, 'i');

/** `The key to Room 5. June sees it in your palm`: the next sentence says where it is. */
function isCarried(sentence: Sentence, item: string, following: Sentence | undefined): boolean {
  if (following === undefined || !narratorsWords(sentence).toLowerCase().includes(item)) return false;
  return IT_IN_HAND.test(narratorsWords(following));
}

const GOES_THROUGH =
  /\b(?:empty|empties|go(?:es)? through|check|search|turns? out|looks? (?:in|through)|rummage (?:in|through)|feel in) (?:my|his|her|their) (?:\w+ )?(?:pockets?|bags?|packs?|satchel|coat|purse|belt|things|kit|saddlebags?)\b/i;

/** Whoever goes through their pockets finds in them what is told. */
function isFoundOnThem(sentence: Sentence, item: string, { playerWords }: NarrationFacts): boolean {
  if (!playerWords.some((text) => GOES_THROUGH.test(text))) return false;
  const told = narratorsWords(sentence);
  return told.toLowerCase().includes(item) && !OPEN.test(told);
}

/** `you fold the sheet and press the seal`: a later verb of the same subject, right in front of the thing. */
function isTakenUp(before: string, { present }: NarrationFacts): boolean {
  const subject = /^(?:[\p{L}'’]+,? ){0,4}?you (.*)$/iu.exec(before)?.[1];
  const verb =
    /(?:^|, |\band |\bthen )(?:\p{L}+ly )?(\p{L}+) (?:(?:up|out|down) )?(?:the |an? |your )?(?:\p{L}+ )?$/iu.exec(
      subject ?? '',
    )?.[1];
  if (subject === undefined || verb === undefined) return false;
  if (present.some(({ name, aliases }) => [name, ...aliases].some((alias) => subject.includes(alias))))
    return false;
  return readVerb(verb.toLowerCase()).some(
    ({ lemma, form }) => /^(?:act|move)$/.test(kindOf(lemma) ?? '') && (form === 'base' || form === 'past'),
  );
}

const REACH = 40;

function nearby(told: string, at: number): boolean {
  return USES.test(told.slice(Math.max(0, at - REACH), at));
}

/** `hands you`, `into your hands`, `gives Pim the key`; not what the persona gives away. */
function isReceiver(sentence: Sentence, told: string, { personas }: NarrationFacts): boolean {
  if (/\b(?:you|your hands?|your palm)\b/i.test(told) && !/^you\b/i.test(told)) {
    return /\b(?:hands?|handed|gives?|gave|passes|passed|tosses|tossed|throws?|threw|entrusts?) you\b|\b(?:to|into|in) your?\b/i.test(
      told,
    );
  }
  return personas.some((persona) =>
    subjectsOf(persona).some((subject) =>
      occurrences(sentence.tokens, subject).some(({ start }) =>
        GIVES.test(sentence.tokens[start - 1]?.lower ?? ''),
      ),
    ),
  );
}
