import type { PackFile } from '#engine/content/pack-files.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { AS_AUTHOR } from './acting-as.ts';
import { type Failure, NotFound, notFound } from './failure.ts';

const ExportedFile = builder.objectRef<PackFile>('ExportedFile').implement({
  description: 'A file of a pack.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Where it belongs, from the top of the pack, with forward slashes.',
    }),
    text: t.exposeString('text', { description: 'Everything in it, in UTF-8.' }),
  }),
});

type Exported = { readonly files: readonly PackFile[] };

const ExportPackPayload = builder.objectRef<Exported>('ExportPackPayload').implement({
  description:
    'The pack as a folder would hold it: written to files, it passes the checker and loads as the same pack.',
  fields: (t) => ({
    files: t.expose('files', { type: [ExportedFile], description: 'Its files, secrets included.' }),
  }),
});

const ExportPackResult = builder.unionType('ExportPackResult', {
  description: 'The files, or why there are none.',
  types: [ExportPackPayload, NotFound],
  resolveType: (result) => ('failure' in result ? result.failure : 'ExportPackPayload'),
});

builder.mutationField('exportPack', (t) =>
  t.field({
    type: ExportPackResult,
    description:
      'Gives a loaded or homebrew pack as files. The server itself writes nothing: you put them where you like.',
    args: {
      packId: t.arg.string({ required: true, description: 'The id the pack gives itself.' }),
      as: t.arg(AS_AUTHOR),
    },
    resolve: (_root, { packId }, context) => exported(packId, context),
  }),
);

async function exported(packId: string, { authoring }: Context): Promise<Exported | Failure> {
  const files = await authoring.filesOf(packId);
  return files === null ? notFound(['packId'], `there is no pack ${packId}.`) : { files };
}
