import type { z } from 'zod';

/** Yields the data of each server-sent event, in order, until the stream completes. */
export async function* parseServerEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const bytes of stream) {
    held += decoder.decode(bytes, { stream: true });
    const blocks = held.split(/\r?\n\r?\n/);
    held = blocks.pop() ?? '';
    for (const block of blocks) {
      const { name, data } = read(block);
      if (name === 'complete') return;
      if (data !== '') yield data;
    }
  }
}

function read(block: string): { readonly name: string; readonly data: string } {
  const lines = block.split(/\r?\n/);
  const all = (field: string) =>
    lines.flatMap((line) => (line.startsWith(`${field}:`) ? line.slice(field.length + 1).trimStart() : []));
  return { name: all('event').at(-1) ?? 'next', data: all('data').join('\n') };
}

/** The server answered and said no, in a sentence. */
export class ServerRefusedError extends Error {
  override readonly name = 'ServerRefusedError';
}

/** The server could not be reached, or the connection broke off. */
export class ServerLostError extends Error {
  override readonly name = 'ServerLostError';
  readonly retryable = true;
}

type Variables = Readonly<Record<string, unknown>>;

/** The GraphQL API of a server, wherever it runs: that of game clients, and the whole of it. */
export type Api = ApiPart & { readonly authoring: ApiPart };

type ApiPart = {
  readonly ask: <Shape extends z.ZodType>(
    document: string,
    variables: Variables,
    shape: Shape,
  ) => Promise<z.infer<Shape>>;
  /** Yields the results of a subscription until it ends, breaks off or is cancelled. */
  readonly follow: <Shape extends z.ZodType>(
    document: string,
    variables: Variables,
    shape: Shape,
    signal: AbortSignal,
  ) => AsyncIterable<z.infer<Shape>>;
};

/** Sends one request; `fetch` for a server elsewhere. */
export type SendRequest = (address: string, request: RequestInit) => Response | Promise<Response>;

export function createGraphqlApi(server: string, token: string | null, send: SendRequest = fetch): Api {
  const address = `${server.replace(/\/(graphql\/?)?$/, '')}/graphql`;
  return {
    ...createApiPart(server, address, token, send),
    authoring: createApiPart(server, `${address}/authoring`, token, send),
  };
}

function createApiPart(server: string, address: string, token: string | null, send: SendRequest): ApiPart {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const post = async (
    document: string,
    variables: Variables,
    accept: string,
    signal: AbortSignal | null,
  ): Promise<Response> => {
    const body = JSON.stringify({ query: document, variables });
    try {
      return await send(address, { method: 'POST', headers: { ...headers, accept }, body, signal });
    } catch (error) {
      throw lost(server, error);
    }
  };
  return {
    ask: async (document, variables, shape) => {
      const response = await post(document, variables, 'application/json', null);
      return dataOf(await bodyOf(response, server), shape);
    },
    follow: async function* (document, variables, shape, signal) {
      const response = await post(document, variables, 'text/event-stream', signal);
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        yield dataOf(await bodyOf(response, server), shape);
        return;
      }
      if (response.body === null) return;
      try {
        const stream = readUntilAborted(response.body, signal);
        for await (const data of parseServerEvents(stream)) yield dataOf(JSON.parse(data), shape);
      } catch (error) {
        throw error instanceof ServerRefusedError ? error : lost(server, error);
      }
    },
  };
}

/**
 * Reads a body until the signal is aborted. Requests that never leave the process need this, because nothing else in them heeds the
 * signal.
 */
async function* readUntilAborted(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
  });
  aborted.catch(() => {});
  signal.addEventListener('abort', onAbort);
  try {
    signal.throwIfAborted();
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Some streams answer only when their next part is due.
    reader.cancel().catch(() => {});
  }
}

async function bodyOf(response: Response, server: string): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ServerRefusedError(
      `${server} answered with ${response.status} and no JSON. Is it Scenewright?`,
    );
  }
}

function dataOf<Shape extends z.ZodType>(body: unknown, shape: Shape): z.infer<Shape> {
  const { data, errors } = Object(body);
  if (Array.isArray(errors) && errors.length > 0) {
    throw new ServerRefusedError(errors.map((error) => String(Object(error).message)).join('\n'));
  }
  const read = shape.safeParse(data);
  if (read.success) return read.data;
  throw new ServerRefusedError(
    'The server answered in a way this version does not know. Update one of them.',
  );
}

function lost(server: string, cause: unknown): ServerLostError {
  return new ServerLostError(`${server} does not answer. Is the server running?`, { cause });
}

/** Returns the error in the address behind `--server`; null when it is valid or absent. */
export function checkServerAddress(address: string | undefined): string | null {
  if (address === undefined) return null;
  const isAddress = /^https?:\/\/./.test(address) && URL.canParse(address);
  return isAddress ? null : '--server: write the address of a server, for example http://127.0.0.1:4000';
}
