import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type FoundModel, loadCatalogue } from '#engine/llm/catalogue.ts';
import {
  discoverLocalModels,
  type LocalAddresses,
  recommendLocalModel,
  resolveLocalAddresses,
} from '#engine/llm/discover-local-models.ts';
import { ModelUnavailable, openModels } from '#engine/llm/models.ts';
import { Secret } from '#engine/util/secret.ts';
import { aRequest, partsOf } from '../../support/wire/a-request.ts';
import { startOllamaServer } from '../../support/wire/ollama-server.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Nothing listens on the discard port of loopback. */
const NOWHERE = 'http://127.0.0.1:9';
const NOBODY: LocalAddresses = {
  ollama: NOWHERE,
  lmstudio: NOWHERE,
  llamacpp: NOWHERE,
  vllm: NOWHERE,
  koboldcpp: NOWHERE,
};
/** Long enough for a busy machine; the real limit is shorter. */
const PATIENT = 20_000;

type Routes = Readonly<Record<string, unknown>>;

/** Serves JSON by path, and notes the headers it was asked with. */
async function serve(routes: Routes): Promise<{ readonly url: string; readonly headers: () => string[] }> {
  const headers: string[] = [];
  const server = createServer((request, response) => {
    headers.push(...Object.keys(request.headers));
    const found = routes[request.url ?? ''];
    if (found === 'hang') return;
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(typeof found === 'string' ? found : JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return { url: `http://127.0.0.1:${port}`, headers: () => headers };
}

const summarise = (found: readonly FoundModel[]) =>
  found.map(({ key, entry, isLoaded }) => [key, entry.provider, entry.contextWindow, isLoaded]);

describe('servers of this machine', () => {
  it('finds the models of Ollama with their windows, and leaves embedding models out', async () => {
    const server = await startOllamaServer({
      models: [
        { name: 'qwen3:8b', window: 40_960, isLoaded: true },
        { name: 'nomic-embed-text', window: 2_048, capabilities: ['embedding'] },
      ],
    });
    closers.push(server.close);

    const found = await discoverLocalModels({ ...NOBODY, ollama: server.url }, PATIENT);

    expect(summarise(found)).toEqual([['ollama/qwen3:8b', 'ollama', 40_960, true]]);
    expect(found[0]?.entry).toMatchObject({ prices: 'free', credential: null });
  });

  it.each<[keyof LocalAddresses, Routes, readonly unknown[]]>([
    [
      'lmstudio',
      {
        '/api/v0/models': {
          data: [
            {
              id: 'qwen2.5-7b',
              type: 'llm',
              state: 'loaded',
              max_context_length: 32_768,
              loaded_context_length: 4_096,
            },
            { id: 'text-embedding', type: 'embeddings', state: 'not-loaded', max_context_length: 512 },
          ],
        },
      },
      ['lmstudio/qwen2.5-7b', 'openai', 4_096, true],
    ],
    [
      'llamacpp',
      {
        '/props': { default_generation_settings: { n_ctx: 16_384 } },
        '/v1/models': { data: [{ id: '/models/Mistral-7B.gguf', owned_by: 'llamacpp' }] },
      },
      ['llamacpp/Mistral-7B', 'openai', 16_384, true],
    ],
    [
      'vllm',
      { '/v1/models': { data: [{ id: 'Qwen/Qwen3-8B', owned_by: 'vllm', max_model_len: 32_000 }] } },
      ['vllm/Qwen3-8B', 'openai', 32_000, true],
    ],
    [
      'koboldcpp',
      {
        '/api/v1/model': { result: 'koboldcpp/gemma-9b' },
        '/api/extra/true_max_context_length': { value: 8_192 },
      },
      ['koboldcpp/gemma-9b', 'openai', 8_192, true],
    ],
  ])('finds the model of %s', async (name, routes, expected) => {
    const { url, headers } = await serve(routes);

    const found = await discoverLocalModels({ ...NOBODY, [name]: url }, PATIENT);

    expect(summarise(found)).toEqual([expected]);
    expect(headers()).not.toContain('authorization');
  });

  it.each<[string, Routes]>([
    ['another service', { '/v1/models': { data: [{ id: 'gpt', owned_by: 'someone' }] }, '/props': {} }],
    ['no JSON', { '/v1/models': '<html>', '/props': '<html>' }],
    ['an endless list', { '/v1/models': 'x'.repeat(2_000_000) }],
  ])('takes %s for no model server', async (_what, routes) => {
    const { url } = await serve(routes);
    expect(await discoverLocalModels({ ...NOBODY, vllm: url, llamacpp: url }, PATIENT)).toEqual([]);
  });

  it('does not wait for a server that never answers', async () => {
    const { url } = await serve({ '/v1/models': 'hang', '/api/tags': 'hang' });
    expect(await discoverLocalModels({ ...NOBODY, ollama: url, vllm: url }, 50)).toEqual([]);
  });

  it('follows no redirect', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/api/tags' });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo; // a TCP server that listens has one
    expect(await discoverLocalModels({ ...NOBODY, ollama: `http://127.0.0.1:${port}` }, PATIENT)).toEqual([]);
  });
});

it.each([
  [undefined, 'http://127.0.0.1:11434'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  [':1234', 'http://127.0.0.1:1234'],
  ['box.lan:99', 'http://box.lan:99'],
  ['https://models.lan', 'https://models.lan'],
  ['not an address', 'http://127.0.0.1:11434'],
])('reads OLLAMA_HOST=%s as Ollama does', (given, address) => {
  expect(resolveLocalAddresses(given).ollama).toBe(address);
});

it('recommends a loaded model, else the largest that most machines can hold', () => {
  const model = (key: string, bytes: number | null, isLoaded = false, contextWindow = 8_192) =>
    ({ key, bytes, isLoaded, entry: { contextWindow } }) as FoundModel; // the choice reads nothing else
  const [small, large, huge] = [model('small', 2e9), model('large', 9e9), model('huge', 80e9)];

  expect(recommendLocalModel([small, huge, large])?.key).toBe('large');
  expect(recommendLocalModel([large, { ...small, isLoaded: true }])?.key).toBe('small');
  expect(recommendLocalModel([model('tiny', 9e9, true, 2_048), small])?.key).toBe('small');
  expect(recommendLocalModel([])).toBeNull();
});

describe('a server with local models', () => {
  /** Models of a server whose clock and local models a test controls. */
  async function openWith(credentials: Readonly<Record<string, string>> = {}) {
    const server = await startOllamaServer({ models: [{ name: 'qwen3:8b', window: 40_960 }] });
    closers.push(server.close);
    let now = 0;
    let saved: readonly FoundModel[] = [];
    const open = () =>
      openModels({
        catalogue: loadCatalogue(),
        credential: (variable) => {
          const value = credentials[variable];
          return value === undefined ? null : new Secret(value);
        },
        offline: scriptedProvider('Once upon a time.'),
        clock: () => new Date(now),
        discover: () => discoverLocalModels({ ...NOBODY, ollama: server.url }, PATIENT),
        foundModels: {
          load: () => saved,
          save: (models) => {
            saved = models;
          },
        },
      });
    return {
      server,
      open,
      wait: (ms: number) => {
        now += ms;
      },
    };
  }
  const isUsable = (models: ReturnType<typeof openModels>) =>
    models.list().find(({ key }) => key === 'ollama/qwen3:8b')?.usable;

  it('prefers them to the storyteller, and a key to them', async () => {
    const models = (await openWith()).open();
    await models.refresh();
    expect([models.preferred('small'), models.preferred('large')]).toEqual([
      'ollama/qwen3:8b',
      'ollama/qwen3:8b',
    ]);

    const keyed = (await openWith({ ANTHROPIC_API_KEY: 'k' })).open();
    await keyed.refresh();
    expect(keyed.preferred('large')).toBe('claude-sonnet');
  });

  it('calls one usable while it answered within the last minute', async () => {
    const { server, open, wait } = await openWith();
    const models = open();
    await models.refresh();
    expect(isUsable(models)).toBe(true);

    wait(61_000);
    expect(isUsable(models)).toBe(false);

    const { provider } = models.open('ollama/qwen3:8b');
    await partsOf(provider, aRequest());
    expect(isUsable(models)).toBe(true);

    await server.close();
    await partsOf(provider, aRequest()).catch(() => {});
    expect(isUsable(models)).toBe(false);
  });

  it('knows a model again whose server is not running, and says how to get one that was never found', async () => {
    const { open } = await openWith();
    await open().refresh();
    const models = open();

    expect(models.open('ollama/qwen3:8b').contextWindow).toBe(40_960);
    expect(isUsable(models)).toBe(false);
    expect(() => models.open('ollama/other')).toThrow(ModelUnavailable);
    expect(() => models.open('ollama/other')).toThrow(/not found on this machine. Start its server/);
  });

  it('does not use models of a key that the provider refused', async () => {
    const models = (await openWith({ ANTHROPIC_API_KEY: 'k' })).open();
    models.refuseKey({ credential: 'ANTHROPIC_API_KEY', baseUrl: 'http://proxy.lan' }, 'Refused by a proxy.');
    expect(models.list().find(({ key }) => key === 'claude-sonnet')).toMatchObject({ usable: true });
    models.refuseKey({ credential: 'ANTHROPIC_API_KEY' }, 'The provider refused it.');
    await models.refresh();
    expect(models.preferred('large')).toBe('ollama/qwen3:8b');
    expect(models.list().find(({ key }) => key === 'claude-sonnet')).toMatchObject({
      usable: false,
      keyFault: 'The provider refused it.',
    });
  });
});
