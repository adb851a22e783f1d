import { builder } from '../builder.ts';
import { AS_AUTHOR } from './acting-as.ts';
import { AuthoredContent, findAuthored } from './authored-content.ts';
import { AuthoredPack, findPackSource } from './authored-pack.ts';
import { PackProblem } from './pack-problem.ts';

type Desk = Readonly<Record<string, never>>;

const AuthoringDesk = builder.objectRef<Desk>('AuthoringDesk').implement({
  description: 'Everything authors may read: packs and contents whole, secrets included.',
  fields: (t) => ({
    homebrewPacks: t.field({
      type: [AuthoredPack],
      description: 'The packs made through the API, whether they can be played or not.',
      resolve: async (_desk, _args, context) => {
        const ids = [...context.shelf.homebrewIds()];
        const found = await Promise.all(ids.map((id) => findPackSource(id, context)));
        return found.flatMap((pack) => pack ?? []);
      },
    }),
    pack: t.field({
      type: AuthoredPack,
      nullable: true,
      description: 'A loaded or homebrew pack by its id; null when there is none.',
      args: { packId: t.arg.string({ required: true, description: 'The id it gives itself.' }) },
      resolve: (_desk, { packId }, context) => findPackSource(packId, context),
    }),
    content: t.field({
      type: AuthoredContent,
      nullable: true,
      description: 'A content by its id, hidden and withdrawn ones included; null when there is none.',
      args: { contentId: t.arg.string({ required: true, description: 'Its id: `neo_seattle:viktor`.' }) },
      resolve: (_desk, { contentId }, context) => findAuthored(contentId, context),
    }),
    problems: t.field({
      type: [PackProblem],
      description:
        'What should be mended in everything that was read, packs left out because of it included.',
      resolve: (_desk, _args, { library }) => [...library().problems],
    }),
  }),
});

builder.queryField('authoring', (t) =>
  t.field({
    type: AuthoringDesk,
    description: 'What authors read and players must not know.',
    args: { as: t.arg(AS_AUTHOR) },
    resolve: () => ({}),
  }),
);
