import type { FindingPolicies } from '#engine/turn/narration/decide-on-findings.ts';
import { prepareFacts } from '#engine/turn/narration/exact-checks.ts';
import type { ProseFacts } from '#engine/turn/narration/prose-facts.ts';

/** Facts of a scene in which nothing is hidden, with some of them replaced. */
export function factsWith(given: Partial<ProseFacts> = {}): ReturnType<typeof prepareFacts> {
  return prepareFacts({
    secrets: [],
    known: [],
    labels: [],
    sheet: [],
    rolls: [],
    lengths: { most: 200, mostInMajorScenes: 400 },
    isMajorScene: false,
    ...given,
  });
}

export const POLICIES: FindingPolicies = {
  agency: 'repair',
  internal_labels: 'repair',
  secrets: 'fail',
  dice: 'repair',
  contradiction: 'repair',
  binding_row: 'fail',
  sheet_numbers: 'repair',
  boundaries: 'repair',
  length: 'flag',
};
