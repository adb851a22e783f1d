import type { Deed } from './deed.ts';
import type { Sentence, Token } from './narrated.ts';
import { EMOTIONS } from './small-words.ts';
import { occurrences, type Subject } from './subjects.ts';
import { readVerb } from './verbs.ts';

const TAKES_HOLD =
  /^(?:grip|seize|wash|flood|fill|surge|overwhelm|overc[oa]me|consume|swell|well|ris|rose|take|took|burn)/;
const HEART = /^(?:heart|mind|thought|thoughts|spirits|soul|resolve|patience)$/;
const HEART_DOES =
  /^(?:goes?|went|swells?|swelled|leaps?|leapt|soars?|soared|warms?|warmed|sinks?|sank|wanders?|wandered|drifts?|drifted|turns?|turned|breaks?|broke|lifts?|lifted|hardens?|hardened)$/;
const LIMB = /^(?:hands?|fingers?|fist|feet|legs|arm|arms)$/;
const LIMB_DOES = new Set([
  'reach',
  'drop',
  'go',
  'fly',
  'move',
  'close',
  'tighten',
  'curl',
  'dart',
  'drift',
  'shoot',
  'carry',
  'take',
  'draw',
]);
const REACH_OF_GRIP = 4;
const TOWARDS = new Set([
  'out',
  'up',
  'to',
  'for',
  'toward',
  'towards',
  'around',
  'on',
  'you',
  'inside',
  'into',
]);

/** Will and feeling that hide behind a part of the character: `your hand drops to your gun`, `your heart goes out`. */
export function feelingsGiven({ tokens }: Sentence, whose: 'your'): readonly Deed[] {
  const [first, comma, who] = tokens;
  // `Satisfied, you sling it over your shoulder`.
  const isNamedFirst = EMOTIONS.has(first?.lower ?? '') && comma?.text === ',' && who?.lower === 'you';
  const opening = isNamedFirst ? [felt(first?.lower ?? '')] : [];
  const within = tokens.flatMap((token, at): readonly Deed[] => {
    if (token.lower === whose) return [...heart(tokens, at), ...limb(tokens, at), ...armed(tokens, at)];
    return EMOTIONS.has(token.lower) && gripsYou(tokens, at) ? [felt(token.lower)] : [];
  });
  return [...opening, ...within];
}

/** `a great wrath took hold of Hesper`: the same of somebody by name. */
export function feelingsOf({ tokens }: Sentence, subject: Subject): readonly Deed[] {
  return occurrences(tokens, subject).flatMap(({ start }) => {
    const at = tokens.findIndex(
      ({ lower }, index) =>
        index < start &&
        start <= index + REACH_OF_GRIP &&
        EMOTIONS.has(lower) &&
        TAKES_HOLD.test(tokens[index + 1]?.lower ?? ''),
    );
    return at === -1 ? [] : [felt(tokens[at]?.lower ?? '')];
  });
}

function felt(lemma: string): Deed {
  return { lemma, kind: 'feel', behind: '', speech: null };
}

function heart(tokens: readonly Token[], at: number): readonly Deed[] {
  const noun = tokens[at + 1]?.lower ?? '';
  const verb = tokens[at + 2]?.lower ?? '';
  if (EMOTIONS.has(noun) && TAKES_HOLD.test(verb)) return [felt(noun)];
  return HEART.test(noun) && HEART_DOES.test(verb) ? [felt(noun)] : [];
}

const STRIKES = /^(?:connect|meet|met|find|found|land|slam|crash|catch|caught|smash|take|took)/;
const WEAPON = /^(?:blade|sword|knife|dagger|axe|gun|pistol|revolver|rifle)$/;

/** `your fist connects with his jaw`, `your blade is out`: hands and what they hold do nothing by themselves. */
function armed(tokens: readonly Token[], at: number): readonly Deed[] {
  const [noun = '', verb = '', next = ''] = tokens.slice(at + 1, at + 4).map(({ lower }) => lower);
  if (noun === 'fist' && STRIKES.test(verb))
    return [{ lemma: 'punch', kind: 'act', behind: 'him', speech: null }];
  const isOut = /^(?:is|was)$/.test(verb) && /^(?:out|drawn|free|at)$/.test(next);
  return WEAPON.test(noun) && isOut ? [{ lemma: 'draw', kind: 'act', behind: noun, speech: null }] : [];
}

function limb(tokens: readonly Token[], at: number): readonly Deed[] {
  if (!LIMB.test(tokens[at + 1]?.lower ?? '')) return [];
  const lemma = readVerb(tokens[at + 2]?.lower ?? '').find(({ lemma: verb }) => LIMB_DOES.has(verb))?.lemma;
  const towards = TOWARDS.has(tokens[at + 3]?.lower ?? '');
  return lemma === undefined || !towards ? [] : [{ lemma, kind: 'act', behind: '', speech: null }];
}

const THROUGH_YOU = /^(?:you\b|(?:through|over|into|in|at|inside|across) you$)/;

/** `anger floods you`, `a wave of relief washes over you`. */
function gripsYou(tokens: readonly Token[], at: number): boolean {
  const verb = tokens[at + 1]?.lower ?? '';
  if (TAKES_HOLD.test(verb)) return tokens.slice(at + 2, at + 5).some(({ lower }) => lower === 'you');
  // `fury goes through you`
  return (
    /^[a-z]{3,}(?:s|ed)$|^(?:went|shot|ran|came)$/.test(verb) &&
    THROUGH_YOU.test(`${tokens[at + 2]?.lower} ${tokens[at + 3]?.lower}`)
  );
}
