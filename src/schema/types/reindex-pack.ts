import { isRejection } from '#engine/kit/rejection.ts';
import type { IndexStats } from '#retrieval/lore-index.ts';
import { builder } from '../builder.ts';
import { AS_AUTHOR } from './acting-as.ts';
import { NotFound, notFound } from './failure.ts';
import { Pack } from './pack.ts';
import { PackIndex } from './pack-index.ts';

type Reindexed = { readonly index: IndexStats };

const ReindexPackPayload = builder.objectRef<Reindexed>('ReindexPackPayload').implement({
  description:
    'The pack was indexed anew. It can be found by its words; `indexProgress` tells of its vectors.',
  fields: (t) => ({
    index: t.expose('index', { type: PackIndex, description: 'How much of it can be found already.' }),
  }),
});

const ReindexPackResult = builder.unionType('ReindexPackResult', {
  description: 'The index, or why there is none.',
  types: [ReindexPackPayload, NotFound],
  resolveType: (result) => ('failure' in result ? result.failure : 'ReindexPackPayload'),
});

builder.mutationField('reindexPack', (t) =>
  t.field({
    type: ReindexPackResult,
    description:
      'Makes the lore index of a loaded pack anew, vectors included: the cure when the embedding model was changed. Until it is done the old one serves.',
    args: {
      packId: t.arg.globalID({ required: true, for: Pack, description: 'The pack.' }),
      as: t.arg(AS_AUTHOR),
    },
    resolve: async (_root, { packId }, { lore }) => {
      const index = await lore.reindex(packId.id);
      return isRejection(index) ? notFound(['packId'], index.reason) : { index };
    },
  }),
);
