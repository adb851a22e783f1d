import { oncePer } from '#engine/kit/once-per.ts';
import { leadOf, type Meanings } from './meanings.ts';
import type { BindingRow, NarrationFacts } from './narration-facts.ts';
import { sensesOf } from './text/alike.ts';
import { isEnglish } from './text/language.ts';
import { stretchesOf } from './text/stretches.ts';
import { grave, type Verdict } from './verdict.ts';

/** Verbs that only carry another, or fit anything. */
const LIGHT = sensesOf('begin start run come become turn stay keep find set bring');
/** How much nearer its meaning must be than any other row's. */
const LEAD_OVER_OTHERS = 0.02;
const NEGATION = /\b(?:no|not|nobody|none|never|nothing|without|neither|nor)\b|n['’]t\b/i;

/** From so many of another row's own words on, and this share of them, it is that row which is told. */
const FEWEST_OF_ANOTHER = 2;
const MOST_OF_ANOTHER = 0.6;
/** A word or two of the rolled row may stand beside a row told in full. */
const CLEARLY_MORE = 2;

/**
 * Finds a roll whose row was not narrated. A word that only this row has should be told, and as many of them as of any other
 * row. Prose shows what a row sums up, so that this much is only remarked on; it is held against a narration that tells most of
 * another row, in words which do not lie about the scene anyway. It passes when a sentence means the row more than any means
 * another. Meanings alone accuse nobody: held against rows told well and ill by hands that knew nothing of this, they were
 * wrong as often as right.
 */
export function bindingRowVerdicts(
  prose: string,
  facts: NarrationFacts,
  meanings: Meanings | null,
): readonly Verdict[] {
  const { row, personas, present } = facts;
  if (row === null) return [];
  if (!isEnglish(prose) || !isEnglish(row.outcome)) return [];
  const isTold = toldIn(prose);
  const people = sensesOf(
    [...personas, ...present].flatMap(({ name, aliases }) => [name, ...aliases]).join('\n'),
  );
  const ownOf = (text: string, others: readonly string[]) => {
    const shared = sensesOf(others.join('\n'));
    return [...sensesOf(text)].filter((word) => !people.has(word) && !LIGHT.has(word) && !shared.has(word));
  };
  const own = ownOf(row.outcome, row.others);
  const told = own.filter(isTold).length;
  const others = row.others.map((text) => ownOf(text, [row.outcome]));
  const ofAnother = Math.max(0, ...others.map((words) => words.filter(isTold).length));
  // What has no word of its own cannot be told from the others.
  if (own.length === 0 || (told > 0 && told >= ofAnother)) return [];
  if (meanings !== null && isMeant(prose, row, meanings)) return [];
  const isAnother = others.some((words) => toldOf(words, isTold, facts) >= told + CLEARLY_MORE);
  return [{ ...verdict(prose, row.outcome), severity: isAnother ? 'grave' : 'slight' }];
}

/** How many of another row's words are told, where they are most of it; else none. */
function toldOf(words: readonly string[], isTold: (word: string) => boolean, facts: NarrationFacts): number {
  const lyingAbout = sceneWords(facts);
  const told = words.filter((word) => isTold(word) && !lyingAbout.has(word)).length;
  return told >= FEWEST_OF_ANOTHER && told / words.length >= MOST_OF_ANOTHER ? told : 0;
}

/** Whatever the players spoke of, or have before their eyes, any telling may name. */
const sceneWords = oncePer(({ playerWords, places, held, otherItems }: NarrationFacts) =>
  sensesOf([...playerWords, ...places, ...held, ...otherItems].join('\n')),
);

/** `passes unsearched` is told by `nobody searched it`. */
function toldIn(prose: string): (word: string) => boolean {
  const told = sensesOf(prose);
  const isDenied = NEGATION.test(prose);
  return (word) => told.has(word) || (isDenied && word.startsWith('un') && told.has(word.slice(2)));
}

/** Whether some stretch means this row, and none means another as much. */
function isMeant(prose: string, { outcome, others }: BindingRow, meanings: Meanings): boolean {
  const stretches = stretchesOf(prose);
  const lead = (text: string) => Math.max(...stretches.map((told) => leadOf(text, told, meanings)));
  const own = lead(outcome);
  return Number.isFinite(own) && own >= Math.max(...others.map(lead)) + LEAD_OVER_OTHERS;
}

function verdict(prose: string, outcome: string): Verdict {
  return grave(
    'binding_row',
    prose,
    `The row that was rolled is not told: “${outcome}”.`,
    `Tell exactly this, at its full strength, and nothing that belongs to another row: ${outcome}`,
  );
}
