import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { Api } from '#client/graphql-api.ts';

/** Dependencies of a tool call. */
export type ToolCall = {
  /** The API, as the caller. */
  readonly api: Api;
  /** Aborted when the client cancels the call or goes away. Turns that were begun go on. */
  readonly signal: AbortSignal;
  /** Sends text as progress; null when the client did not ask for progress. */
  readonly report: ((text: string) => Promise<void>) | null;
};

/** Answer of a tool: text for the model, and the same as data. */
type ToolAnswer<Data> = { readonly text: string; readonly data: Data };

/** The tool could not do it; the message says why and what would be right. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}

type ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Whether it only reads. Every other tool may be called again with the same ids without doing anything twice. */
  readonly isReadOnly: boolean;
  readonly run: (input: z.infer<Input>, call: ToolCall) => Promise<ToolAnswer<z.infer<Output>>>;
};

type Extra = {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  readonly sendNotification: (notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; message: string };
  }) => Promise<void>;
};

/** Tool that can be added to a server. `explain` turns an error into the sentence the client gets. */
export type Tool = {
  readonly register: (server: McpServer, api: Api, explain: (error: unknown) => string) => void;
};

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  name,
  title,
  description,
  input,
  output,
  isReadOnly,
  run,
}: ToolDefinition<Input, Output>): Tool {
  const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, idempotentHint: true };
  return {
    register: (server, api, explain) => {
      // As plain objects: the SDK's types cannot be inferred for schemas that are type parameters.
      const inputSchema: z.ZodObject = input;
      const outputSchema: z.ZodObject = output;
      const config = { title, description, inputSchema, outputSchema, annotations };
      server.registerTool(name, config, async (values, extra): Promise<CallToolResult> => {
        try {
          const call = { api, signal: extra.signal, report: createReport(extra) };
          const { text, data } = await run(input.parse(values), call);
          return { content: [{ type: 'text', text }], structuredContent: data };
        } catch (error) {
          return { content: [{ type: 'text', text: explain(error) }], isError: true };
        }
      });
    },
  };
}

function createReport({ _meta, sendNotification }: Extra): ToolCall['report'] {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return null;
  let progress = 0;
  return (message) => {
    progress += message.length;
    return sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress, message },
    });
  };
}
