import { checkNarration, checkWhileTold } from '../check-narration.ts';
import { loreLines } from '../packet/lore-lines.ts';
import type { RetoldMoment } from '../retold-moment.ts';
import { type SentenceGate, sentenceGate } from '../sentence-gate.ts';
import type { NarrationFacts } from './narration-facts.ts';
import { narrationFactsOf } from './narration-facts-of.ts';
import type { Verdict } from './verdict.ts';

/** What is wrong with another telling of a scene. Whatever the first one told is settled and may be told again. */
export function retellingVerdicts(prose: string, moment: RetoldMoment): readonly Verdict[] {
  return checkNarration(prose, { ...factsOf(moment), limits: { fewest: 1, most: 450 } });
}

/** Lets another telling out by the sentence while it is told, as far as nothing speaks against it. */
export function retellingGate(moment: RetoldMoment): SentenceGate {
  const facts = factsOf(moment);
  return sentenceGate((prose) => checkWhileTold(prose, facts), moment.playbook.mechanics.release);
}

function factsOf(moment: RetoldMoment): NarrationFacts {
  const { before, after, playbook, persona, rolls, words, scene, sceneLore } = moment;
  return narrationFactsOf({
    before,
    after,
    playbook,
    personaId: persona.id,
    input: {
      callType: 'narrative',
      playerText: words,
      opening: null,
      outcome: null,
      rolled: null,
      revealed: [scene.narration],
      ...(sceneLore === null ? {} : { packet: { lore: loreLines(sceneLore) } }),
    },
    rolls,
    proposed: null,
    hiddenLore: sceneLore?.hidden.pulls.map(({ text }) => text) ?? [],
  });
}
