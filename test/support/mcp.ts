import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** Answer of a tool: its text, its data, and whether it is an error. */
export type ToolReply = { readonly text: string; readonly data: unknown; readonly isError: boolean };

const Content = z.array(z.object({ type: z.literal('text'), text: z.string() }));

/** Connects the official client. `call` keeps to the declared output of each tool, which the client checks. */
export async function connectMcp(transport: Transport) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  await client.listTools();
  const call = async (
    name: string,
    values: Record<string, unknown>,
    onprogress?: (progress: { readonly message?: string | undefined }) => void,
  ): Promise<ToolReply> => {
    const options = { timeout: 120_000, ...(onprogress === undefined ? {} : { onprogress }) };
    const result = await client.callTool({ name, arguments: values }, CallToolResultSchema, options);
    const text = Content.parse(result.content)
      .map((part) => part.text)
      .join('\n');
    return { text, data: result.structuredContent, isError: result.isError === true };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
}

export type McpConnection = Awaited<ReturnType<typeof connectMcp>>;

/** Connects over HTTP, with a token or without. */
export function connectMcpOverHttp(url: string, token: string | null = null): Promise<McpConnection> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
  // The SDK's own types do not agree under exactOptionalPropertyTypes.
  return connectMcp(transport as Transport);
}
