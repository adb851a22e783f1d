import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts } from '../support/accounts.ts';
import { globalId } from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { clumsyProvider, GENERATE, generate } from '../support/scenarios.ts';

const QUAY = globalId('Pack', 'lantern_quay');
const spoilt = clumsyProvider({
  step: 'scenario-scene',
  // Only whoever wishes for trouble gets it.
  spoil: (reply) => ({ ...reply, scene_seed: 'none', present: ['Zed'] }),
  always: true,
});

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const packIds = async (url: string) =>
  (await ask<{ packs: { packId: string }[] }>(url, '{ packs { packId } }')).packs.map(({ packId }) => packId);

it('gives the scenario, its parts and what it cost, and lets the same seed be told apart', async () => {
  const one = await generate(engine.url, { packId: QUAY, brief: 'a theft', seed: '7' });
  const again = await generate(engine.url, { packId: QUAY, brief: 'a theft', seed: '7' });

  expect(one).toMatchObject({
    __typename: 'GenerateScenarioPayload',
    isOffline: true,
    costUsd: 0,
    seed: '7',
  });
  expect(again.scenario).toEqual(one.scenario);
  expect(again.packId).toBe(`${one.packId}_2`);
  expect(await packIds(engine.url)).toEqual(expect.arrayContaining([one.packId, again.packId]));
});

it.each([
  [
    'a pack that is not there',
    { packId: globalId('Pack', 'nowhere'), brief: '' },
    'NotFound',
    ['input', 'packId'],
  ],
  [
    'a ruleset of no pack',
    { packId: QUAY, rulesetId: globalId('Ruleset', 'x:y'), brief: '' },
    'NotFound',
    ['input', 'rulesetId'],
  ],
  ['a wish that is a book', { packId: QUAY, brief: 'a'.repeat(2_001) }, 'InvalidInput', ['input', 'brief']],
  ['a model nobody has', { packId: QUAY, brief: '', model: 'oracle' }, 'ScenarioFailed', []],
])('refuses %s', async (_case, input, typename, path) => {
  expect(await generate(engine.url, input)).toMatchObject({ __typename: typename, path });
});

it('saves nothing when a chunk never holds, and says which and why', async () => {
  const clumsy = await openEngine({ provider: spoilt.provider });
  try {
    const before = await packIds(clumsy.url);
    const failed = await generate(clumsy.url, { packId: QUAY, brief: '' });

    expect(failed).toMatchObject({
      __typename: 'ScenarioFailed',
      code: 'MODEL_OUTPUT_INVALID',
      chunk: 'SCENE',
    });
    expect(failed.message).toContain('Nothing was saved.');
    expect(failed.problems?.join(' ')).toContain('scene_seed');
    expect(await packIds(clumsy.url)).toEqual(before);
    expect(await clumsy.store.homebrew.packIds()).toEqual([]);
  } finally {
    await clumsy.close();
  }
});

it('is for game masters and authors', async () => {
  const accounts = await openAccounts();
  try {
    const input = { packId: QUAY, brief: '', seed: '1' };
    const answers = await Promise.all(
      (['player', 'gm', 'author'] as const).map(async (role) => {
        const { token } = await accounts.makeToken(role, [role]);
        const { data, errors } = await accounts.ask(token, GENERATE, { input });
        return errors[0]?.extensions.code ?? Object(data?.generateScenario).__typename;
      }),
    );

    expect(answers).toEqual(['FORBIDDEN', 'GenerateScenarioPayload', 'GenerateScenarioPayload']);
  } finally {
    await accounts.close();
  }
});
