import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAccounts, rawId, writeTwoPersonas } from './accounts.ts';
import { AWAITING, type Awaiting } from './prompts.ts';
import { type StepScript, scriptedSteps } from './step-script.ts';

export const AUDITOR = 'pc_auditor_001';
export const MARIT = 'pc_marit_001';

export type Taken = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly path?: readonly string[];
  readonly turn?: {
    readonly id: string;
    readonly status: string;
  };
};

const SHOWN = `__typename
  ... on Failure { code message path }
  ... on TurnPayload { turn { id status } }`;

/**
 * Lantern Quay with two players: Ann plays the auditor, Bob plays Marit, and the owner leads the game and plays nobody. `change` rewrites the
 * ruleset they play by.
 */
export async function openTableOfTwo(change: (ruleset: string) => string) {
  const script: StepScript = new Map();
  const server = await openAccounts({
    writePacks: (folder) => {
      writeTwoPersonas(folder);
      const file = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
      writeFileSync(file, change(readFileSync(file, 'utf8')));
    },
    provider: scriptedSteps(script),
  });
  const tokenOf = async (viewerId: string, role: 'gm' | 'player') =>
    (await server.makeToken(viewerId, [role])).token;
  const [owner, ann, bob] = [
    await tokenOf('owner', 'gm'),
    await tokenOf('ann', 'player'),
    await tokenOf('bob', 'player'),
  ];

  /** Begins a campaign whose opening is told; `isShared`: Ann and Bob sit at it. */
  const sitDown = async ({ isShared } = { isShared: true }) => {
    const begun = await server.begin(owner);
    const seats = isShared ? ([['ann', AUDITOR] as const, ['bob', MARIT] as const] as const) : [];
    for (const [viewerId, personaId] of seats) {
      const input = { campaignId: begun.campaignId, viewerId, name: viewerId, personaId };
      await server.ask(
        owner,
        'mutation ($input: AddMemberInput!) { addMember(input: $input) { __typename } }',
        { input },
      );
    }
    await server.turns.finished(rawId(begun.turnId));
    return begun;
  };

  const take = async (
    token: string,
    { sessionId }: { readonly sessionId: string },
    actionId: string,
    action: object,
    more: object = {},
  ): Promise<Taken> => {
    const { data, text } = await server.ask(
      token,
      `mutation ($input: TakeTurnInput!) { answer: takeTurn(input: $input) { ${SHOWN} } }`,
      { input: { sessionId, actionId, action, ...more } },
    );
    if (data === null) throw new Error(text);
    // Asked for just above, in this shape.
    return data.answer as Taken;
  };

  /** Returns the id of what the session waits for, as the game master sees it. */
  const promptOf = async ({ sessionId }: { readonly sessionId: string }): Promise<string> => {
    const { data, text } = await server.ask(owner, AWAITING, { id: sessionId });
    // Asked for just above, in this shape.
    const { session } = data as Awaiting;
    if (session.awaiting === null) throw new Error(`nothing is awaited: ${text}`);
    return session.awaiting.id;
  };

  /** Answers what the session waits for. */
  const answer = async (
    token: string,
    begun: { readonly sessionId: string },
    given: object,
    actionId: string = randomUUID(),
  ): Promise<Taken> =>
    take(token, begun, actionId, { answer: { promptId: await promptOf(begun), ...given } });

  const cancel = async (token: string, turnId: string | undefined): Promise<Taken> => {
    const { data, text } = await server.ask(
      token,
      'mutation ($turnId: ID!) { answer: cancelTurn(input: { turnId: $turnId }) { __typename ... on Failure { code message path } } }',
      { turnId },
    );
    if (data === null) throw new Error(text);
    // Asked for just above, in this shape.
    return data.answer as Taken;
  };

  /** Changes the world by the game master's hand. */
  const apply = async (
    { sessionId }: { readonly sessionId: string },
    actionId: string,
    operations: readonly object[],
  ): Promise<Taken> => {
    const { data, text } = await server.ask(
      owner,
      `mutation ($input: ApplyOperationsInput!) { answer: applyOperations(input: $input) {
        __typename ... on Failure { code message path }
      } }`,
      { input: { sessionId, actionId, operations } },
    );
    if (data === null) throw new Error(text);
    // Asked for just above, in this shape.
    return data.answer as Taken;
  };

  const statusOf = async (turnId: string | undefined) =>
    (await server.store.turns.find(rawId(turnId ?? '')))?.status;

  return { ...server, script, owner, ann, bob, sitDown, take, promptOf, answer, cancel, apply, statusOf };
}

export type TableOfTwo = Awaited<ReturnType<typeof openTableOfTwo>>;
