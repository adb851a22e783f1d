import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config';
import type { LocalServerName } from '#engine/llm/discover-local-models.ts';
import { openLogger } from '#server/logger.ts';
import { type StartedServer, startServer } from '#server/start-server.ts';
import { ask } from '../support/graphql-clients.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { temporaryFolder } from '../support/stores.ts';
import type { Behaviour } from '../support/wire/behaviour.ts';
import type { LocalServer, ReceivedCall } from '../support/wire/local-server.ts';
import { startOllamaServer } from '../support/wire/ollama-server.ts';
import {
  type OwnServer,
  type OwnServerName,
  startOwnMachineServer,
} from '../support/wire/own-machine-servers.ts';
import { answerWeakly, WEAK_PROSE } from '../support/wire/weak-model.ts';

const OWN: readonly OwnServerName[] = ['lmstudio', 'llamacpp', 'vllm', 'koboldcpp'];

/** A weak model on a machine that takes its time. */
const answerSlowly = (call: ReceivedCall): Behaviour =>
  ({ ...answerWeakly(call), firstDelayMs: 60 }) as Behaviour;

let folder: ReturnType<typeof temporaryFolder>;
let ollama: LocalServer;
let servers: ReadonlyMap<OwnServerName, OwnServer>;
let server: StartedServer;
let url = '';
beforeAll(async () => {
  folder = temporaryFolder();
  writeGuidePack(join(folder.path, 'packs'));
  ollama = await startOllamaServer({
    behaviour: answerSlowly,
    models: [{ name: 'qwen3:8b', window: 40_960 }],
  });
  servers = new Map(
    await Promise.all(
      OWN.map(async (name) => [name, await startOwnMachineServer(name, answerSlowly)] as const),
    ),
  );
  const addresses = [...servers].map(([name, { url: address }]) => `${name}=${address}`);
  const config = readConfig({
    SCENEWRIGHT_DATA: join(folder.path, 'data'),
    SCENEWRIGHT_PACKS: join(folder.path, 'packs'),
    PORT: '0',
    EMBEDDINGS: 'none',
    SMALL_MODEL: 'offline',
    LARGE_MODEL: 'offline',
    OFFLINE_WORDS_PER_SECOND: '0',
    // Longer than the default: the machine may be busy with other tests.
    MODEL_DISCOVERY: '20000',
    OLLAMA_HOST: ollama.url,
    MODEL_SERVERS: addresses.join(','),
  });
  server = await startServer(config, openLogger('silent'));
  url = server.address;
}, 60_000);
afterAll(async () => {
  await server.stop();
  await Promise.all([ollama.close(), ...[...servers.values()].map(({ close }) => close())]);
  folder.remove();
});

const KEYS: Readonly<Record<LocalServerName, string>> = {
  ollama: 'ollama/qwen3:8b',
  lmstudio: 'lmstudio/qwen2.5-7b-instruct',
  llamacpp: 'llamacpp/Mistral-7B-Instruct.Q4_K_M',
  vllm: 'vllm/Qwen3-8B',
  koboldcpp: 'koboldcpp/gemma-2-9b-it',
};

const MODELS = '{ models { key contextWindow isLocal } }';
type Models = { readonly models: readonly { readonly key: string; readonly contextWindow: number }[] };

const BEGIN = `mutation ($input: StartCampaignInput!) { startCampaign(input: $input) {
  ... on StartCampaignPayload { session { id } } ... on Failure { message } } }`;
const CHOOSE = `mutation ($input: SetSessionModelsInput!) { setSessionModels(input: $input) {
  __typename ... on Failure { message } } }`;
const TAKE = `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) {
  ... on TurnPayload { turn { status scene { narration } } }
  ... on Failure { code message } ... on TurnFailure { retryable } } }`;

/** Begins a story that a model of this machine tells. */
async function begin(key: string): Promise<string> {
  const { entryPoints } = await ask<{ entryPoints: { nodes: { id: string }[] } }>(
    url,
    '{ entryPoints(first: 1) { nodes { id } } }',
  );
  type Begun = { startCampaign: { session: { id: string } } };
  const input = { entryPointId: entryPoints.nodes[0]?.id };
  const { session } = (await ask<Begun>(url, BEGIN, { input })).startCampaign;
  const chosen = await ask<object>(url, CHOOSE, {
    input: { sessionId: session.id, smallModel: key, largeModel: key },
  });
  expect(chosen).toMatchObject({ setSessionModels: { __typename: 'SessionPayload' } });
  return session.id;
}

async function take(sessionId: string, actionId: string): Promise<unknown> {
  const input = { sessionId, actionId, action: { text: 'I ask Bob the Wizard about the lamps.' } };
  return (await ask<{ takeTurn: unknown }>(url, TAKE, { input })).takeTurn;
}

const COMMITTED = {
  turn: { status: 'COMMITTED', scene: { narration: expect.stringContaining(WEAK_PROSE) } },
};

it('finds the models of all servers at the addresses that are named', async () => {
  const { models } = await ask<Models>(url, MODELS);
  for (const key of Object.values(KEYS)) {
    expect(models).toContainEqual({
      key,
      isLocal: true,
      contextWindow: key.startsWith('ollama') ? 40_960 : 32_768,
    });
  }
});

it('plays on Ollama', async () => {
  expect(await take(await begin(KEYS.ollama), 'one')).toMatchObject(COMMITTED);
});

describe.each(OWN)('%s', (name) => {
  it('plays a turn while it loads, when its generations fail and when its replies are wrong', async () => {
    const { state, calls } = servers.get(name) as OwnServer; // started above
    const sessionId = await begin(KEYS[name]);
    state.loadingCalls = 1;
    state.failingCalls = 1;
    expect(await take(sessionId, 'one')).toMatchObject(COMMITTED);
    expect(state).toMatchObject({ loadingCalls: 0, failingCalls: 0 });
    expect(calls.some(({ body }) => body.response_format !== undefined)).toBe(true);
  });

  it('says that a model is missing, and plays the same action when it is back', async () => {
    const { state } = servers.get(name) as OwnServer; // started above
    const sessionId = await begin(KEYS[name]);
    state.isMissing = true;
    expect(await take(sessionId, 'one')).toMatchObject({
      message: expect.stringContaining('does not know this model'),
    });
    state.isMissing = false;
    expect(await take(sessionId, 'one')).toMatchObject(COMMITTED);
  });
});

it('heeds the window a model was loaded with anew: what does not fit is refused, and nothing is sent', async () => {
  const stories = await Promise.all(OWN.map(async (name) => ({ name, sessionId: await begin(KEYS[name]) })));
  const calls = () => [...servers.values()].map((one) => one.calls.length);
  for (const { state } of servers.values()) state.window = 1_500;
  const before = calls();
  await expect
    .poll(async () => (await ask<Models>(url, MODELS)).models.filter((one) => one.contextWindow === 1_500), {
      timeout: 30_000,
      interval: 500,
    })
    .toHaveLength(OWN.length);
  for (const { sessionId } of stories) {
    expect(await take(sessionId, 'one')).toMatchObject({
      message: expect.stringMatching(/window of 1500 tokens is too small for this story/),
    });
  }
  expect(calls()).toEqual(before);
}, 60_000);
