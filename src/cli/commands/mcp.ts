import { inspect, parseArgs } from 'node:util';
import { checkServerAddress } from '#client/graphql-api.ts';
import { serveStdio } from '#mcp/serve-stdio.ts';
import { type ApiAddress, withApi } from '../play/api-connection.ts';
import type { Command } from './command.ts';

const text = { type: 'string' } as const;

/** Parses the words behind `mcp`. Returns a sentence about the error when they are wrong. */
function readMcpFlags(words: readonly string[]): ApiAddress | string {
  try {
    const options = { server: text, token: text };
    const { server, token } = parseArgs({ args: [...words], options, allowPositionals: false }).values;
    return checkServerAddress(server) ?? { server: server ?? null, token: token ?? null };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** `scenewright mcp`: serves an MCP client over standard input and output. */
export const mcpCommand: Command = {
  usage: 'mcp [--server URL] [--token T]',
  summary: 'lets an MCP client play, by standard input and output',
  more: `An MCP client starts it; docs/mcp.md has the settings of clients. Without --server the server that runs on the data folder of
the settings is used; when none runs, an engine is started in this process. The token may also be in SCENEWRIGHT_TOKEN.
`,
  flags: ['--server', '--token'],

  async run(words, surroundings) {
    const { terminal } = surroundings;
    const address = readMcpFlags(words);
    if (typeof address === 'string') {
      terminal.printError(`${address}\n`);
      return 2;
    }
    // Standard output carries the protocol alone, and standard input has no person behind it.
    const beside = { ...terminal, print: terminal.printError, ask: async () => null };
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    return withApi(address, { ...surroundings, terminal: beside }, async (api) => {
      const log = {
        error: (...parts: unknown[]) =>
          terminal.printError(`${parts.map((part) => inspect(part)).join(' ')}\n`),
      };
      await serveStdio(api, { input: process.stdin, output: process.stdout, log, signal: stop.signal });
      return 0;
    });
  },
};
