import type { Problem } from '#engine/content/problem.ts';
import { importChat, importFile } from '#engine/interchange/import-file.ts';
import type { FieldOutcome, ImportedPack, ReportLine } from '#engine/interchange/import-report.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { FilePart } from '../../input/campaign-uploads.ts';
import { findPlayerContent } from '../../views/pack-contents.ts';
import { EntryPoint } from '../content/entry-point.ts';
import { createInvalidInput, type Failure, Forbidden, InvalidInput, NotFound } from '../failure.ts';
import { ImportPartInput, ImportPartPayload } from '../play/campaign-files.ts';
import { ContentRefused, PackProblem, toContentRefused } from './pack-problem.ts';
import { toAuthoringFailure } from './save-content.ts';

const ImportOutcome = builder.enumType('ImportOutcome', {
  description: 'What became of a field of an imported file.',
  values: {
    USED: { value: 'used', description: 'It is in the pack as it was.' },
    CHANGED: { value: 'changed', description: 'It is in the pack in another form.' },
    KEPT: { value: 'kept', description: 'It has no part in play and is written back on export.' },
    LEFT_OUT: { value: 'left-out', description: 'It is lost.' },
  } as const satisfies Record<string, { readonly value: FieldOutcome; readonly description: string }>,
});

const ImportReportLine = builder.objectRef<ReportLine>('ImportReportLine').implement({
  description: 'What became of one field of an imported file, and why.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field as the file names it: `data.first_mes`.' }),
    outcome: t.expose('outcome', { type: ImportOutcome, description: 'Outcome.' }),
    to: t.exposeString('to', { nullable: true, description: 'Where it went; null when it went nowhere.' }),
    note: t.exposeString('note', { description: 'Reason; empty when there is nothing to say.' }),
  }),
});

type Imported = Pick<ImportedPack, 'format' | 'report'> & {
  readonly packId: string;
  readonly problems: readonly Problem[];
};

const ImportFilePayload = builder.objectRef<Imported>('ImportFilePayload').implement({
  description: 'The file is a homebrew pack now and can be played.',
  fields: (t) => ({
    packId: t.exposeID('packId', { description: 'The id of the homebrew pack, for authors.' }),
    format: t.exposeString('format', { description: 'What the file was: `character card V3 (PNG)`.' }),
    entryPoint: t.field({
      type: EntryPoint,
      nullable: true,
      description: 'Where its story begins. Pass its id to `startCampaign`. Null when it has none.',
      resolve: ({ packId }, _args, { library }) =>
        findPlayerContent(library(), 'entry_point', `${packId}:the_meeting`),
    }),
    report: t.expose('report', {
      type: [ImportReportLine],
      description: 'What became of every field.',
    }),
    problems: t.expose('problems', {
      type: [PackProblem],
      description: 'Warnings. They did not prevent the import.',
    }),
  }),
});

const ImportFileResult = builder.unionType('ImportFileResult', {
  description: 'The pack, that more of the file is awaited, or why nothing was imported.',
  types: [ImportFilePayload, ImportPartPayload, ContentRefused, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => {
    if ('failure' in result) return result.failure;
    return 'packId' in result ? 'ImportFilePayload' : 'ImportPartPayload';
  },
});

const ImportFileInput = builder.inputType('ImportFileInput', {
  description: 'A character card (V1, V2, V3 as JSON, PNG or CHARX), a lorebook, or a chat.',
  fields: (t) => ({
    file: t.string({ required: true, description: 'The file, or a part of it, in base64.' }),
    fileName: t.string({ required: true, description: 'Its name with the ending: `alice.png`.' }),
    part: t.field({ type: ImportPartInput, description: 'Part number; omitted for a whole file.' }),
    chat: t.string({
      description:
        'A chat (JSONL) with the character of the card, in base64. It becomes history and memories.',
    }),
    packId: t.id({
      description: 'Id of the pack to be made. Default: one made of the name, and the next free one.',
    }),
    personaName: t.string({
      description:
        'Name of the player’s character, for `{{user}}`. Default: the visitor of the pack `just_talk`.',
    }),
    allowsPrompts: t.boolean({
      description:
        'Whether instructions to the model that stand in the file may reach it. They are somebody else’s. Default false.',
    }),
  }),
});

builder.mutationField('importFile', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: ImportFileResult,
    description:
      'Makes a homebrew pack of a file of another program, all of it or nothing, and reports what became of every field. A request has at most `LIMIT_BODY_BYTES`: longer files come in parts.',
    args: { input: t.arg({ type: ImportFileInput, required: true, description: 'The file.' }) },
    resolve: (_root, { input }, context) => takeIn(input, context),
  }),
);

type Input = typeof ImportFileInput.$inferInput;
type Result = Imported | { readonly received: number; readonly of: number } | Failure;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

async function takeIn(input: Input, context: Context): Promise<Result> {
  for (const field of ['file', 'chat'] as const) {
    const given = input[field];
    if (given != null && (given === '' || !BASE64.test(given)))
      return createInvalidInput(['input', field], 'It is not base64.');
  }
  const bytes = receive(Buffer.from(input.file, 'base64'), input.part ?? null, context);
  if (isRejection(bytes))
    return toAuthoringFailure({ ...bytes, path: [...(bytes.path ?? ['file'])].slice(-1) });
  if ('received' in bytes) return bytes;
  const imported = convert(bytes, input);
  if (isRejection(imported)) return createInvalidInput(['input', 'file'], imported.reason);
  const created = await context.authoring.createPackWithContents(imported.pack, imported.images);
  if (isRejection(created)) return toAuthoringFailure(created);
  if (!created.saved) return toContentRefused(created.problems);
  context.renewPacks();
  const { format, report } = imported;
  return { format, report, packId: created.packId, problems: created.problems };
}

function receive(
  bytes: Uint8Array,
  part: FilePart | null,
  { uploads, access }: Context,
): Uint8Array | { readonly received: number; readonly of: number } | Rejection {
  if (part === null) return bytes;
  const received = uploads.add(access.viewer.id, part, bytes);
  if (isRejection(received) || received.type === 'part') return received;
  return received.bytes;
}

function convert(bytes: Uint8Array, input: Input): ImportedPack | Rejection {
  const card = importFile(
    { name: input.fileName.slice(0, 200), bytes },
    {
      packId: input.packId ?? undefined,
      persona: input.personaName?.trim() || undefined,
      allowPrompts: input.allowsPrompts === true,
    },
  );
  if (isRejection(card) || input.chat == null) return card;
  return importChat(card, { name: 'chat', bytes: Buffer.from(input.chat, 'base64') });
}
