import { z } from 'zod';
import type { Api } from './api.ts';

type Action =
  | { readonly text: string }
  | { readonly choice: string }
  | { readonly clarification: string }
  | { readonly roll: { readonly faces: readonly number[] | null; readonly rollId: string | null } };

/** What a person does, under the name of the action it belongs to. */
export type Asked = { readonly actionId: string; readonly action: Action; readonly mode: 'DM' | null };

const TAKE = /* GraphQL */ `
  mutation Take($input: TakeTurnInput!) {
    takeTurn(input: $input) {
      ... on TakeTurnPayload { turn { id } }
      ... on Failure { message }
    }
  }
`;
const Taken = z.object({
  takeTurn: z.object({ turn: z.object({ id: z.string() }).optional(), message: z.string().optional() }),
});
const CANCEL = /* GraphQL */ `
  mutation CallOff($turnId: ID!) {
    cancelTurn(turnId: $turnId) { __typename }
  }
`;

/** Sets a turn going, or takes up one that waits. Gives the turn, or a sentence that says why there is none. */
export async function askTurn(
  sessionId: string,
  { actionId, action, mode }: Asked,
  api: Api,
): Promise<{ readonly turnId: string } | { readonly because: string }> {
  const input = { sessionId, actionId, action, wait: false, ...(mode === null ? {} : { mode }) };
  const { turn, message } = (await api.ask(TAKE, { input }, Taken)).takeTurn;
  return turn === undefined ? { because: message ?? 'That could not be done.' } : { turnId: turn.id };
}

/** Calls a turn off, if the server can still be reached. */
export async function callOff(turnId: string, api: Api): Promise<void> {
  await api.ask(CANCEL, { turnId }, z.unknown()).catch(() => {});
}
