import type { NarrationFacts } from './narration-facts.ts';
import { countWords } from './text/words.ts';
import { grave, type Verdict } from './verdict.ts';

/** Too long is a broken rule; too short is only remarked upon, since silence can be an answer. */
export function lengthVerdicts(prose: string, { limits }: NarrationFacts): readonly Verdict[] {
  const count = countWords(prose);
  if (count > limits.most) {
    const explanation = `The narration has ${count} words; ${limits.most} is the most here.`;
    const hint = `Cut it to at most ${limits.most} words: keep one beat and its ending, drop repetition and scenery.`;
    return [grave('length', prose.slice(-120), explanation, hint)];
  }
  if (count >= limits.fewest) return [];
  const explanation = `The narration has ${count} words; ${limits.fewest} is the least that tells anything.`;
  const hint = `Tell the beat in at least ${limits.fewest} words.`;
  return [{ ...grave('length', prose, explanation, hint), severity: 'slight' }];
}
