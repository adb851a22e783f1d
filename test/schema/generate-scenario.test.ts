import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts } from '../support/accounts.ts';
import { globalId } from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { GENERATE, generate } from '../support/scenarios.ts';
import { scriptedScenario } from '../support/scripted-scenario.ts';

const QUAY = globalId('Pack', 'lantern_quay');
const spoilt = scriptedScenario({
  step: 'scenario-scene',
  spoil: (reply) => ({ ...reply, scene_seed: 'none', present: ['Zed'] }),
  always: true,
});

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ scenarioProvider: scriptedScenario().provider });
});
afterAll(() => engine.close());

const packIds = async (url: string) =>
  (await ask<{ packs: { packId: string }[] }>(url, '{ packs { packId } }')).packs.map(({ packId }) => packId);

it('gives the scenario, its parts and what it cost, and saves a second one under another id', async () => {
  const one = await generate(engine.url, { packId: QUAY, brief: 'a theft' });
  const again = await generate(engine.url, { packId: QUAY, brief: 'a theft' });

  expect(one).toMatchObject({
    __typename: 'GenerateScenarioPayload',
    costUsd: 0,
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
  const clumsy = await openEngine({ scenarioProvider: spoilt.provider });
  try {
    const before = await packIds(clumsy.url);
    const failed = await generate(clumsy.url, { packId: QUAY, brief: '' });

    expect(failed).toMatchObject({
      __typename: 'ScenarioFailed',
      code: 'MODEL_OUTPUT_INVALID',
      chunk: 'SCENE',
    });
    expect(failed.message).toContain('Nothing was saved.');
    expect(failed.faults?.join(' ')).toContain('scene_seed');
    expect(await packIds(clumsy.url)).toEqual(before);
    expect(await clumsy.store.homebrew.packIds()).toEqual([]);
  } finally {
    await clumsy.close();
  }
});

it('says without a language model that it needs one and how to set one', async () => {
  const offline = await openEngine();
  try {
    const failed = await generate(offline.url, { packId: QUAY, brief: '' });

    expect(failed).toMatchObject({
      __typename: 'ScenarioFailed',
      code: 'LANGUAGE_MODEL_NEEDED',
      chunk: null,
      faults: [],
    });
    expect(failed.message).toContain('A scenario needs a language model');
    expect(failed.message).toContain('ANTHROPIC_API_KEY');
    expect(failed.message).toContain('LARGE_MODEL=local');
    expect(offline.asked).toEqual([]);
  } finally {
    await offline.close();
  }
});

it('is for game masters and authors', async () => {
  const accounts = await openAccounts();
  try {
    const input = { packId: QUAY, brief: '' };
    const answers = await Promise.all(
      (['player', 'gm', 'author'] as const).map(async (role) => {
        const { token } = await accounts.makeToken(role, [role]);
        const { data, errors } = await accounts.ask(token, GENERATE, { input });
        return errors[0]?.extensions.code ?? Object(data?.generateScenario).__typename;
      }),
    );

    expect(answers).toEqual(['Forbidden', 'ScenarioFailed', 'ScenarioFailed']);
  } finally {
    await accounts.close();
  }
});
