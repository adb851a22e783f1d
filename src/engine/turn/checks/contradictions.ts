import type { NarrationFacts } from './narration-facts.ts';
import { peopleVerdicts } from './people-contradicted.ts';
import { placeVerdicts } from './places-contradicted.ts';
import type { Reading } from './reading.ts';
import { thingVerdicts } from './things-contradicted.ts';
import type { Verdict } from './verdict.ts';

/** Finds what cannot be so by the state: the dead who speak, people who are elsewhere, things not held, wrong places. */
export function contradictionVerdicts(reading: Reading, facts: NarrationFacts): readonly Verdict[] {
  return [
    ...peopleVerdicts(reading, facts),
    ...thingVerdicts(reading, facts),
    ...placeVerdicts(reading, facts),
  ];
}
