import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#config';
import { readSystemClock } from '#engine/util/clock.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { Secret } from '#engine/util/secret.ts';
import { openConfiguredIndex, readIndexSettings } from '#retrieval/configured-index.ts';
import { type Embedder, EmbeddingError } from '#retrieval/embedding/embedder.ts';
import { createOpenAiEmbedder, createVoyageEmbedder } from '#retrieval/embedding/http-embedders.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, question } from './harbour.ts';

type Asked = { readonly path: string; readonly authorization: string | undefined; readonly body: Body };
type Body = { readonly input: string[] } & Record<string, unknown>;
type Answer = { readonly status: number; readonly body: unknown };

let server: Server;
let url: string;
let asked: Asked[];
let answer: (body: Body) => Answer;

/** Speaks the wire format of both services: a vector [length of the text, 0, 0, 1] for each input, in any order. */
const vectors = ({ input }: Body): Answer => ({
  status: 200,
  body: {
    object: 'list',
    data: input
      .map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 0, 0, 1] }))
      .reverse(),
    usage: { total_tokens: 3 },
  },
});

beforeEach(async () => {
  asked = [];
  answer = vectors;
  server = createServer(async (request, response) => {
    const body: Body = JSON.parse(await read(request));
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    const { status, body: said } = answer(body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

const openAi = (dimension = 4) => createOpenAiEmbedder({ url, model: 'nomic', dimension, apiKey: null });
const voyage = () => createVoyageEmbedder({ url, apiKey: new Secret('pa-key'), dimension: 4 });
const failureOf = (embedder: Embedder) => embedder.embed(['a'], 'query').catch((error: unknown) => error);

it('asks an OpenAI-compatible server and gives unit vectors in the order of the texts', async () => {
  const [short, long] = await openAi().embed(['abc', 'abcdef'], 'document');

  expect(asked).toEqual([
    {
      path: '/v1/embeddings',
      authorization: undefined,
      body: { input: ['abc', 'abcdef'], model: 'nomic', encoding_format: 'float' },
    },
  ]);
  expect(short?.[0]).toBeCloseTo(3 / Math.hypot(3, 1), 6);
  expect(long?.[0]).toBeCloseTo(6 / Math.hypot(6, 1), 6);
  expect(openAi()).toMatchObject({ model: 'openai/nomic', dimension: 4 });
});

it.each(['query', 'document'] as const)(
  'tells Voyage that a text is a %s, and sends its key',
  async (purpose) => {
    await voyage().embed(['abc'], purpose);

    expect(asked[0]).toMatchObject({
      authorization: 'Bearer pa-key',
      body: { model: 'voyage-3.5', input_type: purpose, output_dimension: 4 },
    });
  },
);

it('finds lore of any language by the meanings of a configured model', async () => {
  const meanings = [/mercado|fish|鮭/, /torre|beacon|灯台/];
  answer = ({ input }) => ({
    status: 200,
    body: {
      data: input.map((text, index) => ({
        index,
        embedding: meanings.map((one) => (one.test(text) ? 1 : 0.01)),
      })),
    },
  });
  const folder = temporaryFolder();
  const environment = { EMBEDDINGS: 'openai', EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'bge-m3' };
  const settings = readIndexSettings(
    readConfig({ ...environment, EMBEDDINGS_DIMENSION: '2', LANCEDB_URI: folder.path }),
    folder.path,
  );
  if (isRejection(settings)) throw new Error(settings.reason);
  const index = await openConfiguredIndex(settings, { clock: readSystemClock, say: () => {} });
  onTestFinished(async () => {
    await index.close();
    folder.remove();
  });
  const texts = { mercado: 'En el mercado venden de todo.', torre: 'La torre vieja aún da luz.' };
  await index.putPack(
    'puerto',
    Object.entries(texts).map(([id, text]) =>
      chunk({ id: `puerto:${id}`, packId: 'puerto', title: id, text, language: 'es' }),
    ),
  );
  await index.settled();
  const first = async (text: string) => (await index.search(question(text, { packIds: ['puerto'] }))).hits[0];

  expect((await first('鮭を買いたい'))?.chunk.id).toBe('puerto:mercado');
  expect((await first('who lit the beacon'))?.chunk.id).toBe('puerto:torre');
});

it('sends many texts in several requests', async () => {
  const texts = Array.from({ length: 150 }, (_, length) => 'x'.repeat(length + 1));
  const found = await openAi().embed(texts, 'document');

  expect(asked.map(({ body }) => body.input.length)).toEqual([64, 64, 22]);
  expect(found).toHaveLength(150);
  expect(found[149]?.[0]).toBeCloseTo(150 / Math.hypot(150, 1), 6);
});

it('gives every request its own time, so that many texts may take longer than one', async () => {
  const limits: AbortController[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  onTestFinished(() => timeout.mockRestore());
  answer = (body) => {
    // The time of all requests answered before is over.
    for (const limit of limits.slice(0, asked.length - 1)) limit.abort();
    return vectors(body);
  };

  expect(await openAi().embed(Array(250).fill('x'), 'document')).toHaveLength(250);
  expect(asked).toHaveLength(4);
});

it.each([
  [429, true],
  [500, true],
  [503, true],
  [400, false],
  [401, false],
])('takes status %i as a failure that another try may mend: %s', async (status, retryable) => {
  answer = () => ({ status, body: { error: { message: 'no' } } });

  const failure = await failureOf(openAi());
  expect(failure).toBeInstanceOf(EmbeddingError);
  expect(failure).toMatchObject({ retryable, message: expect.stringContaining(String(status)) });
});

it('refuses vectors of another length than configured and names both', async () => {
  expect(await failureOf(openAi(1024))).toMatchObject({
    retryable: false,
    message: expect.stringMatching(/4 numbers, not the 1024/),
  });
});

it.each([
  ['no JSON', 'hello'],
  ['another shape', { vectors: [] }],
  ['too few vectors', { data: [] }],
])('refuses %s', async (_case, body) => {
  answer = () => ({ status: 200, body });

  expect(await failureOf(openAi())).toMatchObject({ name: 'EmbeddingError', retryable: false });
});

it('says that nobody answered, and may be tried again', async () => {
  const embedder = createOpenAiEmbedder({
    url: 'http://127.0.0.1:1/v1',
    model: 'm',
    dimension: 4,
    apiKey: null,
  });

  expect(await failureOf(embedder)).toMatchObject({ name: 'EmbeddingError', retryable: true });
});

it('never tells its key in a failure', async () => {
  answer = () => ({ status: 401, body: { error: 'bad key' } });

  expect(JSON.stringify(await failureOf(voyage()))).not.toContain('pa-key');
  expect(String(await failureOf(voyage()))).not.toContain('pa-key');
});
