import { isRejection } from '#engine/util/rejection.ts';
import { beginCampaign } from '../begin-campaign.ts';
import type { Contents } from '../library/build-contents.ts';
import type { Content } from '../library/content.ts';
import { createLibrary } from '../library/create-library.ts';
import type { OrderedPacks } from '../library/order-packs.ts';
import { isError, type Problem } from '../problem.ts';
import { type CheckContext, createFieldProblem, listContents, type PackCheck } from './check-context.ts';
import { checkDates } from './date-problems.ts';
import { checkDiscoveries } from './discovery-problems.ts';
import { checkEntryPoints } from './entry-problems.ts';
import { checkMap } from './map-problems.ts';
import { checkOperations } from './operation-problems.ts';
import { checkContentFiles, checkManifests } from './pack-problems.ts';
import { checkRulesets, checkStatBlocks } from './ruleset-problems.ts';
import { checkSecrets } from './secret-problems.ts';

/**
 * Begins each entry point with its first persona, as the last test. Skips it where another problem was found: other
 * checks explain it more plainly.
 */
function checkBeginnings(checking: CheckContext, found: readonly Problem[]): readonly Problem[] {
  const broken = new Set(
    [...found, ...checking.ordered.problems].filter(isError).map(({ packId }) => packId),
  );
  for (const { manifest, problems } of checking.ordered.packs) {
    if (problems.some(isError)) broken.add(manifest.id);
  }
  const isBroken = ({ packId }: Content) =>
    [...(checking.ordered.closures.get(packId) ?? [])].some((id) => broken.has(id));
  return listContents(checking, 'entry_point')
    .filter((entry) => !isBroken(entry))
    .flatMap((entry) => failedBeginning(checking, entry));
}

function failedBeginning(checking: CheckContext, entry: Content<'entry_point'>): readonly Problem[] {
  const start = beginCampaign(checking.library, entry.id);
  if (!isRejection(start)) return [];
  const message = `A campaign cannot begin here: ${start.reason}`;
  const advice = 'Mend what the sentence names.';
  return [createFieldProblem(checking, entry, start.path ?? [], { code: 'cannot-begin', message, advice })];
}

/** Everything the checker looks for beyond the form of each file. */
const CHECKS: readonly PackCheck[] = [
  checkManifests,
  checkContentFiles,
  checkRulesets,
  checkStatBlocks,
  checkEntryPoints,
  checkDates,
  checkOperations,
  checkMap,
  checkDiscoveries,
  checkSecrets,
];

/** Runs all checks that need the packs put together. */
export function checkContents(ordered: OrderedPacks, contents: Contents): readonly Problem[] {
  const checking: CheckContext = { ordered, contents, library: createLibrary(ordered, [], contents) };
  const found = [...contents.problems, ...CHECKS.flatMap((check) => check(checking))];
  return [...found, ...checkBeginnings(checking, found)];
}
