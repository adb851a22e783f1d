import type { ListedPrices } from '#engine/llm/catalogue.ts';
import { type ModelListing, ModelUnavailable } from '#engine/llm/models.ts';
import { type ModelTest, testModel } from '#engine/llm/test-model.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  Forbidden,
  InvalidInput,
  NotFound,
} from '../failure.ts';
import { Session, SessionResult } from './session.ts';

const ModelPrices = builder.objectRef<ListedPrices>('ModelPrices').implement({
  description: 'US dollars for a million tokens, as the provider published them on a day.',
  fields: (t) => ({
    input: t.exposeFloat('input', { description: 'For what is sent.' }),
    output: t.exposeFloat('output', { description: 'For what is answered.' }),
    cacheWrite: t.exposeFloat('cacheWrite', {
      nullable: true,
      description: 'For what is written to the provider’s cache; null where that costs what input costs.',
    }),
    cacheRead: t.exposeFloat('cacheRead', {
      nullable: true,
      description: 'For what is read from the provider’s cache; null where that costs what input costs.',
    }),
    date: t.exposeString('date', { description: 'The day of the price: `2026-11-01`.' }),
  }),
});

const PriceKind = builder.enumType('PriceKind', {
  description: 'Price status of a model.',
  values: {
    LISTED: { value: 'listed', description: 'It is published, see `prices`.' },
    FREE: { value: 'free', description: 'It costs nothing by its nature.' },
    UNKNOWN: {
      value: 'unknown',
      description: 'Its price is unknown; never shown as zero.',
    },
  } as const,
});

const ModelTier = builder.enumType('ModelTier', {
  description: 'The two kinds of work a model is asked to do.',
  values: {
    SMALL: { value: 'small', description: 'Quick and cheap: reading, reactions, recording, judging.' },
    LARGE: { value: 'large', description: 'The one that writes: narration.' },
  } as const,
});

const Model = builder.objectRef<ModelListing>('Model');

builder.node(Model, {
  subGraphs: AUTHORING_ONLY,
  id: { resolve: ({ key }) => key, description: 'Its id.' },
  loadOne: (key, { models }) => models.list().find((one) => one.key === key) ?? null,
  description: 'A model of the catalogue.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'Its key, as settings and sessions name it: `claude-sonnet`.',
    }),
    name: t.string({ description: 'Display name.', resolve: ({ entry }) => entry.name }),
    provider: t.string({ description: 'Provider.', resolve: ({ entry }) => entry.provider }),
    model: t.string({ description: 'The provider’s own id for it.', resolve: ({ entry }) => entry.model }),
    isUsable: t.exposeBoolean('usable', {
      description:
        'Whether it can be asked: its key is set and was not refused, or its server answered within the last minute.',
    }),
    isLocal: t.exposeBoolean('isFound', {
      description: 'Whether it was found on the machine of the server.',
    }),
    keyFault: t.exposeString('keyFault', {
      nullable: true,
      description: 'Reason why its key cannot be used; null when none is known.',
    }),
    isOffline: t.boolean({
      description: 'Whether this is the built-in storyteller and no language model at all.',
      resolve: ({ entry }) => entry.provider === 'offline',
    }),
    contextWindow: t.int({
      nullable: true,
      description: 'Context window in tokens; null when unknown.',
      resolve: ({ entry }) => entry.contextWindow,
    }),
    caches: t.boolean({
      description: 'Whether the provider keeps long prompts, so that they cost less the next time.',
      resolve: ({ entry }) => entry.cacheMinimum !== null,
    }),
    structuredOutput: t.boolean({
      description: 'Whether its answers can be held to a schema.',
      resolve: ({ entry }) => entry.structuredOutput !== 'none',
    }),
    priceKind: t.field({
      type: PriceKind,
      description: 'Price status.',
      resolve: ({ entry: { prices } }) => (typeof prices === 'string' ? prices : 'listed'),
    }),
    prices: t.field({
      type: ModelPrices,
      nullable: true,
      description: 'Published prices; null when it is free or the price is unknown.',
      resolve: ({ entry: { prices } }) => (typeof prices === 'string' ? null : prices),
    }),
    defaultFor: t.field({
      type: [ModelTier],
      description: 'The tiers it answers for in sessions that name nothing else.',
      resolve: ({ key }, _args, { modelsInUse }) =>
        modelsInUse.filter((one) => one.key === key).map(({ tier }) => tier),
    }),
  }),
});

builder.queryField('models', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: [Model],
    nullable: true,
    description: 'Every model of the catalogue, usable here or not.',
    args: {
      usable: t.arg.boolean({ description: 'Only those that are usable here, or only those that are not.' }),
    },
    resolve: async (_root, { usable }, { models }) => {
      await models.refresh();
      return models.list().filter((one) => usable == null || one.usable === usable);
    },
  }),
);

const SetSessionModelsInput = builder.inputType('SetSessionModelsInput', {
  description: 'The models a session plays with from its next turn on.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session.' }),
    smallModel: t.string({ description: 'The key of its small model; left out, it stays.' }),
    largeModel: t.string({ description: 'The key of its large model; left out, it stays.' }),
  }),
});

builder.mutationField('setSessionModels', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: SessionResult,
    description: 'Changes the models of a session. A turn that runs goes on with those it began with.',
    args: {
      input: t.arg({ type: SetSessionModelsInput, required: true, description: 'Session and its models.' }),
    },
    resolve: async (_root, { input }, context) => {
      const session = await context.store.sessions.find(input.sessionId.id);
      if (session === null) return createNotFound(['input', 'sessionId'], 'there is no such session.');
      const small = input.smallModel ?? session.smallModel;
      const large = input.largeModel ?? session.largeModel;
      const fault =
        findModelFault(context, 'smallModel', small) ?? findModelFault(context, 'largeModel', large);
      if (fault !== null) return fault;
      const changed = await context.store.sessions.setModels(session.id, small, large);
      return changed === null
        ? createNotFound(['input', 'sessionId'], 'there is no such session.')
        : { session: changed };
    },
  }),
);

/** Returns why a model that is named in a field of the input cannot be used; null when it can. */
export function findModelFault(
  { models }: Pick<Context, 'models'>,
  field: 'smallModel' | 'largeModel',
  key: string,
): Failure | null {
  try {
    models.open(key);
    return null;
  } catch (error) {
    if (error instanceof ModelUnavailable) return createInvalidInput(['input', field], error.message);
    throw error;
  }
}

const TEST_MILLISECONDS = 120_000;

const TestModelInput = builder.inputType('TestModelInput', {
  description: 'The model to test.',
  fields: (t) => ({ key: t.string({ required: true, description: 'Its key: `ollama/qwen3:8b`.' }) }),
});

type Answered = Extract<ModelTest, { readonly answered: true }>;
const readAnswered = (test: ModelTest): Answered | null => (test.answered ? test : null);

const TestModelPayload = builder.objectRef<ModelTest>('TestModelPayload').implement({
  description: 'Result of one small call to a model. Times are null when it did not answer.',
  fields: (t) => ({
    hasAnswered: t.exposeBoolean('answered', { description: 'Whether it answered.' }),
    problem: t.string({
      nullable: true,
      description: 'Reason why it did not answer.',
      resolve: (test) => (test.answered ? null : test.reason),
    }),
    firstTokenMs: t.float({
      nullable: true,
      description: 'Milliseconds to the first word of its reply to a prompt of about 1,000 tokens.',
      resolve: (test) => readAnswered(test)?.firstTokenMs ?? null,
    }),
    tokensPerSecond: t.float({
      nullable: true,
      description: 'Speed of its reply.',
      resolve: (test) => readAnswered(test)?.tokensPerSecond ?? null,
    }),
    expectedFirstWordMs: t.float({
      nullable: true,
      description: 'Expected milliseconds to the first word of a narration.',
      resolve: (test) => readAnswered(test)?.expectedFirstWordMs ?? null,
    }),
    isJsonValid: t.boolean({
      nullable: true,
      description: 'Whether the reply had the form that was asked for.',
      resolve: (test) => readAnswered(test)?.isJsonValid ?? null,
    }),
  }),
});

const TestModelResult = builder.unionType('TestModelResult', {
  description: 'The result of the test, or why none was made.',
  types: [TestModelPayload, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('answered' in result ? 'TestModelPayload' : result.failure),
});

builder.mutationField('testModel', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: TestModelResult,
    description: 'Makes one small call to a model and measures it. A model with a price is paid for.',
    args: { input: t.arg({ type: TestModelInput, required: true, description: 'The model.' }) },
    resolve: async (_root, { input }, { models }) => {
      try {
        const signal = AbortSignal.timeout(TEST_MILLISECONDS);
        return await testModel(models.open(input.key), () => performance.now(), signal);
      } catch (error) {
        if (error instanceof ModelUnavailable) return createInvalidInput(['input', 'key'], error.message);
        throw error;
      }
    },
  }),
);
