import type { ApplyContext } from '#engine/state/apply.ts';
import type { Moment } from './draft.ts';

/** The engine's own hand in this turn: what it applies when the rules, and nobody's wish, ask for it. */
export function ruledBy({ sceneIndex, playbook }: Moment): Omit<ApplyContext, 'dice'> {
  return { asker: 'engine', sceneIndex, rules: playbook.rules, calendar: playbook.calendar };
}
