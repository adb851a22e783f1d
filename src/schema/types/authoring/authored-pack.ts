import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { defineConnectionNames, paginateContents } from '../../connection.ts';
import type { Context } from '../../context.ts';
import { readFileShape, toApiKeys } from '../../input/file-shape.ts';
import { ContentKind } from '../content/content-kind.ts';
import { AS_AUTHOR_ARGUMENT } from './acting-role.ts';
import { AuthoredContent, type ContentSource, findContentSource } from './authored-content.ts';
import { PackProblem } from './pack-problem.ts';

/** Pack as its author wrote it. */
export type PackSource = { readonly packId: string; readonly source: HomebrewPack };

/** Never a node: clients reach it only through `authoring`, where they name their role. */
export const AuthoredPack = builder.objectRef<PackSource>('AuthoredPack');

AuthoredPack.implement({
  subGraphs: AUTHORING_ONLY,
  description: 'All of a pack, as its author wrote it. It holds what players must not know.',
  fields: (t) => ({
    packId: t.exposeID('packId', { description: 'The id it gives itself.' }),
    version: t.string({
      description: 'Its version; a homebrew pack raises the last number with every change.',
      resolve: ({ source }) => String(source.manifest.version),
    }),
    isHomebrew: t.boolean({
      description: 'Whether it was made through the API and can be changed through it.',
      resolve: ({ packId }, _args, { packRepository }) => packRepository.homebrewIds().has(packId),
    }),
    isPlayable: t.boolean({
      description: 'Whether it is loaded: it has no errors, and neither have the packs it stands on.',
      resolve: ({ packId }, _args, { library }) => library().findPack(packId) !== null,
    }),
    input: t.field({
      type: 'JSON',
      description:
        'Its manifest as `createPack` takes it: the words it declares, what it stands on, its licence.',
      resolve: ({ source }) => toApiKeys(readFileShape('pack'), source.manifest),
    }),
    problems: t.field({
      type: [PackProblem],
      description: 'Problems found in it.',
      resolve: ({ packId }, _args, { library }) =>
        library().problems.filter((problem) => problem.packId === packId),
    }),
    contents: t.connection(
      {
        type: AuthoredContent,
        description: 'Contents of the pack, ordered by id.',
        args: {
          kind: t.arg({ type: ContentKind, description: 'Only what is of this kind.' }),
          withdrawn: t.arg.boolean({
            defaultValue: false,
            description: 'Whether to list what was withdrawn instead of what is there.',
          }),
        },
        resolve: async (pack, { kind, withdrawn, ...args }, context) => {
          const all = withdrawn === true ? await withdrawnFrom(pack, context) : contentsOf(pack);
          return paginateContents(
            all.filter((content) => kind == null || content.kind === kind),
            args,
          );
        },
      },
      ...defineConnectionNames('AuthoredContent', 'contents'),
    ),
  }),
});

/** Finds a pack as its author wrote it; returns null when there is no such pack. */
export async function findPackSource(packId: string, { authored }: Context): Promise<PackSource | null> {
  const source = await authored().source(packId);
  return source === null ? null : { packId, source };
}

function contentsOf({ packId, source }: PackSource): readonly ContentSource[] {
  return source.contents.map((content) => ({ ...content, packId, isActive: true }));
}

async function withdrawnFrom(
  { packId }: PackSource,
  { authored }: Context,
): Promise<readonly ContentSource[]> {
  return (await authored().rows(packId)).flatMap(({ kind, id, data, body, active }) =>
    active || kind === 'manifest' ? [] : [{ packId, kind, id, data, body, isActive: false }],
  );
}

type Desk = Readonly<Record<string, never>>;

const AuthoringDesk = builder.objectRef<Desk>('AuthoringDesk').implement({
  description: 'Everything authors may read: packs and contents whole, secrets included.',
  fields: (t) => ({
    homebrewPacks: t.field({
      type: [AuthoredPack],
      description: 'The packs made through the API, whether they can be played or not.',
      resolve: async (_desk, _args, context) => {
        const ids = [...context.packRepository.homebrewIds()];
        const found = await Promise.all(ids.map((id) => findPackSource(id, context)));
        return found.flatMap((pack) => pack ?? []);
      },
    }),
    pack: t.field({
      type: AuthoredPack,
      nullable: true,
      description: 'A loaded or homebrew pack by its id; null when there is none.',
      args: { packId: t.arg.id({ required: true, description: 'The id it gives itself.' }) },
      resolve: (_desk, { packId }, context) => findPackSource(packId, context),
    }),
    content: t.field({
      type: AuthoredContent,
      nullable: true,
      description: 'A content by its id, hidden and withdrawn ones included; null when there is none.',
      args: { contentId: t.arg.id({ required: true, description: 'Its id: `neo_seattle:viktor`.' }) },
      resolve: (_desk, { contentId }, context) => findContentSource(contentId, context),
    }),
    problems: t.field({
      type: [PackProblem],
      description: 'Problems in all packs that were read, including packs rejected because of them.',
      resolve: (_desk, _args, { library }) => [...library().problems],
    }),
  }),
});

builder.queryField('authoring', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: AuthoringDesk,
    nullable: true,
    description: 'Authoring data. Contains secrets players must not know.',
    args: { as: t.arg(AS_AUTHOR_ARGUMENT) },
    resolve: () => ({}),
  }),
);
