import { z } from 'zod';

/** What the repair of a narration is asked with. */
export const RepairInput = z.object({ prose: z.string(), excerpts: z.array(z.string()) });

/**
 * The passage without the sentences that broke a rule. What somebody says is kept whole or taken away whole; whoever is left without a
 * word by that says that they will not say.
 */
export function setRight({ prose, excerpts }: z.infer<typeof RepairInput>): string {
  const isFaulty = (sentence: string): boolean =>
    excerpts.some((excerpt) => {
      const [at, said] = [plain(excerpt), plain(sentence)];
      return at !== '' && said !== '' && (said.includes(at) || at.includes(said));
    });
  const isFit = (unit: string): boolean => !sentencesOf(unit).some(isFaulty) && !isFaulty(unit);
  const paragraphs = prose.split(/\n{2,}/).map(unitsOf);
  const isAnyoneHeard = paragraphs.flat().some((unit) => isFit(unit) && unit.includes('“'));
  const speechless = isAnyoneHeard ? null : speechOf(paragraphs);
  const kept = paragraphs
    .map((units) =>
      units
        .map((unit) => (unit === speechless && !isFit(unit) ? refusedIn(unit) : unit))
        .filter((unit) => unit !== '' && isFit(unit))
        .join(' '),
    )
    .filter((paragraph) => paragraph !== '');
  return kept.length === 0 ? 'For a moment nothing moves.' : kept.join('\n\n');
}

/** Not what only happens, nor anything of the player's own. */
const BY_SOMEBODY = /^(?!(?:It|There|The|An?|You)\b)\p{Lu}(?!.*\byou\b)/u;

/** The first thing said of which the passage tells who said it, beside it or just before. */
function speechOf(paragraphs: readonly (readonly string[])[]): string | null {
  for (const units of paragraphs) {
    const at = units.findIndex((unit) => unit.includes('“'));
    const unit = units[at] ?? '';
    const around = [units[at - 1], unit, units[at + 1]]
      .join(' ')
      .replace(/“[^”]*”/gu, '')
      .trim();
    if (at >= 0 && BY_SOMEBODY.test(around)) return unit;
  }
  return null;
}

/** The same said by the same person, with a refusal in the place of their words. */
function refusedIn(unit: string): string {
  let isFirst = true;
  return unit
    .replace(/“([^”]*)”/gu, (_whole, words: string) => {
      const said = isFirst ? `“That is not mine to tell${words.endsWith(',') ? ',' : '.'}”` : '';
      isFirst = false;
      return said;
    })
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** An excerpt may be quoted without its capitals and marks. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?…]["”’)]*)\s+/);
}

/** Sentences, with all those together that stand within one pair of quotation marks. */
function unitsOf(paragraph: string): readonly string[] {
  const units: string[] = [];
  let open = '';
  for (const sentence of sentencesOf(paragraph)) {
    open = open === '' ? sentence : `${open} ${sentence}`;
    if (count(open, '“') > count(open, '”')) continue;
    // `“Is it a sin?” says Bartolomé`: who says it goes with what is said.
    const before = /^\p{Ll}/u.test(open) ? units.pop() : undefined;
    units.push(before === undefined ? open : `${before} ${open}`);
    open = '';
  }
  return open === '' ? units : [...units, open];
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
