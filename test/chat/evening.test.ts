import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChatClient, type ChatServer, openChatServer } from '../support/chat.ts';
import { LANTERN_QUAY } from '../support/engine.ts';

let server: ChatServer;
beforeAll(async () => {
  server = await openChatServer();
});
afterAll(() => server.close());

const START = `start:${LANTERN_QUAY}`;

type Campaign = {
  readonly name: string;
  readonly sessions: readonly {
    readonly id: string;
    readonly status: string;
    readonly currentScene: { readonly index: number; readonly narration: string };
    readonly scenes: { readonly nodes: readonly { readonly narration: string }[] };
  }[];
};

/** The campaigns of a viewer with their sessions, as the GraphQL API has them. */
async function campaigns(token = server.token): Promise<readonly Campaign[]> {
  const { data, text } = await server.ask(
    token,
    `{ campaigns { nodes { name sessions {
      id status currentScene { index narration } scenes(wholeLine: true) { nodes { narration } }
    } } } }`,
  );
  if (data === null) throw new Error(text);
  return Object(data.campaigns).nodes;
}

it('plays an evening from an entry point, with another telling, an edit and a return to the first way', async () => {
  const chat = new ChatClient(server.client, START);
  const opening = await chat.say('Let us begin.');
  expect(opening).toContain('Wave 1 ');
  expect(opening).toMatch(/\n1\. .+\n2\. /);

  const first = await chat.say('I look at the water.');
  const second = await chat.say('I walk along the quay.');
  expect([first, second]).toEqual([expect.stringContaining('Wave 2 '), expect.stringContaining('Wave 3 ')]);

  const other = await chat.regenerate();
  expect(other).not.toBe(second);
  const [regenerated] = await campaigns();
  expect(regenerated?.sessions).toHaveLength(1);
  expect(regenerated?.sessions[0]?.currentScene).toMatchObject({ index: 3 });
  expect(other).toContain(regenerated?.sessions[0]?.currentScene.narration);

  // Back to the first telling, as a client does that swipes: the story goes on with it.
  chat.messages.pop();
  chat.messages.push({ role: 'assistant', content: second });
  await chat.say('I sit down.');
  const [chosen] = await campaigns();
  expect(chosen?.sessions[0]?.scenes.nodes[3]?.narration).toMatch(/^Wave 3 /);

  const edited = await chat.edit(4, 'I run back to the house.');
  const [forked] = await campaigns();
  expect(forked?.sessions.map(({ status }) => status).sort()).toEqual(['ACTIVE', 'INACTIVE']);
  const active = forked?.sessions.find(({ status }) => status === 'ACTIVE');
  expect(active?.currentScene.index).toBe(3);
  expect(edited).toContain(active?.currentScene.narration);

  const last = await chat.say('I knock.');
  const [ended] = await campaigns();
  expect(
    ended?.sessions
      .find(({ status }) => status === 'ACTIVE')
      ?.scenes.nodes.map((scene) => scene.narration.slice(0, 6)),
  ).toEqual(['', 'Wave 1', 'Wave 2', 'Wave 5', 'Wave 6']);
  expect(last).toContain('Wave 6 ');
});

it('finds its place by the last answer although the history before it was left out', async () => {
  const chat = new ChatClient(server.client, START);
  await chat.say('Begin.');
  await chat.say('I count the boats.');
  const answer = await chat.say('I count them again.');
  chat.messages.splice(0, chat.messages.length - 1);
  await chat.say('I wait.');
  const trimmed = (await campaigns()).find(({ sessions }) =>
    sessions.some((session) => answer.includes(session.scenes.nodes[3]?.narration ?? '-')),
  );
  expect(trimmed?.sessions).toHaveLength(1);
  expect(trimmed?.sessions[0]?.currentScene.index).toBe(4);
});

it('goes on in a session under its own name, which the list has', async () => {
  const chat = new ChatClient(server.client, START);
  await chat.say('Begin, please.');
  const { data } = await server.client.models.list();
  const [newest] = data;
  expect(newest).toMatchObject({ object: 'model', owned_by: 'scenewright', name: 'The Second Ledger' });
  expect(data.map(({ id }) => id)).toContain(START);
  expect(await server.client.models.retrieve(newest?.id ?? '')).toMatchObject({ name: 'The Second Ledger' });

  const fresh = new ChatClient(server.client, newest?.id ?? '');
  const answer = await fresh.say('I open the ledger.');
  const [campaign] = await campaigns();
  expect(answer).toContain(campaign?.sessions[0]?.currentScene.narration);
  expect(campaign?.sessions[0]?.currentScene.index).toBe(2);
});

it('starts another campaign when the same words are said in a new chat, and tells an opening again at once', async () => {
  const chat = new ChatClient(server.client, START);
  await chat.say('Hello.');
  const before = (await campaigns()).length;
  const again = await chat.regenerate();
  expect(await campaigns()).toHaveLength(before);
  expect(again).not.toBe('');
  await chat.say('I go in.');
  await new ChatClient(server.client, START).say('Hello.');
  expect(await campaigns()).toHaveLength(before + 1);
});

it('streams the same text in pieces, ends with [DONE] and reports usage when asked', async () => {
  const stream = await server.client.chat.completions.create({
    model: START,
    messages: [{ role: 'user', content: 'Begin as a stream.' }],
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = await Array.fromAsync(stream);
  const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
  expect(chunks.length).toBeGreaterThan(5);
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
  expect(chunks.at(-1)?.usage?.completion_tokens).toBeGreaterThan(0);
  const [campaign] = await campaigns();
  expect(text).toContain(campaign?.sessions[0]?.currentScene.narration);
  const raw = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
    body: JSON.stringify({
      model: START,
      stream: true,
      messages: [
        { role: 'user', content: 'Begin as a stream.' },
        { role: 'assistant', content: text },
        { role: 'user', content: 'I listen.' },
      ],
    }),
  });
  expect(raw.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const body = await raw.text();
  expect(body.trimEnd().endsWith('data: [DONE]')).toBe(true);
  expect(body).not.toContain('"usage"');
});

it('resumes an answer whose connection was cut, and plays it once', async () => {
  const chat = new ChatClient(server.client, START);
  await chat.say('Begin and be cut off.');
  chat.messages.push({ role: 'user', content: 'I pull the rope.' });
  const request = { model: START, messages: chat.messages, stream: true } as const;
  server.gate.hold();
  const cut = await server.client.chat.completions.create(request);
  let got = '';
  for await (const { choices } of cut) {
    got += choices[0]?.delta.content ?? '';
    if (got.includes('stones')) break;
  }
  cut.controller.abort();
  server.gate.release();
  const whole = await chat.send();
  expect(whole.startsWith(got.trimEnd())).toBe(true);
  expect(whole.length).toBeGreaterThan(got.length);
  const [campaign] = await campaigns();
  expect(campaign?.sessions[0]?.currentScene.index).toBe(2);
  expect(whole).toContain(campaign?.sessions[0]?.currentScene.narration);
});

it('sends the rest of an answer that broke off when the client asks for its continuation', async () => {
  const chat = new ChatClient(server.client, START);
  await chat.say('Begin and continue.');
  const whole = await chat.say('I pull the rope again.');
  const beginning = whole.slice(0, 90);
  chat.messages[chat.messages.length - 1] = { role: 'assistant', content: beginning };
  const rest = await chat.send();
  expect(`${beginning}${rest}`).toBe(whole);
  expect((await campaigns())[0]?.sessions[0]?.currentScene.index).toBe(2);
});

it('lets the story go on by itself when the last message is a whole answer', async () => {
  const chat = new ChatClient(server.client, START);
  await chat.say('Begin and go on.');
  const next = await chat.send();
  const [campaign] = await campaigns();
  expect(campaign?.sessions[0]?.currentScene.index).toBe(2);
  expect(next).toContain(campaign?.sessions[0]?.currentScene.narration);
});
