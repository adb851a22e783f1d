import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { openPostgresqlStore } from '#engine/store/open-store.ts';
import { createBudgetService } from '#engine/turn/budget-service.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { Secret } from '#engine/util/secret.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { watchedStoryteller } from '../../support/prompted-provider.ts';
import { beginAtQuay, playAtQuay } from '../../support/quay.ts';
import { played } from '../../support/waiting-table.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;

let postgres: TestPostgres;
let nodes: readonly Engine[] = [];
const asked: string[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  const url = new Secret(await postgres.newDatabase('nodes'));
  const provider: Provider = watchedStoryteller(async ({ step }) => void asked.push(step));
  const open = () => openEngine({ openStore: () => openPostgresqlStore(url), provider });
  nodes = [await open(), await open()];
}, 120_000);
afterAll(async () => {
  for (const node of nodes) await node.close();
  await postgres.stop();
});

const node = (at: 0 | 1): Engine => {
  const found = nodes[at];
  if (found === undefined) throw new Error('there are two');
  return found;
};

it('start one campaign under one name of the start, sent to both at the same time', async () => {
  const start = (at: 0 | 1) =>
    node(at).campaigns.start({ entryPointId: LANTERN_QUAY, name: null, startId: 'once' });
  const started = await Promise.all([start(0), start(1), start(0), start(1)]);
  const ids = started.map((one) => (isRejection(one) ? one.reason : one.campaign.id));
  expect(new Set(ids).size).toBe(1);
  for (const one of started) if (!isRejection(one)) await node(0).turns.finished(one.openingTurn.id);
}, 60_000);

it('do a job once, however many of them look for it', async () => {
  const sessionId = await beginAtQuay(node(0));
  await playAtQuay(node(1), sessionId, 'a', 'I wait.');
  asked.length = 0;
  await node(0).sittings.endSession(sessionId);
  await Promise.all([node(0).tidy(), node(1).tidy(), node(0).tidy(), node(1).tidy()]);
  expect(asked.filter((step) => step === 'recap')).toHaveLength(1);
  expect(asked.filter((step) => step === 'session-summary')).toHaveLength(1);
  expect(await node(1).sittings.recapOf(sessionId)).not.toBeNull();
}, 60_000);

it('count what all of them spend against one budget', async () => {
  const sessionId = await beginAtQuay(node(0));
  const { id: turnId } = await playAtQuay(node(0), sessionId, 'a', 'I wait.');
  const limits = { turn: null, session: 1, day: null };
  const budget = () =>
    createBudgetService(limits, node(1).store.calls.spent, () => new Date()).openSessionBudget(sessionId);
  const guard = await budget();
  expect(() => guard.reserve(0.2, 'a model')).not.toThrow();

  const call = {
    ...{ id: crypto.randomUUID(), sessionId, turnId, attempt: 1, costUsd: 0.9, createdAt: new Date() },
    ...{ step: 'narrate', purpose: 'ask', modelKey: 'claude-haiku', provider: 'anthropic/x' },
    ...{ inputTokens: 1, outputTokens: 1, cacheWriteTokens: 0, cacheReadTokens: 0 },
    ...{ firstDeltaMs: 1, durationMs: 2, ending: 'finished' },
  };
  await node(0).store.calls.add([call]);
  const later = await budget();
  expect(() => later.reserve(0.2, 'a model')).toThrow("The session's budget");
}, 60_000);

it('play on after the notes of the agreement were set, on either of them', async () => {
  const sessionId = await beginAtQuay(node(0));
  const proposals = [{ op: 'set_calibration', notes: 'Keep it slow.' }];
  const set = await played(node(0), sessionId, 'notes', { kind: 'operations', proposals, asker: 'gm' });
  expect(set).toMatchObject({ status: 'committed' });
  expect(await played(node(1), sessionId, 'next', createStoryInput('I wait.'))).toMatchObject({
    status: 'committed',
  });
}, 60_000);
