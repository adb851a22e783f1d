import type { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { checkNarration, checkNarrationByMeaning, checkWhileTold } from './check-narration.ts';
import type { NarrationFacts } from './checks/narration-facts.ts';
import { narrationFactsOf } from './checks/narration-facts-of.ts';
import type { Verdict } from './checks/verdict.ts';
import { type Told, tellingOf } from './narration-input.ts';
import { type SentenceGate, sentenceGate } from './sentence-gate.ts';
import type { TurnTools } from './turn-tools.ts';

/** Lets prose out by the sentence while it is told, as far as nothing speaks against it. */
export function openGate(told: Told): SentenceGate {
  const facts = factsOf(told, null);
  return sentenceGate((prose) => checkWhileTold(prose, facts), told.playbook.mechanics.release);
}

/** Holds a whole narration against the state and the rules, by its words and, where vectors can be had, by its meaning. */
export async function judge(
  prose: string,
  told: Told,
  outcome: NarrateOutcome,
  { lore }: Pick<TurnTools, 'lore'>,
): Promise<readonly Verdict[]> {
  const facts = factsOf(told, outcome);
  const { meaningsOf } = lore;
  return meaningsOf === null
    ? checkNarration(prose, facts)
    : checkNarrationByMeaning(prose, facts, meaningsOf);
}

function factsOf(told: Told, proposed: NarrateOutcome | null): NarrationFacts {
  const { snapshot, standing, playbook, persona, rolls, sceneLore } = told;
  const { hidden } = sceneLore;
  return narrationFactsOf({
    before: snapshot,
    after: standing,
    playbook,
    personaId: persona.id,
    input: tellingOf(told),
    rolls,
    proposed,
    hiddenLore: hidden.pulls.map(({ text }) => text),
  });
}
