import { ask } from './graphql-clients.ts';

export type PlayedTurn = {
  readonly status: string;
  readonly rolls: readonly { readonly line: string; readonly source: string }[];
  readonly scene: {
    readonly index: number;
    readonly narration: string;
    readonly header: { readonly status: string | null };
    readonly combat: { readonly round: number } | null;
  } | null;
  readonly session: {
    readonly awaiting: {
      readonly rows?: readonly { readonly from: number; readonly to: number; readonly text: string }[];
    } | null;
  };
};

export type Played = { readonly code?: string; readonly message?: string; readonly turn?: PlayedTurn };

type Step = {
  readonly action: Readonly<Record<string, unknown>>;
  readonly mode?: 'DM' | 'THINK';
};

/** Plays one action over HTTP and gives what the player gets to see of it, refused or not. */
export async function playTurn(
  url: string,
  sessionId: string,
  actionId: string,
  step: Step,
): Promise<Played> {
  const { takeTurn } = await ask<{ takeTurn: Played }>(
    url,
    /* GraphQL */ `
      mutation ($input: TakeTurnInput!) {
        takeTurn(input: $input) {
          ... on TurnPayload { turn { ...played } }
          ... on Failure { code message }
          ... on TurnFailure { turn { ...played } }
        }
      }
      fragment played on Turn {
        status
        rolls { line source }
        scene {
          index narration
          header { status }
          combat { round }
        }
        session { awaiting { ... on RollPrompt { rows { from to text } } } }
      }
    `,
    { input: { sessionId, actionId, ...step } },
  );
  return takeTurn;
}
