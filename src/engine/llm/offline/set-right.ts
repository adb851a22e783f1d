import { z } from 'zod';

/** What the repair of a narration is asked with. */
export const RepairInput = z.object({ prose: z.string(), excerpts: z.array(z.string()) });

/** The passage without the sentences that broke a rule. What somebody says is kept whole or taken away whole. */
export function setRight({ prose, excerpts }: z.infer<typeof RepairInput>): string {
  const isFaulty = (sentence: string): boolean =>
    excerpts.some((excerpt) => {
      const [at, said] = [plain(excerpt), plain(sentence)];
      return at !== '' && said !== '' && (said.includes(at) || at.includes(said));
    });
  const kept = prose
    .split(/\n{2,}/)
    .map((paragraph) =>
      unitsOf(paragraph)
        .filter((unit) => !sentencesOf(unit).some(isFaulty) && !isFaulty(unit))
        .join(' '),
    )
    .filter((paragraph) => paragraph !== '');
  return kept.length === 0 ? 'For a moment nothing moves.' : kept.join('\n\n');
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
    units.push(open);
    open = '';
  }
  return open === '' ? units : [...units, open];
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
