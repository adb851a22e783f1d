import type { Contents } from '../library/build-contents.ts';
import { makeLibrary } from '../library/make-library.ts';
import type { OrderedPacks } from '../library/order-packs.ts';
import type { Problem } from '../problem.ts';
import { beginningProblems } from './beginning-problems.ts';
import type { Check, Checking } from './checking.ts';
import { dateProblems } from './date-problems.ts';
import { discoveryProblems } from './discovery-problems.ts';
import { entryProblems } from './entry-problems.ts';
import { fileProblems } from './file-problems.ts';
import { mapProblems } from './map-problems.ts';
import { operationProblems } from './operation-problems.ts';
import { packProblems } from './pack-problems.ts';
import { rulesetProblems } from './ruleset-problems.ts';
import { secretProblems } from './secret-problems.ts';
import { statBlockProblems } from './stat-block-problems.ts';

/** Everything the checker looks for beyond the form of each file. */
const CHECKS: readonly Check[] = [
  packProblems,
  fileProblems,
  rulesetProblems,
  statBlockProblems,
  entryProblems,
  dateProblems,
  operationProblems,
  mapProblems,
  discoveryProblems,
  secretProblems,
];

/** Everything that can only be seen when packs are put together. */
export function checkContents(ordered: OrderedPacks, contents: Contents): readonly Problem[] {
  const checking: Checking = { ordered, contents, library: makeLibrary(ordered, [], contents) };
  const found = [...contents.problems, ...CHECKS.flatMap((check) => check(checking))];
  return [...found, ...beginningProblems(checking, found)];
}
