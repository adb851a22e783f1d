import { GraphQLError } from 'graphql';
import { isRejection } from '#engine/util/rejection.ts';
import type { IndexStats, IndexProgress as Progress } from '#retrieval/lore-index.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { AS_AUTHOR_ARGUMENT } from '../authoring/acting-role.ts';
import { Pack } from '../content/pack.ts';
import { createNotFound, Forbidden, InvalidInput, NotFound } from '../failure.ts';

const PackIndex = builder.objectRef<IndexStats>('PackIndex').implement({
  subGraphs: AUTHORING_ONLY,
  description: 'Search index of a pack.',
  fields: (t) => ({
    chunks: t.exposeInt('chunks', { description: 'Stretches of text that can be found by their words.' }),
    totalTokens: t.exposeInt('totalTokens', { description: 'Total size in tokens.' }),
    vectors: t.exposeInt('vectors', { description: 'Number of chunks that can be found by meaning.' }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'Model of the vectors: `gte-small/int8`; null when there are none.',
    }),
    lastIndexed: t.expose('lastIndexed', {
      type: 'DateTime',
      description: 'Time its text was last indexed.',
    }),
  }),
});

builder.objectField(Pack, 'index', (t) =>
  t.field({
    type: PackIndex,
    nullable: true,
    description: 'Search index of the pack; null while nothing is indexed.',
    resolve: ({ id }, _args, { lore }) => lore.statsOf(id),
  }),
);

type Reindexed = { readonly index: IndexStats };

const ReindexPackPayload = builder.objectRef<Reindexed>('ReindexPackPayload').implement({
  description:
    'The pack was indexed anew. It can be found by its words; `indexProgress` tells of its vectors.',
  fields: (t) => ({
    index: t.expose('index', { type: PackIndex, description: 'Current search index of the pack.' }),
  }),
});

const ReindexPackResult = builder.unionType('ReindexPackResult', {
  description: 'The index, or why there is none.',
  types: [ReindexPackPayload, NotFound, InvalidInput, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'ReindexPackPayload'),
});

const ReindexPackInput = builder.inputType('ReindexPackInput', {
  description: 'The pack to index.',
  fields: (t) => ({
    packId: t.globalID({ required: true, for: Pack, description: 'The pack.' }),
    as: t.field(AS_AUTHOR_ARGUMENT),
  }),
});

builder.mutationField('reindexPack', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: ReindexPackResult,
    description:
      'Makes the lore index of a loaded pack anew, vectors included: the cure when the embedding model was changed. Until it is done the old one serves.',
    args: { input: t.arg({ type: ReindexPackInput, required: true, description: 'The pack to index.' }) },
    resolve: async (_root, { input: { packId } }, { lore }) => {
      const index = await lore.reindex(packId.id);
      return isRejection(index) ? createNotFound(['input', 'packId'], index.reason) : { index };
    },
  }),
);

const IndexPhase = builder.enumType('IndexPhase', {
  description: 'Phase of indexing.',
  values: {
    FULL_TEXT: { value: 'full-text', description: 'Words. Once done, everything can be found by them.' },
    VECTORS: { value: 'vectors', description: 'Meanings, in the background.' },
    READY: { value: 'ready', description: 'Nothing: all of it can be found.' },
    STOPPED: { value: 'stopped', description: 'Nothing: meanings cannot be made; words can be found.' },
  } as const,
});

const IndexProgress = builder.objectRef<Progress>('IndexProgress').implement({
  description: 'Progress of indexing a pack.',
  fields: (t) => ({
    packId: t.exposeID('packId', { description: 'The id the pack gives itself.' }),
    phase: t.expose('phase', { type: IndexPhase, description: 'Current phase.' }),
    done: t.exposeInt('done', { description: 'Chunks that are done in this phase.' }),
    of: t.exposeInt('of', { description: 'Chunks there are.' }),
    because: t.exposeString('because', {
      nullable: true,
      description: 'Reason it stopped, with advice; null unless it did.',
    }),
  }),
});

builder.subscriptionField('indexProgress', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: IndexProgress,
    description:
      'Streams the indexing progress of a pack, starting with the current state. A slow client skips steps, never the last.',
    args: { packId: t.arg.globalID({ required: true, for: Pack, description: 'The pack.' }) },
    subscribe: (_root, { packId: { id } }, { lore, packRepository }) => {
      if (packRepository.library().findPack(id) === null)
        throw new GraphQLError('packId: there is no such pack.', { extensions: { code: 'NOT_FOUND' } });
      return lore.progressOf(id);
    },
    resolve: (progress) => progress,
  }),
);
