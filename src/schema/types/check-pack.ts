import type { CheckReport } from '#engine/content/check-pack.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { CheckTarget } from '../authoring.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { AS_AUTHOR } from './acting-as.ts';
import { ContentOverride } from './content-override.ts';
import { type Failure, NotFound, notFound } from './failure.ts';
import { PackProblem } from './pack-problem.ts';

const CheckPackInput = builder.inputType('CheckPackInput', {
  description: 'What to check: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    packId: t.string({ description: 'A loaded or homebrew pack, by the id it gives itself.' }),
    folder: t.string({
      description:
        'A folder within the server’s folder of packs; `.` is all of them. Nothing outside it is read.',
    }),
  }),
});

const PackReport = builder.objectRef<CheckReport>('PackReport').implement({
  description: 'Everything the checker found, in one run.',
  fields: (t) => ({
    checked: t.exposeStringList('checked', {
      description: 'The packs that were checked, by id; one without a usable manifest by its folder.',
    }),
    isPlayable: t.exposeBoolean('isPlayable', { description: 'Whether none of the problems is an error.' }),
    problems: t.expose('problems', { type: [PackProblem], description: 'What to mend, file by file.' }),
    overrides: t.expose('overrides', {
      type: [ContentOverride],
      description: 'What these packs replace in packs below them.',
    }),
  }),
});

const CheckPackResult = builder.unionType('CheckPackResult', {
  description: 'The report, or why nothing could be checked.',
  types: [PackReport, NotFound],
  resolveType: (result) => ('failure' in result ? result.failure : 'PackReport'),
});

builder.queryField('checkPack', (t) =>
  t.field({
    type: CheckPackResult,
    description: 'Checks a pack as it stands now, with everything that can be known about it.',
    args: {
      input: t.arg({ type: CheckPackInput, required: true, description: 'What to check.' }),
      as: t.arg(AS_AUTHOR),
    },
    resolve: (_root, { input }, context) => report(input, context),
  }),
);

type Input = { readonly packId?: string | null | undefined; readonly folder?: string | null | undefined };

async function report({ packId, folder }: Input, { authoring }: Context): Promise<CheckReport | Failure> {
  const field = packId == null ? 'folder' : 'packId';
  const target: CheckTarget = packId == null ? { folder: folder ?? '' } : { packId };
  const result = await authoring.check(target);
  return isRejection(result) ? notFound(['input', field], result.reason) : result;
}
