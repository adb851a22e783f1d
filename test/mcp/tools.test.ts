import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { WAITING_QUAY } from '../support/asking-packs.ts';
import { type ChatServer, openChatServer } from '../support/chat.ts';
import { LANTERN_QUAY } from '../support/engine.ts';
import { connectMcpOverHttp, type McpConnection } from '../support/mcp.ts';

let server: ChatServer;
let mcp: McpConnection;
beforeAll(async () => {
  server = await openChatServer();
  mcp = await connectMcpOverHttp(server.url, server.token);
});
afterAll(async () => {
  await mcp.client.close();
  await server.close();
});

const Turn = z.object({
  id: z.string(),
  status: z.string(),
  scene: z.object({ index: z.number(), narration: z.string() }).nullable(),
});

let stories = 0;

/** Begins a story and gives its session. */
async function begin(entryPointId = LANTERN_QUAY): Promise<string> {
  stories += 1;
  const begun = await mcp.call('begin_story', { entryPointId, startId: `story ${stories}` });
  expect(begun.isError, begun.text).toBe(false);
  return z.object({ sessionId: z.string() }).parse(begun.data).sessionId;
}

it('describes every tool with closed input, output and what it does to the story', async () => {
  const { tools } = await mcp.client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    ...['answer_prompt', 'ask_out_of_character', 'begin_story', 'check_pack', 'follow_turn'],
    ...['list_campaigns', 'list_entry_points', 'look', 'search_lore', 'take_turn'],
  ]);
  for (const { description, inputSchema, outputSchema, annotations } of tools) {
    expect(description?.length).toBeGreaterThan(40);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema).toMatchObject({ type: 'object' });
    expect(annotations?.readOnlyHint).toBeTypeOf('boolean');
  }
});

it('plays an action once however often it is sent, and refuses its name for another', async () => {
  const sessionId = await begin();
  const action = { sessionId, actionId: 'pull', text: 'I pull the rope.' };
  const [first, second] = await Promise.all([mcp.call('take_turn', action), mcp.call('take_turn', action)]);
  expect(first.isError, first.text).toBe(false);
  expect(second.data).toEqual(first.data);
  expect(Turn.parse(first.data).scene?.index).toBe(2);
  const other = await mcp.call('take_turn', { ...action, text: 'I let go of the rope.' });
  expect(other).toMatchObject({ isError: true, text: expect.stringContaining('ACTION_ID_REUSED') });
});

it('tells the prose as progress while the turn runs, when that was asked for', async () => {
  const sessionId = await begin();
  const parts: string[] = [];
  const action = { sessionId, actionId: 'listen', text: 'I listen.' };
  server.gate.hold();
  const { data } = await mcp.call('take_turn', action, ({ message = '' }) => {
    parts.push(message);
    server.gate.release();
  });
  // The narration was held until the first part came. The SDK drops parts that arrive together with the answer.
  expect(parts[0]).toMatch(/^Wave \d/);
  expect(Turn.parse(data).scene?.narration.startsWith(parts.join('').trim())).toBe(true);
});

it('ends a call whose client gave up, and finishes its turn', async () => {
  const sessionId = await begin();
  server.gate.hold();
  const leaving = new AbortController();
  const call = mcp.client.callTool(
    { name: 'take_turn', arguments: { sessionId, actionId: 'leave', text: 'I wait.' } },
    undefined,
    { signal: leaving.signal, onprogress: () => leaving.abort() },
  );
  await expect(call).rejects.toThrow();
  const busy = await mcp.call('take_turn', { sessionId, actionId: 'next', text: 'I go on.' });
  expect(busy).toMatchObject({ isError: true, text: expect.stringContaining('call follow_turn') });
  const turnId = /Its id is (\S+):/.exec(busy.text)?.[1];
  const followed = mcp.call('follow_turn', { turnId });
  server.gate.release();
  expect(Turn.parse((await followed).data)).toMatchObject({ status: 'COMMITTED', scene: { index: 2 } });
});

it('asks for dice and answers, takes both, and answers out of character', async () => {
  const sessionId = await begin(WAITING_QUAY);
  const forced = await mcp.call('take_turn', {
    sessionId,
    actionId: 'force',
    text: 'I force the drawer open.',
  });
  expect(forced.text).toMatch(/Awaited: .*\dd\d\n- 2-6: [\s\S]*\n- 12: [\s\S]*Call answer_prompt/);
  const wrong = await mcp.call('answer_prompt', { sessionId, actionId: 'dice', faces: [9, 9] });
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('from 1 to 6') });
  const rolled = await mcp.call('answer_prompt', { sessionId, actionId: 'dice 2', faces: [5, 6] });
  expect(rolled.text).toMatch(/^\[.*5.*6.*\]\n\nWave /);

  const threat = await mcp.call('take_turn', {
    sessionId,
    actionId: 'threaten',
    text: 'I threaten somebody.',
  });
  const optionId = /\n- (\S+): /.exec(threat.text)?.[1];
  const asked = await mcp.call('answer_prompt', { sessionId, actionId: 'whom', optionId });
  expect(asked.text).toMatch(/\dd\d/);
  const told = await mcp.call('answer_prompt', { sessionId, actionId: 'roll for me' });
  expect(told.text).toContain('Wave ');
  expect(await mcp.call('answer_prompt', { sessionId, actionId: 'again' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('Call take_turn'),
  });
  const asking = { sessionId, actionId: 'ask', question: 'What is a tide?' };
  const answer = await mcp.call('ask_out_of_character', asking);
  expect(answer.text).toContain('Out of character: What is a tide?');
});

it.each([
  ['take_turn', { sessionId: 'x', actionId: 'a', text: 'Hi' }, /no such session.*list_campaigns/],
  ['take_turn', { sessionId: 'x', actionId: 'a' }, /text, choice: give one of them/],
  ['take_turn', { sessionId: 'x', text: 'Hi' }, /actionId/],
  ['take_turn', { sessionId: 'x', actionId: 'a', text: 'Hi', mood: 'sad' }, /mood/],
  ['begin_story', { entryPointId: 'no:where', startId: 'x' }, /NOT_FOUND|entryPointId/],
  ['follow_turn', { turnId: 'x' }, /no such turn/],
  ['search_lore', { text: 'ledger' }, /sessionId, packIds: give one/],
  ['look', { sessionId: 'x', sections: ['cellar'] }, /sections/],
  ['check_pack', { packId: 'lantern_quay' }, /AUTHOR|may not/i],
  ['make_coffee', {}, /make_coffee not found/],
])('says what is wrong with %s %j', async (name, values, message) => {
  expect(await mcp.call(name, values)).toMatchObject({ isError: true, text: expect.stringMatching(message) });
});

it('refuses a caller without a token, shows a player no story of others and takes GET for no message', async () => {
  await expect(connectMcpOverHttp(server.url)).rejects.toThrow(/API token/);
  const sessionId = await begin();
  const { token } = await server.makeToken('bob', ['player']);
  await using bob = await connectMcpOverHttp(server.url, token);
  expect((await bob.call('list_campaigns', {})).text).toBe(
    'You have no campaign yet. begin_story begins one.',
  );
  for (const view of ['player', 'gm']) {
    expect(await bob.call('look', { sessionId, view })).toMatchObject({ isError: true });
    expect(await bob.call('search_lore', { sessionId, text: 'ledger', view })).toMatchObject({
      isError: true,
    });
  }
  const start = { entryPointId: LANTERN_QUAY, startId: 'bob' };
  expect(await bob.call('begin_story', start)).toMatchObject({ isError: true });
  const headers = { authorization: `Bearer ${server.token}`, accept: 'text/event-stream' };
  const stream = await fetch(`${server.url}/mcp`, { headers });
  expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST']);
  const page = { ...headers, origin: 'https://evil.example', 'content-type': 'application/json' };
  const foreign = await fetch(`${server.url}/mcp`, { method: 'POST', headers: page, body: '{}' });
  expect(foreign.status).toBe(403);
});
