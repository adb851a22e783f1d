import { agencyVerdicts } from './checks/agency.ts';
import { bindingRowVerdicts } from './checks/binding-row.ts';
import { contradictionVerdicts } from './checks/contradictions.ts';
import { diceVerdicts } from './checks/dice-claims.ts';
import { labelVerdicts } from './checks/internal-labels.ts';
import { lengthVerdicts } from './checks/length.ts';
import { type Embed, type Meanings, meaningsOf } from './checks/meanings.ts';
import type { NarrationFacts } from './checks/narration-facts.ts';
import { NEUTRAL_SENTENCES } from './checks/neutral-sentences.ts';
import { type Reading, readProse } from './checks/reading.ts';
import { nearSecrets, paraphraseVerdicts } from './checks/secret-paraphrase.ts';
import { secretRunVerdicts } from './checks/secrets.ts';
import { stretchesOf } from './checks/text/stretches.ts';
import { withoutEmphasis } from './checks/text/without-emphasis.ts';
import type { Verdict } from './checks/verdict.ts';

/**
 * The checks that can be made on the beginning of a narration, for prose that is released while it is still being
 * written: agency, internal labels, secrets in their own words, dice that were not rolled.
 */
export function checkWhileTold(prose: string, facts: NarrationFacts): readonly Verdict[] {
  return whileTold(readProse(withoutEmphasis(prose)), facts);
}

function whileTold(reading: Reading, facts: NarrationFacts): readonly Verdict[] {
  const { prose } = reading;
  return [
    ...agencyVerdicts(reading, facts),
    ...labelVerdicts(prose, facts),
    ...secretRunVerdicts(prose, facts),
    ...diceVerdicts(prose, facts),
  ];
}

/**
 * Everything that is wrong with a narration, held against the facts alone: the same prose and facts always give the
 * same verdicts. What relies on English grammar stays silent about other languages.
 */
export function checkNarration(prose: string, facts: NarrationFacts): readonly Verdict[] {
  return checkWith(withoutEmphasis(prose), facts, null);
}

/** Facts of which everything is worked out that the checks need of them alone: it is to be done while a model thinks. */
export function readyToCheck(facts: NarrationFacts): NarrationFacts {
  checkNarration('', facts);
  return facts;
}

/** The same, with paraphrases of secrets and of the binding row seen by their meaning as well. */
export async function checkNarrationByMeaning(
  written: string,
  facts: NarrationFacts,
  embed: Embed,
): Promise<readonly Verdict[]> {
  const prose = withoutEmphasis(written);
  // Only what the words leave open is embedded: most narrations need nothing of it.
  const doubtful = nearSecrets(prose, facts).filter(({ isTold }) => !isTold);
  const missed = facts.row !== null && bindingRowVerdicts(prose, facts, null).length > 0;
  const texts = [
    ...doubtful.flatMap(({ secret, stretch }) => [secret, stretch]),
    ...(facts.row !== null && missed ? [facts.row.outcome, ...facts.row.others, ...stretchesOf(prose)] : []),
  ];
  if (texts.length === 0) return checkNarration(prose, facts);
  return checkWith(prose, facts, await meaningsOf(texts, NEUTRAL_SENTENCES, embed));
}

function checkWith(prose: string, facts: NarrationFacts, meanings: Meanings | null): readonly Verdict[] {
  const reading = readProse(prose);
  const early = whileTold(reading, facts);
  const leaked = early.some(({ check }) => check === 'secrets');
  return [
    ...early,
    // A secret told in its own words needs no second verdict.
    ...(leaked ? [] : paraphraseVerdicts(nearSecrets(prose, facts), meanings)),
    ...contradictionVerdicts(reading, facts),
    ...bindingRowVerdicts(prose, facts, meanings),
    ...lengthVerdicts(prose, facts),
  ];
}
