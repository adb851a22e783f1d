import { GraphQLError } from 'graphql';
import type { IndexProgress as Progress } from '#retrieval/lore-index.ts';
import { builder } from '../builder.ts';
import { Pack } from './pack.ts';

const IndexPhase = builder.enumType('IndexPhase', {
  description: 'What indexing is busy with.',
  values: {
    FULL_TEXT: { value: 'full-text', description: 'Words. Once done, everything can be found by them.' },
    VECTORS: { value: 'vectors', description: 'Meanings, in the background.' },
    READY: { value: 'ready', description: 'Nothing: all of it can be found.' },
    STOPPED: { value: 'stopped', description: 'Nothing: meanings cannot be made; words can be found.' },
  } as const,
});

const IndexProgress = builder.objectRef<Progress>('IndexProgress').implement({
  description: 'How far the index of a pack has come.',
  fields: (t) => ({
    packId: t.exposeString('packId', { description: 'The id the pack gives itself.' }),
    phase: t.expose('phase', { type: IndexPhase, description: 'What it is busy with.' }),
    done: t.exposeInt('done', { description: 'Chunks that are done in this phase.' }),
    of: t.exposeInt('of', { description: 'Chunks there are.' }),
    because: t.exposeString('because', {
      nullable: true,
      description: 'Why it stopped, with advice; null unless it did.',
    }),
  }),
});

builder.subscriptionField('indexProgress', (t) =>
  t.field({
    type: IndexProgress,
    description:
      'How far the index of a pack is, at once, and every step from then on. A slow reader skips steps, never the last.',
    args: { packId: t.arg.globalID({ required: true, for: Pack, description: 'The pack.' }) },
    subscribe: (_root, { packId: { id } }, { lore, shelf }) => {
      if (shelf.library().findPack(id) === null)
        throw new GraphQLError('packId: there is no such pack.', { extensions: { code: 'NOT_FOUND' } });
      return lore.progressOf(id);
    },
    resolve: (progress) => progress,
  }),
);
