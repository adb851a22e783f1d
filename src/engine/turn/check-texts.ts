import { labelVerdicts } from './checks/internal-labels.ts';
import { type Embed, meaningsOf } from './checks/meanings.ts';
import type { NarrationFacts } from './checks/narration-facts.ts';
import { NEUTRAL_SENTENCES } from './checks/neutral-sentences.ts';
import { nearSecrets, paraphraseVerdicts } from './checks/secret-paraphrase.ts';
import { secretRunVerdicts } from './checks/secrets.ts';
import { sentencesOf } from './checks/text/stretches.ts';
import type { Verdict } from './checks/verdict.ts';

/** What speaks against each of some texts. A text that is not in it may be read by a player. */
export type Unfit = ReadonlyMap<string, readonly Verdict[]>;

/**
 * Holds texts that stand beside a narration, each for itself, against what is hidden and what belongs to the engine. What the words
 * leave open is embedded, all of it at once, where vectors can be had.
 */
export async function checkTexts(
  texts: readonly string[],
  facts: NarrationFacts,
  embed: Embed | null,
): Promise<Unfit> {
  const read = [...new Set(texts)].map((text) => {
    const found = [...secretRunVerdicts(text, facts), ...labelVerdicts(text, facts)];
    // A secret told in its own words needs no second verdict.
    const isTold = found.some(({ check }) => check === 'secrets');
    return { text, found, near: isTold ? [] : nearSecrets(text, facts) };
  });
  const doubtful = read.flatMap(({ near }) => near.filter(({ isTold }) => !isTold));
  const meanings =
    embed === null || doubtful.length === 0
      ? null
      : await meaningsOf(
          doubtful.flatMap(({ secret, stretch }) => [secret, stretch]),
          NEUTRAL_SENTENCES,
          embed,
        );
  return new Map(
    read.flatMap(({ text, found, near }) => {
      const verdicts = [...found, ...paraphraseVerdicts(near, meanings)];
      return verdicts.length === 0 ? [] : [[text, verdicts] as const];
    }),
  );
}

/** A text without its sentences that show what belongs to the engine; empty when that is all of them. */
export function withoutLabels(text: string, facts: NarrationFacts): string {
  return sentencesOf(text)
    .filter((sentence) => labelVerdicts(sentence, facts).length === 0)
    .join(' ');
}
