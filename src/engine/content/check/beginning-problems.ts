import { isRejection } from '#engine/kit/rejection.ts';
import { beginCampaign } from '../begin-campaign.ts';
import type { Content } from '../library/content.ts';
import { isError, type Problem } from '../problem.ts';
import { at, type Checking, each } from './checking.ts';

/**
 * The last test of an entry point is to begin it, with its first persona. Only tried where nothing else is
 * wrong: other checks say the same more plainly.
 */
export function beginningProblems(checking: Checking, found: readonly Problem[]): readonly Problem[] {
  const broken = new Set(
    [...found, ...checking.ordered.problems].filter(isError).map(({ packId }) => packId),
  );
  for (const { manifest, problems } of checking.ordered.packs) {
    if (problems.some(isError)) broken.add(manifest.id);
  }
  const isBroken = ({ packId }: Content) =>
    [...(checking.ordered.closures.get(packId) ?? [])].some((id) => broken.has(id));
  return each(checking, 'entry_point')
    .filter((entry) => !isBroken(entry))
    .flatMap((entry) => failedBeginning(checking, entry));
}

function failedBeginning(checking: Checking, entry: Content<'entry_point'>): readonly Problem[] {
  const start = beginCampaign(checking.library, entry.id);
  if (!isRejection(start)) return [];
  const message = `A campaign cannot begin here: ${start.reason}`;
  const advice = 'Mend what the sentence names.';
  return [at(checking, entry, start.path ?? [], { code: 'cannot-begin', message, advice })];
}
