import type { Database } from './database/database.ts';
import { ChatAnswer } from './entities/viewer.ts';

/** Digests of an answer's text: of all of it, and of its beginning. */
export type TextDigests = { readonly text: string; readonly textStart: string };

export type NewChatAnswer = {
  readonly id: string;
  readonly viewerId: string;
  /** Digest of the request it answers. */
  readonly request: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly createdAt: Date;
};

/** Answer to a chat client. Everything but its text is kept, so that later requests find their place in the story. */
export type ChatAnswerRecord = NewChatAnswer & {
  /** Scene at which the story stands after it; null until it is told. */
  readonly sceneId: string | null;
  /** Narration of that scene it told; null when it told none. */
  readonly version: number | null;
  /** Digest of its whole text; null until it is told. */
  readonly text: string | null;
  readonly deliveredAt: Date | null;
};

/** Answers given to chat clients. Rows are added, and completed when the answer is told and when it is delivered. */
export type ChatAnswerStore = {
  readonly add: (answer: NewChatAnswer) => Promise<void>;
  /** Notes what was told. */
  readonly complete: (
    id: string,
    told: TextDigests & { readonly sceneId: string; readonly version: number | null },
  ) => Promise<void>;
  /** Notes when the client had the whole answer; null when the connection broke before. */
  readonly markDelivered: (id: string, at: Date | null) => Promise<void>;
  /** Finds the latest answer to a request; null when it was never sent. */
  readonly findByRequest: (viewerId: string, request: string) => Promise<ChatAnswerRecord | null>;
  /** Finds the latest answer with this text, else the latest one that begins as it does. */
  readonly findByText: (viewerId: string, digests: TextDigests) => Promise<ChatAnswerRecord | null>;
};

const LATEST = { orderBy: { id: 'desc' } } as const;

export function createChatAnswerStore(database: Database): ChatAnswerStore {
  return {
    add: (answer) =>
      database.insert(ChatAnswer, {
        ...answer,
        sceneId: null,
        version: null,
        text: null,
        textStart: null,
        deliveredAt: null,
      }),
    complete: async (id, told) => {
      await database.update(ChatAnswer, { id }, told);
    },
    markDelivered: async (id, deliveredAt) => {
      await database.update(ChatAnswer, { id }, { deliveredAt });
    },
    findByRequest: (viewerId, request) => database.findOne(ChatAnswer, { viewerId, request }, LATEST),
    findByText: async (viewerId, { text, textStart }) =>
      (await database.findOne(ChatAnswer, { viewerId, textStart, text }, LATEST)) ??
      database.findOne(ChatAnswer, { viewerId, textStart }, LATEST),
  };
}
