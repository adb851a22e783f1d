import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProviderError } from '#engine/llm/provider.ts';
import { type Accounts, openAccounts, rawId, writeTwoPersonas } from '../../support/accounts.ts';
import { AWAITING } from '../../support/prompts.ts';
import { type StepScript, scriptedSteps } from '../../support/step-script.ts';
import { rollsAlong } from '../../support/waiting-table.ts';

const script: StepScript = new Map();
const RISK = { text: 'I force the drawer open before anybody sees me.' };
const AUDITOR = 'pc_auditor_001';

let server: Accounts;
let owner: string;
let ann: string;
let table: Awaited<ReturnType<Accounts['begin']>>;
beforeAll(async () => {
  server = await openAccounts({
    writePacks,
    provider: scriptedSteps(script),
  });
  owner = (await server.makeToken('owner', ['gm'])).token;
  ann = (await server.makeToken('ann', ['player'])).token;
  table = await server.begin(owner);
  const input = { campaignId: table.campaignId, viewerId: 'ann', name: 'Ann', personaId: AUDITOR };
  await asked(
    owner,
    'mutation ($input: AddMemberInput!) { answer: addMember(input: $input) { __typename } }',
    {
      input,
    },
  );
  await server.turns.finished(rawId(table.turnId));
});
afterAll(() => server.close());

/** Two may play at the quay, and every check waits for its player. */
function writePacks(folder: string): void {
  writeTwoPersonas(folder);
  const file = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
  const ruleset = readFileSync(file, 'utf8');
  writeFileSync(file, ruleset.replace(/pipeline: full.*/, 'pipeline: full\n  player_dice: asked'));
}

type Answer = {
  readonly __typename: string;
  readonly message?: string;
  readonly turn?: { readonly id: string; readonly status: string };
};
async function asked(token: string, query: string, variables: object): Promise<Answer> {
  const { data, text } = await server.ask(token, query, variables);
  if (data === null) throw new Error(text);
  // Every question here names its answer so.
  return data.answer as Answer;
}

const take = (actionId: string, action: object) =>
  asked(
    ann,
    `mutation ($input: TakeTurnInput!) { answer: takeTurn(input: $input) {
      __typename ... on Failure { message } ... on TurnPayload { turn { id status } } ... on TurnFailure { turn { id status } }
    } }`,
    { input: { sessionId: table.sessionId, actionId, action } },
  );
const cancel = (token: string, turnId: string | undefined) =>
  asked(
    token,
    'mutation ($turnId: ID!) { answer: cancelTurn(input: { turnId: $turnId }) { __typename ... on Failure { message } } }',
    { turnId },
  );

/** The narrator fails once the dice of the turn have fallen. */
async function fallen(actionId: string): Promise<Answer & { readonly roll: object }> {
  await take(actionId, RISK);
  const { data } = await server.ask(ann, AWAITING, { id: table.sessionId });
  const roll = { answer: { promptId: Object(data).session.awaiting.id } };
  script.set('narrate', () => ({
    fail: new ProviderError('down', { fault: 'overloaded', retryable: false }),
  }));
  const failed = await take(`${actionId}-roll`, roll);
  script.clear();
  return { ...failed, roll };
}

it('holds a player to dice that have fallen, until something comes of them', async () => {
  const failed = await fallen('a');
  expect(failed).toMatchObject({ __typename: 'TurnFailure', turn: { status: 'FAILED' } });
  expect(await take('b', { text: 'I wait.' })).toMatchObject({
    __typename: 'InvalidInput',
    message: expect.stringMatching(/^Dice of .* have fallen.*try that turn again/),
  });
  expect(await cancel(ann, failed.turn?.id)).toMatchObject({
    __typename: 'InvalidInput',
    message: expect.stringMatching(/dice have fallen.*game master/),
  });
  const seen = await diceShown();
  expect(await take('again', failed.roll)).toMatchObject({
    turn: { id: failed.turn?.id, status: 'COMMITTED' },
  });
  expect(await diceShown()).toEqual([...seen, ...seen]);
  expect(await rollsAlong(server, table.session)).toMatchObject([{ line: seen[0] }]);
  expect(await take('b', { text: 'I wait.' })).toMatchObject({ turn: { status: 'COMMITTED' } });
});

it('is for the game master to call off', async () => {
  const failed = await fallen('c');
  expect(await cancel(owner, failed.turn?.id)).toEqual({ __typename: 'TurnPayload' });
  expect(await take('d', { text: 'I wait.' })).toMatchObject({ turn: { status: 'COMMITTED' } });
});

it('leaves a player free to call off a turn whose dice are still in the hand', async () => {
  const waiting = await take('e', RISK);
  expect(waiting).toMatchObject({ turn: { status: 'AWAITING_ROLL' } });
  expect(await cancel(ann, waiting.turn?.id)).toEqual({ __typename: 'TurnPayload' });
});

async function diceShown(): Promise<readonly string[]> {
  const events = await server.store.events.after(table.session, 0, 2_000);
  return events.filter(({ type }) => type === 'dice-rolled').map(({ payload }) => Object(payload).roll.line);
}
