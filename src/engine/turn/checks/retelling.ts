import { checkNarration } from '../check-narration.ts';
import type { RetoldMoment } from '../retold-moment.ts';
import { narrationFactsOf } from './narration-facts-of.ts';
import type { Verdict } from './verdict.ts';

/** What is wrong with another telling of a scene. Whatever the first one told is settled and may be told again. */
export function retellingVerdicts(prose: string, moment: RetoldMoment): readonly Verdict[] {
  const { before, after, playbook, persona, rolls, words, scene } = moment;
  const facts = narrationFactsOf({
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
    },
    rolls,
    proposed: null,
    hiddenLore: [],
  });
  return checkNarration(prose, { ...facts, limits: { fewest: 1, most: 450 } });
}
