import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProviderError } from '#engine/llm/provider.ts';
import { WAITING_QUAY } from '../support/asking-packs.ts';
import { ChatClient, type ChatMessage, type ChatServer, openChatServer } from '../support/chat.ts';
import { LANTERN_QUAY } from '../support/engine.ts';
import { fail } from '../support/plain/reply.ts';

let server: ChatServer;
let failures = 0;
beforeAll(async () => {
  server = await openChatServer({
    'mode-dm': () => {
      if (failures === 0) return undefined;
      failures -= 1;
      return fail(new ProviderError('scripted failure', { retryable: false }));
    },
  });
});
afterAll(() => server.close());

const START = `start:${LANTERN_QUAY}`;

/** Sends a request as a client does that is not the official one. */
async function post(body: object | string, token: string | null = server.token) {
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: Object(await response.json()) };
}

/** The session a conversation is played in and the index of its scene. */
async function standing(answer: string): Promise<{ id: string; index: number; action: string }> {
  const { data } = await server.ask(
    server.token,
    '{ campaigns { nodes { currentSession { id currentScene { index narration turn { action { text } } } } } } }',
  );
  const sessions = Object(data?.campaigns).nodes.map((one: object) => Object(one).currentSession);
  const found = sessions.find((one: object) => answer.includes(Object(one).currentScene.narration));
  const { index, turn } = found.currentScene;
  return { id: found.id, index, action: turn.action.text };
}

it('plays what SillyTavern sends: a greeting of its card, prompts as system messages, sampling fields and stops', async () => {
  const head: ChatMessage[] = [
    { role: 'system', content: 'Write in the manner of a fisherman.' },
    { role: 'system', content: '' },
    { role: 'system', content: '[Start a new Chat]' },
    { role: 'assistant', content: 'The card greets you: welcome to the harbour, stranger.' },
  ];
  const shape = (messages: ChatMessage[]) => ({
    ...{ messages, model: START, temperature: 1, max_tokens: 300, max_completion_tokens: 300, stream: false },
    ...{ presence_penalty: 0, frequency_penalty: 0, top_p: 1, top_k: 0, n: 1, seed: -1, logit_bias: {} },
    ...{ stop: ['\nAnn:'], reasoning_effort: 'auto', user: 'x', include_reasoning: true, custom_field: [1] },
  });
  const opened = await post(shape([...head, { role: 'user', content: 'Hello there.' }]));
  const opening = opened.body.choices[0].message.content;
  expect(opened.body).toMatchObject({
    object: 'chat.completion',
    model: START,
    choices: [{ index: 0, finish_reason: 'stop' }],
  });
  const more: ChatMessage[] = [
    ...head,
    { role: 'user', content: 'Hello there.' },
    { role: 'assistant', content: opening },
    { role: 'user', content: 'I mend the net.' },
    { role: 'system', content: '[Stay in character.]' },
  ];
  const asked = server.asked.length;
  const played = await post(shape(more));
  const answer = played.body.choices[0].message.content;
  expect(await standing(answer)).toMatchObject({ index: 2, action: 'I mend the net.' });
  expect(played.body.usage.total_tokens).toBeGreaterThan(0);
  const narrated = server.asked.slice(asked).find(({ step }) => step === 'narrate');
  const prompt = JSON.stringify([narrated?.system, narrated?.messages]);
  expect(prompt).toContain('Write in the manner of a fisherman.');
  expect(prompt).toContain('[Stay in character.]');

  // Continue: the answer is the last message, and a nudge follows it.
  const nudge: ChatMessage = { role: 'system', content: '[Continue your last message.]' };
  const continued = await post(shape([...more, { role: 'assistant', content: answer }, nudge]));
  expect((await standing(continued.body.choices[0].message.content)).index).toBe(3);
});

it('answers the background tasks of Open WebUI without playing them', async () => {
  const chat = new ChatClient(server.client, START);
  const opening = await chat.say('Begin for the web.');
  const { index, id } = await standing(opening);
  const model = `session:${Buffer.from(id, 'base64').toString().split(':')[1]}`;
  const ask = async (output: string) => {
    const content = `### Task:\nDo something with the chat.\n### Output:\nJSON format: ${output}\n### Chat History:\n<chat_history>\nUSER: Begin\n</chat_history>`;
    const { body } = await post({
      model,
      messages: [{ role: 'user', content }],
      stream: false,
      max_tokens: 1000,
    });
    return JSON.parse(body.choices[0].message.content);
  };
  expect(await ask('{ "title": "your concise title here" }')).toEqual({ title: 'The Second Ledger' });
  expect(await ask('{ "tags": ["tag1", "tag2"] }')).toEqual({ tags: [] });
  expect(await ask('{ "follow_ups": ["Question 1?"] }')).toEqual({
    follow_ups: expect.arrayContaining([expect.any(String)]),
  });
  expect((await standing(opening)).index).toBe(index);
  const parts = [
    { type: 'text', text: 'I wait here.' },
    { type: 'image_url', image_url: { url: 'data:,' } },
  ];
  const { body } = await post({
    ...{ model, stream: false, stream_options: { include_usage: true }, tools: [], tool_ids: null },
    messages: [
      { role: 'assistant', content: opening },
      { role: 'user', content: parts },
    ],
  });
  expect(await standing(body.choices[0].message.content)).toMatchObject({ action: 'I wait here.' });
});

it('takes a choice by its number, and leaves choices out when the request says so', async () => {
  const chat = new ChatClient(server.client, START);
  const opening = await chat.say('Begin with choices.');
  const second = /^2\. (.+)$/m.exec(opening)?.[1] ?? '';
  const answer = await chat.say('2');
  expect((await standing(answer)).action).toContain(second);
  const plain = new ChatClient(server.client, START, { scenewright: { choices: false } });
  expect(await plain.say('Begin without.')).not.toMatch(/^1\. /m);
});

it('rolls and answers in words', async () => {
  const chat = new ChatClient(server.client, `start:${WAITING_QUAY}`);
  await chat.say('Begin with dice.');
  const asked = await chat.say('I force the drawer open.');
  expect(asked).toMatch(/\dd\d/);
  const again = await chat.regenerate();
  expect(again).toBe(asked);
  const told = await chat.say('My dice say 5, then 6.');
  expect(told).toMatch(/\[.*5.*6.*\]/);
  expect(told).toContain('Wave ');

  const question = await chat.say('I threaten somebody.');
  expect(question).toContain('Whom do you mean to threaten?\n\n1. ');
  const roll = await chat.say('1');
  expect(roll).toMatch(/\dd\d/);
  const rolled = await chat.say('Roll for me, please.');
  expect(rolled).toMatch(/^\[/);
  expect(rolled).toContain('Wave ');
});

it('answers out of character, again in other words when asked again, and retries what failed', async () => {
  const chat = new ChatClient(server.client, START);
  const opening = await chat.say('Begin and ask.');
  expect(await chat.say('DM: what is a tide?')).toBe('Out of character: what is a tide?');
  expect(await chat.regenerate()).toBe('Out of character: what is a tide?');
  expect((await standing(opening)).index).toBe(1);
  failures = 1;
  chat.messages.push({ role: 'user', content: 'DM: what is an ebb?' });
  await expect(chat.send()).rejects.toMatchObject({ status: 502, code: 'model_failed' });
  expect(await chat.send()).toBe('Out of character: what is an ebb?');
  const next = await chat.say('I stand up.');
  expect((await standing(next)).index).toBe(2);
});

it('tells errors in the form of the protocol', async () => {
  expect(await post({ model: 'gpt-5', messages: [{ role: 'user', content: 'Hi' }] })).toMatchObject({
    status: 404,
    body: { error: { type: 'invalid_request_error', code: 'model_not_found', param: 'model' } },
  });
  expect(await post('{"model":')).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } });
  expect(await post({ model: START, messages: [] })).toMatchObject({
    status: 400,
    body: { error: { param: 'messages', message: expect.stringContaining('at least one message') } },
  });
  expect(await post({ model: START, messages: [{ role: 'system', content: 'x' }] })).toMatchObject({
    status: 400,
    body: { error: { code: 'no_player_text' } },
  });
  expect(await post({ model: START, messages: [{ role: 'user', content: 'Hi' }] }, null)).toMatchObject({
    status: 401,
    body: { error: { type: 'authentication_error', code: 'invalid_api_key' } },
  });
  await expect(server.connect('sw_wrong').models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  const lost = await fetch(`${server.url}/v1/embeddings`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  expect([lost.status, Object(await lost.json()).error.code]).toEqual([404, 'unknown_url']);
});

it('shows a player no story of others, and lets only a game master start or take back', async () => {
  const chat = new ChatClient(server.client, START);
  const opening = await chat.say('Begin alone.');
  const { id } = await standing(opening);
  const bob = server.connect((await server.makeToken('bob', ['player'])).token);
  expect((await bob.models.list()).data).toEqual([]);
  const model = `session:${Buffer.from(id, 'base64').toString().split(':')[1]}`;
  const messages: ChatMessage[] = [{ role: 'user', content: 'I sneak in.' }];
  await expect(bob.chat.completions.create({ model, messages })).rejects.toMatchObject({ status: 404 });
  await expect(bob.chat.completions.create({ model: START, messages })).rejects.toMatchObject({
    status: 404,
  });
});
