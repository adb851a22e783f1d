import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#schema/context.ts';
import { loadOfferedChoices } from '#schema/play-actions.ts';
import type { ApiRoute } from '#schema/server.ts';
import { ChatError, readThrownError, toErrorBody } from './protocol/chat-error.ts';
import { type ChatUsage, ChunkStream, type ReplyHead, toCompletionBody } from './protocol/chat-reply.ts';
import { ChatRequest, findTaskField, readConversation, type TaskField } from './protocol/chat-request.ts';
import { openAnswer } from './story/answer-chat.ts';
import { type AnswerPart, collectText } from './story/follow-turn.ts';
import type { OpenAnswer } from './story/open-answer.ts';
import { findStoryModel, listStoryModels, type StoryModel, toSeconds } from './story/story-models.ts';

type ChatOptions = {
  /** Creates the context of one request. */
  readonly createContext: (viewer: Context['access']['viewer']) => Context;
  /** Whether choices follow the prose when a request does not say. */
  readonly showsChoices: boolean;
  readonly log: { readonly error: (...parts: unknown[]) => void };
};

const FOLDER = '/v1/';
/** Whole conversations are sent with every turn. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Creates the endpoint that chat clients of OpenAI's protocol play at. */
export function createChatEndpoint({ createContext, showsChoices, log }: ChatOptions): ApiRoute {
  return {
    owns: (pathname) => pathname.startsWith(FOLDER),
    bodyBytes: MOST_BYTES,
    refuse: (response, status, code, message) => sendError(response, new ChatError(status, code, message)),
    answer: async (viewer, pathname, request, response) => {
      try {
        await route(createContext(viewer), pathname, request, response, showsChoices);
      } catch (error) {
        const known = readThrownError(error) ?? maskError(error, log);
        if (response.headersSent) response.destroy();
        else sendError(response, known);
      }
    },
  };
}

function maskError(error: unknown, log: ChatOptions['log']): ChatError {
  const errorId = randomUUID();
  log.error({ errorId, err: error }, 'a chat request failed by a bug');
  return new ChatError(500, 'internal', `Unexpected error. It is logged as ${errorId}.`);
}

async function route(
  context: Context,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
  showsChoices: boolean,
): Promise<void> {
  const path = pathname.slice(FOLDER.length);
  if (request.method === 'GET' && path === 'models') {
    return send(response, { object: 'list', data: await listStoryModels(context) });
  }
  if (request.method === 'GET' && path.startsWith('models/')) {
    const id = decodeURIComponent(path.slice('models/'.length));
    const { title } = await findStoryModel(id, context);
    const created = toSeconds(context.clock());
    return send(response, { id, object: 'model', created, owned_by: 'scenewright', name: title });
  }
  if (request.method === 'POST' && path === 'chat/completions') {
    return complete(await readRequest(request), showsChoices, context, response);
  }
  const message = `There is no ${request.method} ${pathname}; there are GET /v1/models and POST /v1/chat/completions.`;
  throw new ChatError(404, 'unknown_url', message);
}

async function readRequest(request: IncomingMessage): Promise<ChatRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const parsed = ChatRequest.safeParse(parseJson(Buffer.concat(chunks).toString('utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = (issue?.path ?? []).join('.');
  throw new ChatError(400, 'invalid_request', `${param || 'body'}: ${issue?.message}.`, { param });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ChatError(400, 'invalid_json', 'The body is not JSON.');
  }
}

async function complete(
  { model, messages, stream, stream_options, scenewright }: ChatRequest,
  showsChoices: boolean,
  context: Context,
  response: ServerResponse,
): Promise<void> {
  const conversation = readConversation(messages);
  if (conversation === null) {
    const message = 'messages: none of them holds text of the player; send one with role `user`.';
    throw new ChatError(400, 'no_player_text', message, { param: 'messages' });
  }
  const story = await findStoryModel(model, context);
  const task = findTaskField(conversation);
  const wantsChoices = scenewright?.choices ?? showsChoices;
  const answer =
    task === null
      ? await openAnswer({ model, story, conversation, wantsChoices }, context)
      : answerTask(task, story, context);
  const head = { id: `chatcmpl-${context.newId()}`, created: toSeconds(context.clock()), model };
  if (stream !== true) return sendWhole(answer, head, response);
  await sendStream(answer, head, response, stream_options?.include_usage === true);
}

const NO_USAGE: ChatUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 };

/** Answers a background task of a client from what is known. Nothing is played and no model is asked. */
function answerTask(field: TaskField, story: StoryModel, context: Context): OpenAnswer {
  async function* tell(): AsyncGenerator<AnswerPart> {
    const lists = { tags: [], queries: [], follow_ups: await listFollowUps(field, story, context) };
    const value = field === 'title' ? story.title : field === 'text' ? '' : lists[field];
    yield { type: 'prose', text: JSON.stringify({ [field]: value }) };
  }
  const nothing = async () => {};
  return { parts: tell(), complete: nothing, markDelivered: nothing, usage: async () => NO_USAGE };
}

async function listFollowUps(field: TaskField, story: StoryModel, context: Context): Promise<string[]> {
  if (field !== 'follow_ups' || story.kind !== 'session') return [];
  return (await loadOfferedChoices(story.session, context)).map(({ text }) => text);
}

async function sendWhole(answer: OpenAnswer, head: ReplyHead, response: ServerResponse): Promise<void> {
  const text = await collectText(answer.parts);
  await answer.complete(text);
  await deliver(answer, response, async () =>
    send(response, toCompletionBody(head, text, await answer.usage())),
  );
}

/** Time given to a turn to fail with a status of its own before the stream begins. */
const FIRST_PART_MILLISECONDS = 2_000;

async function sendStream(
  answer: OpenAnswer,
  head: ReplyHead,
  response: ServerResponse,
  includesUsage: boolean,
): Promise<void> {
  const first = answer.parts.next();
  // It is awaited below; until then a failure must not end the process.
  first.catch(() => {});
  await Promise.race([first, wait(FIRST_PART_MILLISECONDS, undefined, { ref: false })]);
  const chunks = new ChunkStream(response, head);
  let text = '';
  let last: AnswerPart['type'] = 'line';
  try {
    for (let next = await first; !next.done; next = await answer.parts.next()) {
      const part = next.value;
      const isNewParagraph = text !== '' && (part.type !== 'prose' || last !== 'prose');
      const piece = `${isNewParagraph ? '\n\n' : ''}${part.type === 'restart' ? '' : part.text}`;
      last = part.type === 'restart' ? 'prose' : part.type;
      text += piece;
      // A client that is gone does not stop the telling: the answer is recorded for its next request.
      await chunks.text(piece);
    }
  } catch (error) {
    const known = readThrownError(error);
    if (known === null) throw error;
    return chunks.fail(known);
  }
  await answer.complete(text);
  const usage = includesUsage ? await answer.usage() : null;
  await deliver(answer, response, () => chunks.end(usage));
}

/** Sends the end of an answer. It counts as delivered unless the connection is or goes down before it is sent. */
async function deliver(
  answer: OpenAnswer,
  response: ServerResponse,
  end: () => Promise<void> | void,
): Promise<void> {
  if (response.destroyed) return;
  await answer.markDelivered(true);
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  await end();
  if (!response.destroyed) await closed;
  if (!response.writableFinished) await answer.markDelivered(false);
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, error: ChatError): void {
  const { status, retryAfterSeconds } = error;
  if (retryAfterSeconds !== null) response.setHeader('retry-after', String(retryAfterSeconds));
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(toErrorBody(error)));
}
