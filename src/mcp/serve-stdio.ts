import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CancelledNotificationSchema,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Api } from '#client/graphql-api.ts';
import { createMcpServer, type McpLog } from './tools/mcp-server.ts';

type StdioOptions = {
  readonly input: Readable;
  /** Carries messages of the protocol alone. */
  readonly output: Writable;
  readonly log: McpLog;
  /** Ends the service. */
  readonly signal: AbortSignal;
};

const VERSION = '{ server { version } }';
const Facts = z.object({ server: z.object({ version: z.string() }) });

/** Serves one MCP client over standard input and output, until its input ends and every request is answered. */
export async function serveStdio(api: Api, { input, output, log, signal }: StdioOptions): Promise<void> {
  const { server: facts } = await api.ask(VERSION, {}, Facts);
  const server = createMcpServer(api, facts.version, log);
  const ended = once(input, 'end', { signal }).catch(() => {});
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const transport = new StdioServerTransport(input, output);
  const whenAnswered = countRequests(transport);
  await server.connect(transport);
  await ended;
  if (!signal.aborted) await Promise.race([whenAnswered(), aborted]);
  await server.close();
}

/** Counts the requests of a transport. Returns a function that waits until all of them are answered. */
function countRequests(transport: StdioServerTransport): () => Promise<void> {
  const open = new Set<RequestId>();
  let finish = () => {};
  const send = transport.send.bind(transport);
  const isRequest = (message: JSONRPCMessage) => 'method' in message && 'id' in message;
  // The SDK keeps a handler that is there before it connects.
  transport.onmessage = (message: JSONRPCMessage) => {
    if ('id' in message && message.id !== undefined && isRequest(message)) open.add(message.id);
    // A request that was called off gets no answer.
    const calledOff = CancelledNotificationSchema.safeParse(message).data?.params.requestId;
    if (calledOff !== undefined) open.delete(calledOff);
  };
  transport.send = async (message) => {
    await send(message);
    if ('id' in message && message.id !== undefined && !isRequest(message)) open.delete(message.id);
    if (open.size === 0) finish();
  };
  return () =>
    new Promise((resolve) => {
      finish = resolve;
      if (open.size === 0) resolve();
    });
}
