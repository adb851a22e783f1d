import { randomUUID } from 'node:crypto';
import { ask } from './graphql-clients.ts';

type Started = { startCampaign: { session: { id: string } } };

/** Begins the first campaign the server offers, or the one that is named, and gives the id of its session, at scene 1: the opening is told. */
export async function begin(url: string, entryPointId?: string): Promise<string> {
  const { entryPoints } = await ask<{ entryPoints: { nodes: { id: string }[] } }>(
    url,
    '{ entryPoints(first: 1) { nodes { id } } }',
  );
  const { startCampaign } = await ask<Started>(
    url,
    /* GraphQL */ `
      mutation ($entryPointId: ID!) {
        startCampaign(input: { entryPointId: $entryPointId }) {
          ... on StartCampaignPayload { session { id } }
          ... on Failure { code message }
        }
      }
    `,
    { entryPointId: entryPointId ?? entryPoints.nodes[0]?.id },
  );
  return startCampaign.session.id;
}

export type TurnResult = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly turn?: {
    readonly id: string;
    readonly status: string;
    readonly attempt: number;
    readonly scene: { readonly index: number; readonly narration: string } | null;
  };
};

type Wish = { readonly actionId?: string; readonly text?: string; readonly wait?: boolean };

export async function takeTurn(url: string, sessionId: string, wish: Wish = {}): Promise<TurnResult> {
  const { takeTurn: result } = await ask<{ takeTurn: TurnResult }>(
    url,
    /* GraphQL */ `
      mutation ($input: TakeTurnInput!) {
        takeTurn(input: $input) {
          __typename
          ... on TurnPayload { turn { id status attempt scene { index narration } } }
          ... on Failure { code message }
          ... on TurnFailure { turn { id status attempt scene { index narration } } }
        }
      }
    `,
    {
      input: {
        sessionId,
        actionId: wish.actionId ?? randomUUID(),
        action: { text: wish.text ?? 'I look around.' },
        wait: wish.wait ?? true,
      },
    },
  );
  return result;
}

/** What the store holds of a session: its scenes' indices and its turns. */
export async function history(url: string, sessionId: string) {
  type Turns = { actionId: string; status: string; failure: { code: string; retryable: boolean } | null }[];
  type Answer = {
    session: { scenes: { nodes: { index: number; narration: string }[] }; turns: { nodes: Turns } };
  };
  const { session } = await ask<Answer>(
    url,
    /* GraphQL */ `
      query ($id: ID!) {
        session(id: $id) {
          scenes(first: 100) { nodes { index narration } }
          turns(first: 100) { nodes { actionId status failure { code retryable } } }
        }
      }
    `,
    { id: sessionId },
  );
  return { scenes: session.scenes.nodes, turns: session.turns.nodes };
}
