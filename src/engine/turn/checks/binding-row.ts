import { leadOf, type Meanings } from './meanings.ts';
import type { BindingRow, NarrationFacts } from './narration-facts.ts';
import { sensesOf } from './text/alike.ts';
import { isEnglish } from './text/language.ts';
import { stretchesOf } from './text/stretches.ts';

import { grave, type Verdict } from './verdict.ts';

/** From this share of its words on, a row is told. */
const TOLD = 0.34;
/** Verbs that only carry another, or fit anything. */
const LIGHT = sensesOf('begin start run come become turn stay keep find set bring');
const FEWEST_WORDS = 3;
/** How much nearer its meaning must be than sentences about anything else, and than any other row. */
const LEAD = 0.03;
const LEAD_OVER_OTHERS = 0.01;
const NEGATION = /\b(?:no|not|nobody|none|never|nothing|without|neither|nor)\b|n['’]t\b/i;

/**
 * Finds a roll whose row was not narrated. The row's words must be reflected, and more of them than of any other row; told
 * in other words it passes when a sentence means it.
 */
export function bindingRowVerdicts(
  prose: string,
  { row, personas, present }: NarrationFacts,
  meanings: Meanings | null,
): readonly Verdict[] {
  if (row === null) return [];
  if (!isEnglish(prose) || !isEnglish(row.outcome)) return [];
  const told = sensesOf(prose);
  // `passes unsearched` is told by `nobody searched it`.
  const isDenied = NEGATION.test(prose);
  const isTold = (word: string) =>
    told.has(word) || (isDenied && word.startsWith('un') && told.has(word.slice(2)));
  const people = new Set(
    [...personas, ...present]
      .flatMap(({ name, aliases }) => [name, ...aliases])
      .flatMap((name) => [...sensesOf(name)]),
  );
  const all = [row.outcome, ...row.others].map((text) => sensesOf(text));
  // What every row speaks of says nothing about which of them is told.
  const common = new Set(
    [...(all[0] ?? [])].filter((word) => all.length > 1 && all.every((stems) => stems.has(word))),
  );
  const tellingOf = (text: string) =>
    [...sensesOf(text)].filter((word) => !people.has(word) && !common.has(word) && !LIGHT.has(word));
  const share = (text: string) => {
    const telling = tellingOf(text);
    // Who is in it says little; but where that is nearly all there is, at least one word of the rest must be told.
    if (telling.length > 0 && !telling.some(isTold)) return 0;
    const counted = telling.length < FEWEST_WORDS ? [...sensesOf(text)] : telling;
    return counted.length === 0 ? 1 : counted.filter(isTold).length / counted.length;
  };
  const own = share(row.outcome);
  const other = Math.max(0, ...row.others.map(share));
  if (own >= TOLD && own >= other * 0.8) return [];
  // A short row is soon told in full: where many words of this one are, it must be by more words of its own.
  const words = tellingOf(row.outcome).filter(isTold);
  const ofOthers = row.others.map((text) =>
    tellingOf(text).filter((word) => isTold(word) && !all[0]?.has(word)),
  );
  if (own >= TOLD && words.length >= Math.max(FEWEST_WORDS, ...ofOthers.map(({ length }) => length)))
    return [];
  // Told in few of its words, but in more than any other row: paraphrased, as far as words can say.
  if (own > 0 && own > other * 1.5) return [];
  return meanings !== null && isMeant(prose, row, meanings) ? [] : [verdict(prose, row.outcome)];
}

/** Whether some stretch means this row, and none means another as much. */
function isMeant(prose: string, { outcome, others }: BindingRow, meanings: Meanings): boolean {
  const stretches = stretchesOf(prose);
  const lead = (text: string) => Math.max(...stretches.map((told) => leadOf(text, told, meanings)));
  const own = lead(outcome);
  return own >= LEAD && own >= Math.max(...others.map(lead)) + LEAD_OVER_OTHERS;
}

function verdict(prose: string, outcome: string): Verdict {
  return grave(
    'binding_row',
    prose,
    `The row that was rolled is not told: “${outcome}”.`,
    `Tell exactly this, at its full strength, and nothing that belongs to another row: ${outcome}`,
  );
}
