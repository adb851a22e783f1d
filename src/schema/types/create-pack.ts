import type { Problem } from '#engine/content/problem.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import { authoredData, authoredInput } from '../authored-input/authored-input.ts';
import type { AuthoredInput } from '../authored-input/input-type.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { AuthoredPack, findPackSource, type PackSource } from './authored-pack.ts';
import { ContentRefused, contentRefused } from './content-refused.ts';
import { type Failure, InvalidInput } from './failure.ts';
import { PackProblem } from './pack-problem.ts';
import { failureOf } from './save-content.ts';

const AuthoredPackInput = authoredInput('pack', 'AuthoredPackInput', 'What a pack says of itself.');

const CreatePackInput = builder.inputType('CreatePackInput', {
  description: 'A homebrew pack to be begun.',
  fields: (t) => ({
    id: t.string({
      required: true,
      description: 'The id it gives itself: lower-case words joined by _ or -, not taken by another pack.',
    }),
    pack: t.field({
      type: AuthoredPackInput,
      required: true,
      description:
        'What it says of itself. It begins as version 1.0.0 of the layer HOMEBREW unless this says otherwise.',
    }),
  }),
});

type Created = { readonly pack: PackSource; readonly problems: readonly Problem[] };

const CreatePackPayload = builder.objectRef<Created>('CreatePackPayload').implement({
  description: 'The pack is there, still empty.',
  fields: (t) => ({
    pack: t.expose('pack', { type: AuthoredPack, description: 'The pack.' }),
    problems: t.expose('problems', {
      type: [PackProblem],
      description: 'What did not stand in the way and would be better mended.',
    }),
  }),
});

const CreatePackResult = builder.unionType('CreatePackResult', {
  description: 'The pack, or why there is none.',
  types: [CreatePackPayload, ContentRefused, InvalidInput],
  resolveType: (result) => ('failure' in result ? result.failure : 'CreatePackPayload'),
});

builder.mutationField('createPack', (t) =>
  t.field({
    type: CreatePackResult,
    description: 'Begins a homebrew pack, which is kept in the database and can be exported as a folder.',
    args: { input: t.arg({ type: CreatePackInput, required: true, description: 'The pack.' }) },
    resolve: (_root, { input: { id, pack } }, context) => create(id, pack, context),
  }),
);

async function create(id: string, given: AuthoredInput, context: Context): Promise<Created | Failure> {
  const result = await context.authoring.createPack({ id, ...authoredData('pack', given) });
  if (isRejection(result)) return failureOf(result);
  if (!result.saved) return contentRefused(result.problems);
  context.renewPacks();
  const pack = await findPackSource(id, context);
  if (pack === null) throw new Error(`the pack ${id} was begun and is not there`);
  return { pack, problems: result.problems };
}
