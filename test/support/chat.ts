import OpenAI from 'openai';
import type { ModelRequest, Provider, ReplyPart } from '#engine/llm/provider.ts';
import { openAccounts } from './accounts.ts';
import { quayAndWaitingQuay } from './asking-packs.ts';
import { createPlainProvider, type PlainProviderOptions } from './plain-provider.ts';

export type ChatMessage = OpenAI.Chat.ChatCompletionMessageParam;

/** Holds narrations back in the middle of their text until they are released. */
export function createNarrationGate() {
  let release = () => {};
  let held: Promise<void> | null = null;
  return {
    hold: () => {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => {
      held = null;
      release();
    },
    wrap: (provider: Provider): Provider => ({
      ...provider,
      async *stream(request: ModelRequest): AsyncGenerator<ReplyPart> {
        let parts = 0;
        for await (const part of provider.stream(request)) {
          yield part;
          parts += 1;
          if (request.step === 'narrate' && parts === 12 && held !== null) await held;
        }
      },
    }),
  };
}

/** A server with accounts, Lantern Quay with and without dice of the player's own, and narrations that all differ. */
export async function openChatServer(answers: PlainProviderOptions = {}) {
  const gate = createNarrationGate();
  const asked: ModelRequest[] = [];
  let told = 0;
  const provider = createPlainProvider({
    before: (request) => {
      asked.push(request);
    },
    narrate: () => {
      told += 1;
      return {
        prose: `Wave ${told} comes in over the stones. A gull follows it down to the quay. The rope creaks twice. Far off a bell is struck ${told} times, and then it is still.`,
      };
    },
    ...answers,
  });
  const server = await openAccounts({ writePacks: quayAndWaitingQuay, provider: gate.wrap(provider) });
  const { token } = await server.makeToken('ann', ['gm', 'player']);
  const connect = (apiKey: string) => new OpenAI({ baseURL: `${server.url}/v1`, apiKey, maxRetries: 0 });
  return { ...server, gate, asked, token, connect, client: connect(token) };
}

export type ChatServer = Awaited<ReturnType<typeof openChatServer>>;

/** A conversation as a chat client holds it: it sends everything said so far and keeps the answer. */
export class ChatClient {
  readonly messages: ChatMessage[] = [];
  model: string;
  readonly #client: OpenAI;
  readonly #extra: object;

  constructor(client: OpenAI, model: string, extra: object = {}) {
    this.#client = client;
    this.model = model;
    this.#extra = extra;
  }

  /** Says something and gives the answer. */
  async say(content: string): Promise<string> {
    this.messages.push({ role: 'user', content });
    return this.send();
  }

  /** Sends the conversation as it is. */
  async send(): Promise<string> {
    const { choices } = await this.#client.chat.completions.create({
      model: this.model,
      messages: this.messages,
      ...this.#extra,
    });
    const content = choices[0]?.message.content ?? '';
    this.messages.push({ role: 'assistant', content });
    return content;
  }

  /** Throws the last answer away and asks for another. */
  regenerate(): Promise<string> {
    this.messages.pop();
    return this.send();
  }

  /** Changes what was said at a place, forgets everything behind it and sends that. */
  edit(index: number, content: string): Promise<string> {
    this.messages.length = index;
    return this.say(content);
  }
}
