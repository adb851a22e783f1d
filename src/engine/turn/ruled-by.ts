import type { ApplyContext } from '#engine/state/apply.ts';
import type { Moment } from './draft.ts';

/** The engine's own hand in this turn: what it applies when the rules, and nobody's wish, ask for it. */
export function ruledBy({ sceneIndex, playbook }: Moment): Omit<ApplyContext, 'dice'> {
  return { asker: 'engine', sceneIndex, rules: playbook.rules, calendar: playbook.calendar };
}

/** Somebody's hand in a turn that has thrown no dice yet. */
export function asAsker(asker: ApplyContext['asker'], moment: Moment): ApplyContext {
  return { ...ruledBy(moment), asker, dice: { seed: moment.seed, nextOrdinal: 0 } };
}
