import type { Problem } from '#engine/content/problem.ts';
import { builder } from '../builder.ts';
import { type Failure, FailureInterface } from './failure.ts';
import { PackProblem } from './pack-problem.ts';

type Refused = Failure & { readonly problems: readonly Problem[] };

export const ContentRefused = builder.objectRef<Refused>('ContentRefused').implement({
  description: 'Nothing was saved: the pack could not be played with it. All problems are told at once.',
  interfaces: [FailureInterface],
  fields: (t) => ({
    problems: t.expose('problems', {
      type: [PackProblem],
      description: 'What has to be mended, file by file.',
    }),
  }),
});

/** The checker said no. */
export function contentRefused(problems: readonly Problem[]): Refused {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const message = `${first?.message ?? 'The pack cannot be played.'} ${first?.advice ?? ''}${others}`.trim();
  return { failure: 'ContentRefused', code: 'CONTENT_REFUSED', message, path: ['input'], problems };
}
