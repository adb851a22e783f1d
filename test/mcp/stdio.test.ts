import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Api } from '#client/graphql-api.ts';
import { serveStdio } from '#mcp/serve-stdio.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const CALL = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'list_campaigns', arguments: {} },
};
const CANCEL = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } };

/** Serves a client whose input ends at once. The API answers the call when `release` is called. */
function open(messages: readonly object[]) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ask: Api['ask'] = async (document, _variables, shape) => {
    if (document.includes('server {')) return shape.parse({ server: { version: '1.0.0' } });
    await released;
    return shape.parse({ campaigns: { nodes: [] } });
  };
  const follow: Api['follow'] = async function* () {};
  const input = new PassThrough();
  const output = new PassThrough();
  const leaving = new AbortController();
  const api = { ask, follow, authoring: { ask, follow } };
  const served = serveStdio(api, { input, output, log: { error: () => {} }, signal: leaving.signal });
  input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const read = () =>
    String(output.read() ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { served, release, leaving, read };
}

it('answers what was asked before the input ended', async () => {
  const { served, release, read } = open([INITIALIZE, CALL]);
  setTimeout(release, 20);
  await served;
  expect(read()).toEqual([
    expect.objectContaining({ id: 1 }),
    expect.objectContaining({
      id: 2,
      result: expect.objectContaining({ structuredContent: { campaigns: [] } }),
    }),
  ]);
});

it.each([
  ['a call that was called off', [INITIALIZE, CALL, CANCEL], false],
  ['a call, once it is told to end', [INITIALIZE, CALL], true],
])('does not wait for %s', async (_what, messages, isEnded) => {
  const { served, leaving, read } = open(messages);
  if (isEnded) setTimeout(() => leaving.abort(), 20);
  await served;
  expect(read().map(({ id }) => id)).toEqual([1]);
});
