import type { CheckTarget } from '#engine/authoring/authoring-service.ts';
import type { CheckReport } from '#engine/content/check-pack.ts';
import type { PackFile } from '#engine/content/pack-files.ts';
import type { Problem } from '#engine/content/problem.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { type AuthoredInput, defineAuthoredInput, toAuthoredData } from '../../input/authored-input.ts';
import { createNotFound, type Failure, Forbidden, InvalidInput, NotFound } from '../failure.ts';
import { AS_AUTHOR_ARGUMENT } from './acting-role.ts';
import { ContentOverride } from './authored-content.ts';
import { AuthoredPack, findPackSource, type PackSource } from './authored-pack.ts';
import { ContentRefused, PackProblem, toContentRefused } from './pack-problem.ts';
import { toAuthoringFailure } from './save-content.ts';

const AuthoredPackInput = defineAuthoredInput('pack', 'AuthoredPackInput', 'Manifest of a pack.');

const CreatePackInput = builder.inputType('CreatePackInput', {
  description: 'A homebrew pack to be begun.',
  fields: (t) => ({
    id: t.id({
      required: true,
      description: 'The id it gives itself: lower-case words joined by _ or -, not taken by another pack.',
    }),
    pack: t.field({
      type: AuthoredPackInput,
      required: true,
      description: 'Manifest of the pack. Default: version 1.0.0 in layer HOMEBREW.',
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
      description: 'Warnings. They did not prevent the change.',
    }),
  }),
});

const CreatePackResult = builder.unionType('CreatePackResult', {
  description: 'The pack, or why there is none.',
  types: [CreatePackPayload, ContentRefused, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'CreatePackPayload'),
});

builder.mutationField('createPack', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: CreatePackResult,
    description: 'Begins a homebrew pack, which is kept in the database and can be exported as a folder.',
    args: { input: t.arg({ type: CreatePackInput, required: true, description: 'The pack.' }) },
    resolve: (_root, { input: { id, pack } }, context) => create(id, pack, context),
  }),
);

async function create(id: string, given: AuthoredInput, context: Context): Promise<Created | Failure> {
  const result = await context.authoring.createPack({ id, ...toAuthoredData('pack', given) });
  if (isRejection(result)) return toAuthoringFailure(result);
  if (!result.saved) return toContentRefused(result.problems);
  context.renewPacks();
  const pack = await findPackSource(id, context);
  if (pack === null) throw new Error(`the pack ${id} was begun and is not there`);
  return { pack, problems: result.problems };
}

const CheckPackInput = builder.inputType('CheckPackInput', {
  description: 'Target of the check: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    packId: t.id({ description: 'A loaded or homebrew pack, by the id it gives itself.' }),
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
    problems: t.expose('problems', { type: [PackProblem], description: 'Problems, file by file.' }),
    overrides: t.expose('overrides', {
      type: [ContentOverride],
      description: 'Fields these packs replace in lower packs.',
    }),
  }),
});

const CheckPackResult = builder.unionType('CheckPackResult', {
  description: 'The report, or why nothing could be checked.',
  types: [PackReport, NotFound, InvalidInput, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'PackReport'),
});

builder.queryField('checkPack', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: CheckPackResult,
    description: 'Checks a pack as it stands now, with everything that can be known about it.',
    args: {
      input: t.arg({ type: CheckPackInput, required: true, description: 'Target of the check.' }),
      as: t.arg(AS_AUTHOR_ARGUMENT),
    },
    resolve: (_root, { input }, context) => report(input, context),
  }),
);

type Input = { readonly packId?: string | null | undefined; readonly folder?: string | null | undefined };

async function report({ packId, folder }: Input, { authoring }: Context): Promise<CheckReport | Failure> {
  const field = packId == null ? 'folder' : 'packId';
  const target: CheckTarget = packId == null ? { folder: folder ?? '' } : { packId };
  const result = await authoring.check(target);
  return isRejection(result) ? createNotFound(['input', field], result.reason) : result;
}

/** Text or image of a pack. */
type FileToWrite = PackFile & { readonly bytes: Uint8Array | null };

const ExportedFile = builder.objectRef<FileToWrite>('ExportedFile').implement({
  description: 'A file of a pack.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Path from the root of the pack, with forward slashes.',
    }),
    text: t.exposeString('text', { description: 'Everything in it, in UTF-8; empty for an image.' }),
    base64: t.string({
      nullable: true,
      description: 'The bytes of an image; null for a text.',
      resolve: ({ bytes }) => (bytes === null ? null : Buffer.from(bytes).toString('base64')),
    }),
  }),
});

type Exported = { readonly files: readonly FileToWrite[] };

const ExportPackPayload = builder.objectRef<Exported>('ExportPackPayload').implement({
  description:
    'The pack as a folder would hold it: written to files, it passes the checker and loads as the same pack.',
  fields: (t) => ({
    files: t.expose('files', { type: [ExportedFile], description: 'Its files, secrets included.' }),
  }),
});

const ExportPackResult = builder.unionType('ExportPackResult', {
  description: 'The files, or why there are none.',
  types: [ExportPackPayload, NotFound, InvalidInput, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'ExportPackPayload'),
});

const ExportPackInput = builder.inputType('ExportPackInput', {
  description: 'The pack to export.',
  fields: (t) => ({
    packId: t.id({ required: true, description: 'The id the pack gives itself.' }),
    as: t.field(AS_AUTHOR_ARGUMENT),
  }),
});

builder.mutationField('exportPack', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: ExportPackResult,
    description:
      'Gives a loaded or homebrew pack as files. The server itself writes nothing: you put them where you like.',
    args: { input: t.arg({ type: ExportPackInput, required: true, description: 'The pack to export.' }) },
    resolve: (_root, { input: { packId } }, context) => exported(packId, context),
  }),
);

async function exported(packId: string, { authoring }: Context): Promise<Exported | Failure> {
  const files = await authoring.filesOf(packId);
  if (files === null) return createNotFound(['input', 'packId'], `there is no pack ${packId}.`);
  const images = await authoring.imagesOf(packId);
  return {
    files: [
      ...files.map((file) => ({ ...file, bytes: null })),
      ...images.map(({ path, bytes }) => ({ path, text: '', bytes })),
    ],
  };
}
