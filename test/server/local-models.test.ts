import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import { ask } from '../support/graphql-clients.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/stores.ts';
import type { LocalServer } from '../support/wire/local-server.ts';
import { startOllamaServer } from '../support/wire/ollama-server.ts';
import { answerWeakly } from '../support/wire/weak-model.ts';

let folder: ReturnType<typeof temporaryFolder>;
let ollama: LocalServer | null = null;
let server: ServerProcess | null = null;
beforeEach(() => {
  folder = temporaryFolder();
  writeGuidePack(join(folder.path, 'packs'));
});
afterEach(async () => {
  await server?.stop();
  await ollama?.close();
  [server, ollama] = [null, null];
  folder.remove();
});

async function start(window: number): Promise<string> {
  ollama = await startOllamaServer({ behaviour: answerWeakly, models: [{ name: 'tiny:1b', window }] });
  server = await startServerProcess({
    SCENEWRIGHT_DATA: join(folder.path, 'data'),
    SCENEWRIGHT_PACKS: join(folder.path, 'packs'),
    // Longer than the default: the machine may be busy with other tests.
    MODEL_DISCOVERY: '60000',
    OLLAMA_HOST: ollama.url,
    LOG_LEVEL: 'info',
  });
  return server.url;
}

const BEGIN = `mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) {
  __typename
  ... on StartCampaignPayload { session { id currentScene { narration } } }
  ... on OpeningFailed { message }
} }`;
const PLAY = `mutation ($id: ID!, $key: ID!, $text: String!) {
  takeTurn(input: { sessionId: $id, actionId: $key, action: { text: $text } }) {
    ... on TurnPayload { turn { status scene { narration choices { text } } } }
    ... on Failure { message }
} }`;

type Began = {
  readonly startCampaign: { readonly session: { readonly id: string }; readonly message?: string };
};

async function begin(url: string): Promise<Began['startCampaign']> {
  const { entryPoints } = await ask<{ entryPoints: { nodes: { id: string }[] } }>(
    url,
    '{ entryPoints(first: 1) { nodes { id } } }',
  );
  return (await ask<Began>(url, BEGIN, { id: entryPoints.nodes[0]?.id })).startCampaign;
}

it('finds a model on this machine, says that it is used, and plays with it however weak it is', async () => {
  const url = await start(40_960);
  expect(server?.output()).toContain('small ollama/tiny:1b (ollama/tiny:1b), large ollama/tiny:1b');
  expect(server?.output()).toContain('Found on this machine and used because no key is set');
  await server?.printed(/local model answers/);

  const { session } = await begin(url);
  for (const text of ['I look around.', 'I ask Bob the Wizard about the lamps.', 'I wait.']) {
    const { takeTurn } = await ask<{ takeTurn: unknown }>(url, PLAY, { id: session.id, key: text, text });
    expect(takeTurn).toMatchObject({
      turn: { status: 'COMMITTED', scene: { narration: expect.stringContaining('Rain drums') } },
    });
  }
  const contexts = ollama?.calls.map(({ body }) => Object(body.options).num_ctx) ?? [];
  expect(contexts.length).toBeGreaterThan(6);
  // A context that grows makes Ollama load the model again; it never shrinks.
  expect(contexts).toEqual(contexts.toSorted((a, b) => a - b));
  const { models } = await ask<{ models: object[] }>(
    url,
    '{ models(usable: true) { key isLocal isUsable contextWindow priceKind defaultFor } }',
  );
  expect(models).toContainEqual({
    key: 'ollama/tiny:1b',
    isLocal: true,
    isUsable: true,
    contextWindow: 40_960,
    priceKind: 'FREE',
    defaultFor: ['SMALL', 'LARGE'],
  });
});

const Call = z.object({
  messages: z.array(z.object({ content: z.string() })),
  options: z.object({ num_ctx: z.int(), num_predict: z.int() }),
});

it('plays in a small window: no call is larger, repairs and recaps included', async () => {
  const window = 4_096;
  const url = await start(window);
  const { session } = await begin(url);
  for (const text of ['I look around.', 'I ask Bob the Wizard about the lamps.', 'I wait.']) {
    const { takeTurn } = await ask<{ takeTurn: unknown }>(url, PLAY, { id: session.id, key: text, text });
    expect(takeTurn).toMatchObject({ turn: { status: 'COMMITTED' } });
  }
  const { session: played } = await ask<{ session: { currentScene: { turn: { id: string } } } }>(
    url,
    'query ($id: ID!) { session(id: $id) { currentScene { turn { id } } } }',
    { id: session.id },
  );
  const AGAIN = 'mutation ($id: ID!) { regenerateTurn(input: { turnId: $id }) { __typename } }';
  await ask(url, AGAIN, { id: played.currentScene.turn.id });
  const END = 'mutation ($id: ID!) { endSession(input: { sessionId: $id }) { __typename } }';
  const before = ollama?.calls.length ?? 0;
  await ask(url, END, { id: session.id });
  await expect.poll(() => ollama?.calls.length, { timeout: 20_000 }).toBeGreaterThan(before);
  const sizes = ollama?.calls.map(({ body }) => {
    const { messages, options } = Call.parse(body);
    const prompt = messages.reduce((total, { content }) => total + estimateTokens(content), 0);
    return prompt + options.num_predict;
  });
  expect(Math.max(...(sizes ?? []))).toBeLessThanOrEqual(window);
});

it('refuses a model whose window is too small for the story, with a sentence', async () => {
  const url = await start(1_500);
  const { message } = await begin(url);
  expect(message).toMatch(
    /window of 1500 tokens is too small for this story.*Choose a model with a larger window/,
  );
});
