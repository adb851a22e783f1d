import type { SavedVersion } from '#engine/authoring/authoring-service.ts';
import type { HomebrewContent } from '#engine/content/homebrew-pack.ts';
import type { Override } from '#engine/content/library.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import {
  defineConnectionNames,
  paginateList,
  parseNumberKey,
  toConnection,
  toPageRequest,
} from '../../connection.ts';
import type { Context } from '../../context.ts';
import { readFileShape, toApiKeys } from '../../input/file-shape.ts';
import { ContentKind } from '../content/content-kind.ts';
import { PackProblem } from './pack-problem.ts';
import { compilePromptSegments, PromptSegment } from './prompt-segment.ts';

/** Never a node: see `PromptSegment`. */
const ContentVersion = builder.objectRef<SavedVersion>('ContentVersion').implement({
  description: 'A content as it was saved once. It never changes.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Its number, counted from 1.' }),
    isActive: t.exposeBoolean('active', {
      description: 'Whether it was part of its pack; false for the version that withdrew it.',
    }),
    savedAt: t.expose('savedAt', { type: 'DateTime', description: 'Time of saving.' }),
    input: t.field({
      type: 'JSON',
      description: 'Content fields, in the input format of the mutation that saves its kind.',
      resolve: ({ kind, data }) => toApiKeys(readFileShape(kind === 'manifest' ? 'pack' : kind), data),
    }),
    text: t.exposeString('body', { description: 'The text below its fields.' }),
    segments: t.field({
      type: [PromptSegment],
      description: 'The prompt segments it was compiled to, among the rest of its pack as it was then.',
      resolve: async ({ packId, id, revision }, _args, { authoring, authored }) => {
        const library = await authoring.libraryAt(packId, revision);
        const off = await authored().segmentsOff();
        return [...compilePromptSegments(library, library.findAny(`${packId}:${id}`), off)];
      },
    }),
  }),
});

export const ContentOverride = builder.objectRef<Override>('ContentOverride').implement({
  description: 'A field that a pack of a higher layer has replaced.',
  fields: (t) => ({
    contentId: t.exposeID('target', {
      description: 'Id of the overridden content: `neo_seattle:viktor`.',
    }),
    field: t.exposeString('field', { description: 'The field; `text` for the text below the fields.' }),
    byPackId: t.exposeID('byPackId', { description: 'The pack that replaced it.' }),
    file: t.exposeString('file', { description: 'The file of that pack.' }),
    line: t.exposeInt('line', { description: 'The line in that file.' }),
  }),
});

/** Content as its author wrote it. */
export type ContentSource = HomebrewContent & {
  readonly packId: string;
  /** False for withdrawn content. */
  readonly isActive: boolean;
};

const fullId = ({ packId, id }: Pick<ContentSource, 'packId' | 'id'>) => `${packId}:${id}`;

/** Never a node: clients reach it only through `authoring`, where they name their role. */
export const AuthoredContent = builder.objectRef<ContentSource>('AuthoredContent');

AuthoredContent.implement({
  subGraphs: AUTHORING_ONLY,
  description: 'All of a content, as its author wrote it. It holds what players must not know.',
  fields: (t) => ({
    contentId: t.id({
      description: 'Its id among all packs: `neo_seattle:viktor`.',
      resolve: (authored) => fullId(authored),
    }),
    packId: t.exposeID('packId', { description: 'The pack it belongs to.' }),
    id: t.exposeID('id', { description: 'Its id within the pack, as the save mutations take it.' }),
    kind: t.field({ type: ContentKind, description: 'Kind.', resolve: ({ kind }) => kind }),
    name: t.string({
      description: 'Name.',
      resolve: (authored, _args, { library }) => {
        const { name } = authored.data;
        return library().findAny(fullId(authored))?.name ?? (typeof name === 'string' ? name : authored.id);
      },
    }),
    isActive: t.exposeBoolean('isActive', {
      description: 'Whether it is part of its pack; false once withdrawn.',
    }),
    isPlayable: t.boolean({
      description: 'Whether it is loaded: its pack has no errors and it is not withdrawn.',
      resolve: (authored, _args, { library }) => library().findAny(fullId(authored)) !== null,
    }),
    input: t.field({
      type: 'JSON',
      description: 'Input of the mutation that saves its kind. Change it and send it back.',
      resolve: ({ kind, data }) => toApiKeys(readFileShape(kind), data),
    }),
    text: t.exposeString('body', {
      description:
        'The Markdown below its fields. A heading that ends in {gm} begins a section players never see.',
    }),
  }),
});

builder.objectFields(AuthoredContent, (t) => ({
  segments: t.field({
    type: [PromptSegment],
    description: 'The prompt segments it is compiled to; none for lore, which is searched instead.',
    resolve: async (authored, _args, { library, authored: reads }) => {
      const content = library().findAny(fullId(authored));
      return [...compilePromptSegments(library(), content, await reads().segmentsOff())];
    },
  }),
  overriddenBy: t.field({
    type: [ContentOverride],
    description: 'Overrides by packs of higher layers.',
    resolve: (authored, _args, { library }) => [...(library().findAny(fullId(authored))?.overriddenBy ?? [])],
  }),
  problems: t.field({
    type: [PackProblem],
    description: 'Problems found in it.',
    resolve: (authored, _args, { library }) => {
      const file = library().findAny(fullId(authored))?.file;
      return library().problems.filter((one) => one.packId === authored.packId && one.file === file);
    },
  }),
  version: t.int({
    nullable: true,
    description: 'The number of its latest version; null for a pack of a folder, which has only this one.',
    resolve: async ({ packId, id }, _args, { authored }) =>
      (await authored().rows(packId)).find((row) => row.id === id)?.version,
  }),
  versions: t.connection(
    {
      type: ContentVersion,
      description: 'Every version that was saved through the API, oldest first.',
      resolve: async ({ packId, id }, args, { authoring }) => {
        const request = toPageRequest(args, parseNumberKey);
        const versions = await authoring.versionsOf(packId, id);
        return toConnection(
          paginateList(versions, request, ({ version }) => version),
          request,
          ({ version }) => version,
        );
      },
    },
    ...defineConnectionNames('ContentVersion', 'versions'),
  ),
}));

/** Finds `pack:id` as its author wrote it; returns null when there is no such content. */
export async function findContentSource(
  contentId: string,
  { authored }: Context,
): Promise<ContentSource | null> {
  const [packId = '', id] = contentId.split(':');
  const source = await authored().source(packId);
  const content = source?.contents.find((one) => one.id === id);
  if (content !== undefined) return { ...content, packId, isActive: true };
  const row = (await authored().rows(packId)).find((one) => one.id === id);
  if (row === undefined || row.kind === 'manifest') return null;
  const { kind, data, body } = row;
  return { packId, kind, id: row.id, data, body, isActive: row.active };
}
