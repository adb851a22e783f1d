import type { NarrationFacts } from './narration-facts.ts';
import { peopleVerdicts } from './people-contradicted.ts';
import { placeVerdicts } from './places-contradicted.ts';
import { isEnglish } from './text/language.ts';
import { thingVerdicts } from './things-contradicted.ts';
import type { Verdict } from './verdict.ts';

/** Finds what cannot be so by the state: the dead who speak, people who are elsewhere, things not held, wrong places. */
export function contradictionVerdicts(prose: string, facts: NarrationFacts): readonly Verdict[] {
  if (!isEnglish(prose)) return [];
  return [...peopleVerdicts(prose, facts), ...thingVerdicts(prose, facts), ...placeVerdicts(prose, facts)];
}
