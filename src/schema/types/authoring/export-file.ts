import type { PackImageFile } from '#engine/authoring/authoring-service.ts';
import type { HomebrewPack, JsonData } from '#engine/content/homebrew-pack.ts';
import { exportCard, listCardAssets, writeCardPng, writeCharx } from '#engine/interchange/export-card.ts';
import { exportLorebook } from '#engine/interchange/export-lorebook.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { createNotFound, type Failure, Forbidden, InvalidInput, NotFound } from '../failure.ts';
import { toAuthoringFailure } from './save-content.ts';

/** A file to be saved by the client. */
export type WrittenFile = { readonly fileName: string; readonly bytes: Uint8Array };

export const WrittenFilePayload = builder.objectRef<WrittenFile>('WrittenFilePayload').implement({
  description: 'A file to be saved.',
  fields: (t) => ({
    fileName: t.exposeString('fileName', { description: 'File name with its ending.' }),
    file: t.string({
      description: 'Everything in it, in base64.',
      resolve: ({ bytes }) => Buffer.from(bytes).toString('base64'),
    }),
    bytes: t.int({ description: 'File size in bytes.', resolve: ({ bytes }) => bytes.length }),
  }),
});

const ExportFileResult = builder.unionType('ExportFileResult', {
  description: 'The file, or why there is none.',
  types: [WrittenFilePayload, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'WrittenFilePayload'),
});

const CardFormat = builder.enumType('CardFormat', {
  description: 'Form of a character card.',
  values: {
    JSON: { value: 'json', description: 'A JSON file.' },
    PNG: { value: 'png', description: 'A picture with the card in it.' },
    CHARX: { value: 'charx', description: 'An archive of the card and its pictures.' },
  } as const,
});

const ExportCardInput = builder.inputType('ExportCardInput', {
  description: 'A character to be written as a card.',
  fields: (t) => ({
    characterId: t.id({ required: true, description: 'The character: `my_pack:alice`.' }),
    format: t.field({ type: CardFormat, defaultValue: 'json', description: 'Form of the card.' }),
  }),
});

builder.mutationField('exportCard', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: ExportFileResult,
    description:
      'Writes a character as a character card of V3. One that was imported comes back with every field it had. What a character withholds is not written.',
    args: { input: t.arg({ type: ExportCardInput, required: true, description: 'The character.' }) },
    resolve: (_root, { input }, context) => writeCard(input.characterId, input.format ?? 'json', context),
  }),
);

async function writeCard(
  characterId: string,
  format: 'json' | 'png' | 'charx',
  context: Context,
): Promise<WrittenFile | Failure> {
  const [packId = '', localId = ''] = characterId.split(':');
  const pack: HomebrewPack | null = await context.authored().source(packId);
  const card = pack === null ? null : exportCard(pack, localId);
  if (card === null || isRejection(card))
    return createNotFound(['input', 'characterId'], `there is no character ${characterId.slice(0, 100)}.`);
  const character = pack?.contents.find(({ kind, id }) => kind === 'character' && id === localId);
  const images = format === 'json' ? [] : await context.authoring.imagesOf(packId);
  const bytes =
    format === 'json' ? toBytes(card) : writePictured(card, format, character?.data ?? {}, images);
  return isRejection(bytes) ? toAuthoringFailure(bytes) : { fileName: `${localId}.${format}`, bytes };
}

/** Writes a card with the pictures of its character. */
function writePictured(
  card: JsonData,
  format: 'png' | 'charx',
  data: JsonData,
  images: readonly PackImageFile[],
): Uint8Array | Rejection {
  const byPath = new Map(images.map(({ path, bytes }) => [path, bytes]));
  if (format === 'png') return writeCardPng(card, byPath.get(String(data.portrait)) ?? null);
  const files = listCardAssets(data).flatMap(({ path, image }): [string, Uint8Array][] => {
    const bytes = byPath.get(image);
    return bytes === undefined ? [] : [[path, bytes]];
  });
  return writeCharx(card, new Map(files));
}

const ExportLorebookInput = builder.inputType('ExportLorebookInput', {
  description: 'A pack whose lore is to be written as a lorebook.',
  fields: (t) => ({ packId: t.id({ required: true, description: 'The id the pack gives itself.' }) }),
});

builder.mutationField('exportLorebook', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: ExportFileResult,
    description: 'Writes the public lore of a pack as a lorebook of V3.',
    args: { input: t.arg({ type: ExportLorebookInput, required: true, description: 'The pack.' }) },
    resolve: (_root, { input }, context) => writeLorebook(input.packId, context),
  }),
);

async function writeLorebook(packId: string, context: Context): Promise<WrittenFile | Failure> {
  const pack: HomebrewPack | null = await context.authored().source(packId);
  if (pack === null) return createNotFound(['input', 'packId'], `there is no pack ${packId.slice(0, 100)}.`);
  const book = exportLorebook(pack);
  return isRejection(book)
    ? toAuthoringFailure(book)
    : { fileName: `${packId}.lorebook.json`, bytes: toBytes(book) };
}

function toBytes(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
