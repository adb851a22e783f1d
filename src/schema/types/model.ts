import { builder } from '../builder.ts';
import type { ModelInUse } from '../model-in-use.ts';

const ModelTier = builder.enumType('ModelTier', {
  description: 'The two kinds of work a model is asked to do.',
  values: {
    SMALL: { value: 'small', description: 'Quick and cheap: routing, resolution, reflection.' },
    LARGE: { value: 'large', description: 'The one that writes: narration.' },
  } as const,
});

const Model = builder.objectRef<ModelInUse>('Model').implement({
  description: 'What answers for a tier when a session names nothing else.',
  fields: (t) => ({
    tier: t.field({ type: ModelTier, description: 'Which kind of work.', resolve: ({ tier }) => tier }),
    key: t.exposeString('key', { description: 'The key of the catalogue, as configuration names it.' }),
    provider: t.exposeString('provider', { description: 'Provider and model behind the key.' }),
    isOffline: t.boolean({
      description: 'Whether this is the built-in storyteller and no language model at all.',
      resolve: ({ provider }) => provider.startsWith('offline/'),
    }),
  }),
});

builder.queryField('models', (t) =>
  t.field({
    type: [Model],
    description: 'The models in use, small tier first.',
    resolve: (_root, _args, { models }) => models,
  }),
);
