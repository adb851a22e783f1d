import { ModelUnavailable } from '#engine/llm/models.ts';
import { type ModelTest, testModel } from '#engine/llm/test-model.ts';
import { builder } from '../../builder.ts';
import { createInvalidInput, Forbidden, InvalidInput, NotFound } from '../failure.ts';

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
