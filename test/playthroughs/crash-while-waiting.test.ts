import { afterAll, expect, it } from 'vitest';
import { applyOperations } from '../support/apply-operations.ts';
import { WAITING_QUAY } from '../support/asking-packs.ts';
import { globalId } from '../support/authoring.ts';
import { ask, watchBySse } from '../support/graphql-clients.ts';
import { begin } from '../support/play.ts';
import { readPromptId } from '../support/prompts.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/stores.ts';

const folder = temporaryFolder();
let server: ServerProcess | null = null;
afterAll(async () => {
  await server?.kill();
  folder.remove();
});

/** Kills the server that runs, as a crash would, and starts another on the same folder. */
async function another(wordsPerSecond = '0'): Promise<string> {
  await server?.kill();
  server = await startServerProcess({}, '.', ['test/support/plain-server.ts', folder.path, wordsPerSecond]);
  return server.url;
}

type Turn = {
  id: string;
  status: string;
  attempt: number;
};
async function take(url: string, sessionId: string, actionId: string, action: object): Promise<Turn> {
  const query = `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) {
    ... on TurnPayload { turn { id status attempt } } ... on Failure { message }
  } }`;
  type Answer = { takeTurn: { turn?: Turn; message?: string } };
  const { takeTurn } = await ask<Answer>(url, query, { input: { sessionId, actionId, action } });
  if (takeTurn.turn === undefined) throw new Error(takeTurn.message);
  return takeTurn.turn;
}

it('goes on with the same action after a crash: dice that were awaited, an open question, a telling that broke off', async () => {
  let url = await another();
  const sessionId = await begin(url, globalId('EntryPoint', WAITING_QUAY));
  const risky = { text: 'I force the drawer open before anybody sees me.' };
  const waiting = await take(url, sessionId, 'a', risky);
  expect(waiting).toMatchObject({ status: 'AWAITING_ROLL', attempt: 1 });

  url = await another('60');
  expect(await take(url, sessionId, 'a', risky)).toEqual(waiting);
  const roll = { answer: { promptId: await readPromptId(url, sessionId), faces: [6, 5] } };
  const done = await take(url, sessionId, 'a', roll);
  expect(done).toMatchObject({ id: waiting.id, status: 'COMMITTED', attempt: 2 });
  const others = ['Oda', 'Ruben'].map((name) => ({ introduceEntity: { kind: 'CHARACTER', name } }));
  await applyOperations(url, sessionId, others);
  const asked = await take(url, sessionId, 'b', { text: 'I threaten somebody.' });
  expect(asked).toMatchObject({ status: 'AWAITING_CLARIFICATION' });
  const promptId = await readPromptId(url, sessionId);
  const watcher = watchBySse(url, sessionId);
  const regenerate = 'mutation ($turnId: ID!) { regenerateTurn(input: { turnId: $turnId }) { __typename } }';
  const retelling = ask(url, regenerate, { turnId: done.id }).catch(() => 'the connection broke');
  const heard = await watcher.until(({ __typename }) => __typename === 'RetellingDelta');

  url = await another();
  expect(await retelling).toBe('the connection broke');
  const withdrawn = await watchBySse(url, sessionId, heard.cursor).until(
    ({ __typename }) => __typename !== 'RetellingDelta',
  );
  expect(withdrawn.__typename).toBe('RetellingWithdrawn');
  expect(await take(url, sessionId, 'a', roll)).toEqual(done);
  const answered = await take(url, sessionId, 'b', { answer: { promptId, text: 'Oda.' } });
  expect(answered).toMatchObject({ id: asked.id, attempt: 2 });
  expect(['COMMITTED', 'AWAITING_ROLL']).toContain(answered.status);
}, 240_000);
