import { ask } from './graphql-clients.ts';

export const AWAITING =
  'query ($id: ID!) { session(id: $id) { awaiting { __typename ... on RollPrompt { id } ... on QuestionPrompt { id } } } }';

export type Awaiting = { session: { awaiting: { __typename: string; id: string } | null } };

/** Returns the id of what a session waits for. */
export async function readPromptId(url: string, sessionId: string): Promise<string> {
  const { session } = await ask<Awaiting>(url, AWAITING, { id: sessionId });
  if (session.awaiting === null) throw new Error('nothing is awaited');
  return session.awaiting.id;
}
