import { narratorsWords, type Sentence } from './english/narrated.ts';
import { occurrences, subjectsOf } from './english/subjects.ts';
import type { NarrationFacts } from './narration-facts.ts';
import type { Reading } from './reading.ts';
import { grave, type Verdict } from './verdict.ts';

const GIVES =
  /\b(?:hands?|handed|gives?|gave|passes|passed|tosses|tossed|presses|pressed|puts?|slips?|slipped|throws?|threw|lays?|laid|entrusts?|entrusted)\b/i;
const USES =
  /\b(?:you|thou|your) (?:\w+ly )?(?:use|raise|lift|fire|draw|swing|light|turn|slot|pull|wear|drink|throw|aim|wield|take|pocket|hold|carry|unlock|open|drive|play|show|offer|produce|unroll|unfold|brandish|grip|fit|insert|push|tuck|slip|slide|used|raised|lifted|fired|drew|swung|lit|turned|slotted|pulled|wore|drank|threw|aimed|wielded|took|pocketed|held|carried|unlocked|opened|drove|played|showed|produced|unrolled|unfolded|brandished|gripped|fitted|inserted|pushed|tucked|slipped|slid)\b/i;
const IN_HAND =
  /\b(?:in|into|on|at|around|from|under|against) your (?:\w+ )?(?:hands?|palm|belt|pocket|grip|fist|fingers|neck|arm|coat|bag|pack|sleeve)\b/i;
const OPEN =
  /\b(?:offers?|offered|holds? out|held out|would|could|might|if|not|never|no|reach(?:es|ed)? for|asks? for|demands?|wants?|without|promises?)\b|n['’]t\b/i;

/** Finds a persona using a thing that is not theirs, and things handed over that no operation moved. */
export function thingVerdicts({ prose, sentences }: Reading, facts: NarrationFacts): readonly Verdict[] {
  const told = prose.toLowerCase();
  const held = facts.held.map(bareName);
  const missing = facts.otherItems.filter(
    (item) => !held.includes(bareName(item)) && told.includes(bareName(item)),
  );
  return missing.flatMap((item) => {
    const wrong = sentences.find((sentence) => isTheirs(sentence, bareName(item), facts));
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
  if (/\byour (?:\w+ )?$/i.test(told.slice(0, at))) return true;
  if (
    IN_HAND.test(told.slice(at)) ||
    /\byour (?:hands?|fingers) (?:close|tighten)\w* (?:on|around) /i.test(told)
  )
    return true;
  if (USES.test(told.slice(0, at)) && nearby(told, at)) return true;
  if (GIVES.test(told) && isReceiver(sentence, told, facts)) return true;
  return facts.personas.some((persona) =>
    [persona.name, ...persona.aliases].some((name) => told.slice(at).includes(`${name}'s hand`)),
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
