import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour } from './behaviour.ts';

/** A call as the server got it. */
export type ReceivedCall = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
};

/** What a wire format adds to a plain server. */
export type WireFormat = {
  /** Answers calls that ask about the server and its models; undefined for calls to a model. They are not counted as calls. */
  readonly describe?: (path: string, body: unknown) => object | 'not-found' | undefined;
  /** Refuses any call before anything else: a model that is loading, or missing. Refused calls are not counted. */
  readonly refuse?: (
    path: string,
    body: unknown,
  ) => { readonly status: number; readonly body: unknown } | null;
  /** What it sends between pieces instead of JSON when a script asks for garbage. */
  readonly garbage?: string;
  /** What is wrong with a call by the rules of the format, if anything. */
  readonly complaint: (call: ReceivedCall) => string | null;
  readonly errorBody: (status: number, type: string | undefined, message: string, code?: string) => unknown;
  /** The events of a reply: before its text, for each piece of it, and after it. */
  readonly begin: (call: ReceivedCall) => readonly string[];
  readonly piece: (text: string) => readonly string[];
  readonly streamError: (type: string) => readonly string[];
  readonly end: (
    call: ReceivedCall,
    text: string,
    stop: 'finished' | 'length' | 'refused',
  ) => readonly string[];
};

/** A server on this machine that speaks a provider's wire format over real HTTP. */
export type LocalServer = {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** How many calls ended because the client went away. */
  readonly hangUps: () => number;
  /** How the next calls are answered, in order; when the queue is empty, the default. */
  readonly answer: (...behaviours: Behaviour[]) => void;
  readonly close: () => Promise<void>;
};

export async function startLocalServer(
  format: WireFormat,
  defaultBehaviour: Behaviour | ((call: ReceivedCall) => Behaviour),
  wantedPort = 0,
): Promise<LocalServer> {
  const calls: ReceivedCall[] = [];
  const queue: Behaviour[] = [];
  let hangUps = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.on('close', () => {
      if (!response.writableFinished) hangUps += 1;
    });
    const text = await readBody(request);
    const asked = text === '' ? null : JSON.parse(text);
    const refused = format.refuse?.(request.url ?? '', asked) ?? null;
    if (refused !== null) return sendJson(response, refused.status, refused.body);
    const described = format.describe?.(request.url ?? '', asked);
    if (described === 'not-found') return sendJson(response, 404, { error: 'not found' });
    if (described !== undefined) return sendJson(response, 200, described);
    const call = { path: request.url ?? '', headers: request.headers, body: asked };
    calls.push(call);
    const next = queue.shift();
    const fallback = typeof defaultBehaviour === 'function' ? defaultBehaviour(call) : defaultBehaviour;
    await perform(next ?? fallback, call, format, response);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    hangUps: () => hangUps,
    answer: (...behaviours) => {
      queue.push(...behaviours);
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function perform(
  behaviour: Behaviour,
  call: ReceivedCall,
  format: WireFormat,
  response: ServerResponse,
): Promise<void> {
  if (behaviour.kind === 'hang') return;
  if (behaviour.kind === 'drop') {
    response.destroy();
    return;
  }
  const complaint = format.complaint(call);
  if (complaint !== null) return sendJson(response, 400, format.errorBody(400, undefined, complaint));
  if (behaviour.kind === 'error') {
    const { status, type, code, headers } = behaviour;
    return sendJson(response, status, format.errorBody(status, type, 'scripted failure', code), headers);
  }
  await stream(behaviour, call, format, response);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function stream(
  behaviour: Extract<Behaviour, { kind: 'reply' }>,
  call: ReceivedCall,
  format: WireFormat,
  response: ServerResponse,
): Promise<void> {
  if (behaviour.firstDelayMs !== undefined) await delay(behaviour.firstDelayMs);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_local' });
  const write = (events: readonly string[]) => {
    for (const event of events) response.write(event);
  };
  write(format.begin(call));
  for (const line of behaviour.signsOfLife?.lines ?? []) {
    await delay(behaviour.signsOfLife?.everyMs);
    if (response.destroyed) return;
    write([line]);
  }
  let said = '';
  const begun = performance.now();
  for (const [index, piece] of behaviour.pieces.entries()) {
    if (await interrupted(behaviour, index, format, response)) return;
    // By the clock, so that late timers do not add up over a long reply.
    const due = begun + (index + 1) * (behaviour.pieceDelayMs ?? 0);
    if (due > performance.now()) await delay(due - performance.now());
    if (response.destroyed) return;
    write(format.piece(piece));
    said += piece;
  }
  if (await interrupted(behaviour, behaviour.pieces.length, format, response)) return;
  write(format.end(call, said, behaviour.stop ?? 'finished'));
  response.end();
}

/** Whether the script breaks the reply off here, in the way it says. */
async function interrupted(
  behaviour: Extract<Behaviour, { kind: 'reply' }>,
  sent: number,
  format: WireFormat,
  response: ServerResponse,
): Promise<boolean> {
  if (behaviour.stallAfter === sent) return true;
  if (behaviour.endAfter === sent) {
    response.end();
    return true;
  }
  if (behaviour.cutAfter === sent) {
    // What was written goes out before the connection breaks.
    await delay(20);
    response.destroy();
    return true;
  }
  if (behaviour.errorAfter?.pieces === sent) {
    for (const event of format.streamError(behaviour.errorAfter.type)) response.write(event);
    response.end();
    return true;
  }
  if (behaviour.garbageAfter === sent) {
    response.write(format.garbage ?? 'event: content_block_delta\ndata: {"broken\n\n');
    response.end();
    return true;
  }
  return false;
}
