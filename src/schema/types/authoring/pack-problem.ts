import type { Problem } from '#engine/content/problem.ts';
import { builder } from '../../builder.ts';
import { type Failure, FailureInterface } from '../failure.ts';

const ProblemSeverity = builder.enumType('ProblemSeverity', {
  description: 'Severity of a problem: whether it has to be fixed.',
  values: {
    ERROR: { value: 'error', description: 'The pack cannot be played with it.' },
    WARNING: { value: 'warning', description: 'The pack can be played, and would be better without it.' },
  } as const,
});

export const PackProblem = builder.objectRef<Problem>('PackProblem').implement({
  description: 'Something an author should mend. It may quote what players must not know.',
  fields: (t) => ({
    severity: t.field({
      type: ProblemSeverity,
      description: 'Severity: whether it has to be fixed.',
      resolve: ({ severity }) => severity,
    }),
    code: t.exposeString('code', { description: 'Stable and meant for programs: `unknown-reference`.' }),
    packId: t.exposeID('packId', {
      description: 'The id of the pack; the name of its folder when it has no usable one.',
    }),
    file: t.exposeString('file', {
      description:
        'The file, from the top of the pack; empty when the pack as a whole is meant. A homebrew pack is told as the files it would be exported as.',
    }),
    line: t.exposeInt('line', { description: 'The line, counted from 1.' }),
    column: t.exposeInt('column', { description: 'The column, counted from 1.' }),
    field: t.exposeString('field', {
      description: 'The field at fault as files name it: `cast.0.character`; empty when no field is.',
    }),
    message: t.exposeString('message', { description: 'Description of the problem.' }),
    advice: t.exposeString('advice', { description: 'Suggested correction.' }),
  }),
});

type Refused = Failure & { readonly problems: readonly Problem[] };

export const ContentRefused = builder.objectRef<Refused>('ContentRefused').implement({
  description: 'Nothing was saved: the pack could not be played with it. All problems are told at once.',
  interfaces: [FailureInterface],
  fields: (t) => ({
    problems: t.expose('problems', {
      type: [PackProblem],
      description: 'Errors to fix, file by file.',
    }),
  }),
});

/** Converts errors of the pack checker into a failure. */
export function toContentRefused(problems: readonly Problem[]): Refused {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const message = `${first?.message ?? 'The pack cannot be played.'} ${first?.advice ?? ''}${others}`.trim();
  return { failure: 'ContentRefused', code: 'CONTENT_REFUSED', message, path: ['input'], problems };
}
