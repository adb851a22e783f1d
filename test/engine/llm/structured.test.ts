import { expect, it } from 'vitest';
import { z } from 'zod';
import { ProviderError } from '#engine/llm/provider.ts';
import {
  InvalidReply,
  ModelRefused,
  type Question,
  runStructured,
  type StructuredStep,
  type WriteRepair,
} from '#engine/llm/structured.ts';
import { aRequest } from '../../support/wire/a-request.ts';
import { type Line, scriptedProvider } from '../../support/wire/scripted-provider.ts';

const Weather = z.object({
  wind: z.int().min(0).max(12),
  ships: z.array(z.string()).default([]),
  note: z.string().default('nothing'),
});
type Weather = z.infer<typeof Weather>;

const STEP: StructuredStep<Weather> = {
  name: 'weather',
  contract: Weather,
  checks: [
    ({ ships }) => (ships.includes('Ghost') ? ['ships: there is no Ghost. The ships are Tern, Gull.'] : []),
  ],
};

const writeRepair: WriteRepair = ({ contract, problems, reply }) => ({
  system: `schema ${contract}`,
  user: `${problems.join('|')} <<${reply}>>`,
  prompts: [{ id: 'repair', version: 1, hash: 'r' }],
});

const run = async (...script: (Line | string)[]) => {
  const provider = scriptedProvider(...script);
  const { step: _step, ...question } = aRequest();
  const outcome = runStructured(STEP, question as Question, { provider, writeRepair });
  return { provider, outcome: await outcome.catch((error: unknown) => error) };
};

it.each([
  ['bare JSON', '{"wind": 4}', ''],
  ['a fenced block', '```json\n{"wind": 4}\n```', ''],
  ['a fence without a language', '```\n{"wind": 4}\n```', ''],
  ['prose and then a block', 'It blows.\n\n```json\n{"wind": 4}\n```', 'It blows.'],
  ['the last of several blocks', '```json\n{"wind": 99}\n```\nNo:\n```json\n{"wind": 4}\n```', 'No:'],
  ['prose and then a bare object', 'It blows.\n{"wind": 4}', 'It blows.'],
  ['an object inside a sentence', 'Here: {"wind": 4}. Done.', 'Here:'],
  ['a block that was never closed', 'So:\n```json\n{"wind": 4}', 'So:'],
])('reads %s', async (_what, text, prose) => {
  const { outcome, provider } = await run(text);
  expect(outcome).toEqual({ reply: { wind: 4, ships: [], note: 'nothing' }, prose });
  expect(provider.asked).toHaveLength(1);
});

it('takes null for nothing said', async () => {
  const { outcome } = await run('{"wind": 4, "ships": null, "note": null}');
  expect(outcome).toMatchObject({ reply: { ships: [], note: 'nothing' } });
});

it('asks for the reply in its JSON Schema and says that it may be begun anew', async () => {
  const { provider } = await run('{"wind": 4}');
  expect(provider.asked[0]).toMatchObject({
    step: 'weather',
    purpose: 'ask',
    restartable: true,
    output: { name: 'weather', schema: { properties: { wind: { type: 'integer' } } } },
  });
});

it('shows the model once what is wrong, with its own reply', async () => {
  const { outcome, provider } = await run('{"wind": 40}', '{"wind": 10}');
  expect(outcome).toMatchObject({ reply: { wind: 10 } });
  expect(provider.asked.map(({ purpose }) => purpose)).toEqual(['ask', 'repair']);
  const repair = provider.asked[1];
  expect(repair?.messages[0]?.text).toMatch(/^wind: .*<<\{"wind": 40\}>>$/);
  expect(repair?.prompts).toEqual([{ id: 'repair', version: 1, hash: 'r' }]);
});

it.each([
  [
    'a number that is read as infinite',
    '{"wind": 4, "sky": [{"cover": 1e999}]}',
    'sky.0.cover: the number is too large',
  ],
  ['the same in a block', 'So:\n```json\n{"wind": 4, "rain": -1e999}\n```', 'rain: the number is too large'],
  ['the same in a sentence', 'It is {"wind": 4, "rain": 1e400}.', 'rain: the number is too large'],
  [
    'nesting without an end',
    `{"wind": 4, "a": ${'['.repeat(80)}${']'.repeat(80)}}`,
    'nested deeper than 64 levels',
  ],
])('has %s set right, also where the form lets anything stand', async (_what, text, problem) => {
  const { outcome, provider } = await run(text, '{"wind": 10}');
  expect(outcome).toMatchObject({ reply: { wind: 10 } });
  expect(provider.asked[1]?.messages[0]?.text).toContain(problem);
});

it('holds a reply to what its form cannot say, and tells the model', async () => {
  const { outcome, provider } = await run(
    '{"wind": 4, "ships": ["Ghost"]}',
    '{"wind": 4, "ships": ["Tern"]}',
  );
  expect(outcome).toMatchObject({ reply: { ships: ['Tern'] } });
  expect(provider.asked[1]?.messages[0]?.text).toContain('The ships are Tern, Gull.');
});

it('complains of form and content in the same repair', async () => {
  const { provider } = await run('{"wind": 4, "ships": ["Ghost", ["Tern", 3]]}', '{"wind": 4}');
  const text = provider.asked[1]?.messages[0]?.text ?? '';
  expect(text).toContain('ships.1: ');
  expect(text).toContain('there is no Ghost');
  expect(provider.asked).toHaveLength(2);
});

it.each([
  ['nothing', ''],
  ['prose alone', 'I would rather tell you of the sea.'],
  ['a reply that breaks off', '{"wind": 4, "ships": ["Te'],
])('repeats the question to a model that wrote %s, with what was wrong', async (_what, text) => {
  const { outcome, provider } = await run(text, '{"wind": 4}');
  expect(outcome).toMatchObject({ reply: { wind: 4 } });
  const [first, repair] = provider.asked;
  expect(repair).toMatchObject({ purpose: 'repair', prompts: [{ id: 'repair' }] });
  expect(repair?.system[0]).toEqual(first?.system[0]);
  expect(repair?.messages).toHaveLength(1);
  expect(repair?.messages[0]?.text).toContain(first?.messages[0]?.text ?? 'no question');
  expect(repair?.messages[0]?.text).toContain(`<<${text}>>`);
});

it('gives up with a typed error after one repair', async () => {
  const { outcome, provider } = await run('no', '{"wind": "strong"}');
  expect(outcome).toBeInstanceOf(InvalidReply);
  expect(outcome).toMatchObject({ step: 'weather', retryable: true });
  expect((outcome as InvalidReply).problems[0]).toMatch(/^wind: /);
  expect(provider.asked.map(({ purpose }) => purpose)).toEqual(['ask', 'repair']);
});

it('tells a model that ran out of room to be brief', async () => {
  const { provider } = await run({ pieces: ['{"wind": 4, "ships": ["Te'], reason: 'length' }, '{"wind": 4}');
  expect(provider.asked[1]?.messages[0]?.text).toContain('cut off');
});

it('does not ask again when the model declines', async () => {
  const { outcome, provider } = await run({ pieces: ['I would rather not.'], reason: 'refused' });
  expect(outcome).toBeInstanceOf(ModelRefused);
  expect(outcome).toMatchObject({ retryable: false });
  expect(provider.asked).toHaveLength(1);
});

it('passes a failure of the provider on as it is', async () => {
  const fails = new ProviderError('gone', { retryable: true });
  expect((await run({ fails })).outcome).toBe(fails);
});

it('shows the model its reply alone where the question does not fit the window as well, and nothing where neither does', async () => {
  const { step: _step, ...question } = aRequest();
  const ask = async (fitting: (text: string) => boolean) => {
    const provider = scriptedProvider('It is windy.', '{"wind": 4}');
    const fits = ({ messages }: Pick<Question, 'messages'>) => fitting(JSON.stringify(messages));
    const outcome = runStructured(STEP, question as Question, { provider, writeRepair, fits });
    return { provider, outcome: await outcome.catch((error: unknown) => error) };
  };
  const words = question.messages[0]?.text ?? 'no question';
  const whole = await ask(() => true);
  expect(whole.provider.asked[1]?.messages[0]?.text).toContain(words);

  const alone = await ask((text) => !text.includes(words));
  expect(alone.outcome).toMatchObject({ reply: { wind: 4 } });
  expect(alone.provider.asked[1]?.messages[0]?.text).not.toContain(words);

  const none = await ask(() => false);
  expect(none.outcome).toBeInstanceOf(InvalidReply);
  expect(none.provider.asked).toHaveLength(1);
});
