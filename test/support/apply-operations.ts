import { randomUUID } from 'node:crypto';
import { ask } from './graphql-clients.ts';

/** Changes the world of a session by hand, and throws unless all of it was done. */
export async function applyOperations(url: string, sessionId: string, operations: object[]): Promise<void> {
  const input = { sessionId, actionId: randomUUID(), operations };
  const { applyOperations: result } = await ask<{
    applyOperations: { __typename: string; message?: string };
  }>(
    url,
    /* GraphQL */ `
      mutation ($input: ApplyOperationsInput!) {
        applyOperations(input: $input) {
          __typename
          ... on Failure { message }
        }
      }
    `,
    { input },
  );
  if (result.__typename !== 'TurnPayload') throw new Error(result.message);
}
