import type { ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createGraphqlApi } from '#client/graphql-api.ts';
import { createOwnRequests, OWN_ORIGIN } from '#schema/run-own-documents.ts';
import type { ApiRoute } from '#schema/server.ts';
import type { Yoga } from '#schema/yoga.ts';
import { createMcpServer, type McpLog } from './tools/mcp-server.ts';

type McpOptions = {
  readonly yoga: Yoga;
  readonly version: string;
  readonly log: McpLog;
};

const PATH = '/mcp';
const MOST_BYTES = 1024 * 1024;

/**
 * Creates the endpoint of MCP clients, by streamable HTTP. Each request has a server of its own, which knows nothing of the others:
 * no session is kept, and any node answers any request.
 */
export function createMcpEndpoint({ yoga, version, log }: McpOptions): ApiRoute {
  return {
    owns: (pathname) => pathname === PATH,
    bodyBytes: MOST_BYTES,
    refuse: sendError,
    answer: async (viewer, _pathname, request, response) => {
      if (request.method !== 'POST') {
        response.setHeader('allow', 'POST');
        return sendError(response, 405, 'method_not_allowed', 'Send messages of MCP with POST.');
      }
      const api = createGraphqlApi(OWN_ORIGIN, null, createOwnRequests(yoga, viewer));
      const server = createMcpServer(api, version, log);
      // Ends what a client that is gone was told; turns it began go on.
      response.once('close', () => void server.close());
      const transport = new StreamableHTTPServerTransport({ maxRequestBodySize: MOST_BYTES });
      await server.connect(transport);
      await transport.handleRequest(request, response);
    },
  };
}

/** Code of JSON-RPC for errors of the server's own. */
const SERVER_ERROR = -32_000;

function sendError(response: ServerResponse, status: number, code: string, message: string): void {
  const error = { code: SERVER_ERROR, message, data: { code } };
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}
