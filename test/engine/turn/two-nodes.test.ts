import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { openPostgresqlStore } from '#engine/store/open-store.ts';
import { createBudgetService, NO_COST_BEARER } from '#engine/turn/budget-service.ts';
import { createReservationService } from '#engine/turn/call-reservations.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { Secret } from '#engine/util/secret.ts';
import { createTurnAllowance } from '#schema/turn-allowance.ts';
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
  const url = new Secret(await postgres.newMigratedDatabase('nodes'));
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
  await expect(guard.reserve(0.2, 'a model')).resolves.toBeTruthy();

  const call = {
    ...{ id: crypto.randomUUID(), sessionId, turnId, attempt: 1, costUsd: 0.9, createdAt: new Date() },
    ...{ step: 'narrate', purpose: 'ask', modelKey: 'claude-haiku', provider: 'anthropic/x' },
    ...{ inputTokens: 1, outputTokens: 1, cacheWriteTokens: 0, cacheReadTokens: 0 },
    ...{ firstDeltaMs: 1, durationMs: 2, ending: 'finished' },
  };
  await node(0).store.calls.add([call]);
  const later = await budget();
  await expect(later.reserve(0.2, 'a model')).rejects.toThrow("The session's budget");
}, 60_000);

/** The guard of each server over a day of a dollar, at a time of the test's own. */
async function openGuards(now: { at: Date }) {
  const clock = () => now.at;
  const guards = [node(0), node(1)].map(({ store }) => {
    const shared = createReservationService({ store: store.reservations, clock, newId: randomUUID });
    const limits = { turn: null, session: null, day: 1 };
    return createBudgetService(limits, store.calls.spent, clock, NO_COST_BEARER, shared).openScenarioBudget();
  });
  const [here, there] = await Promise.all(guards);
  if (here === undefined || there === undefined) throw new Error('there are two');
  return { here, there };
}

it('keep one budget while calls run on both, until the cost of a call is recorded or its server is gone', async () => {
  const now = { at: new Date('2031-01-01T12:00:00Z') };
  const { here, there } = await openGuards(now);
  const running = await here.reserve(0.6, 'a model');
  await expect(there.reserve(0.5, 'a model')).rejects.toThrow("The day's budget of $1 has $0.4000 left");

  here.settle(running, 0.1);
  const release = here.takeSettled();
  await expect(there.reserve(0.5, 'a model')).rejects.toThrow("The day's budget");
  await release();
  await there.reserve(0.5, 'a model');

  // The other server is killed with its call.
  await expect(here.reserve(0.6, 'a model')).rejects.toThrow("The day's budget");
  now.at = new Date(now.at.getTime() + 61_000);
  await here.reserve(0.6, 'a model');
});

it('reserve one after another what is asked for at the same time', async () => {
  const { here, there } = await openGuards({ at: new Date('2032-01-01T12:00:00Z') });
  const asked = Array.from({ length: 6 }, () => [here, there].map((guard) => guard.reserve(0.3, 'a model')));
  const answers = await Promise.allSettled(asked.flat());
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

it('begin no more turns of a viewer together than one of them would', async () => {
  const allowances = [node(0), node(1)].map(({ store }) => {
    const tools = { turns: store.viewerTurns, clock: () => new Date(), newId: randomUUID };
    return createTurnAllowance({ turnsPerMinute: 3, dollarsPerDay: null }, tools);
  });
  const begin = async () => randomUUID();
  const asked = Array.from({ length: 6 }, () =>
    allowances.map(({ spend }) => spend('ada', begin, (turnId) => turnId)),
  );
  const answers = await Promise.allSettled(asked.flat());
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

it('play on after the notes of the agreement were set, on either of them', async () => {
  const sessionId = await beginAtQuay(node(0));
  const proposals = [{ op: 'set_calibration', notes: 'Keep it slow.' }];
  const set = await played(node(0), sessionId, 'notes', { kind: 'operations', proposals, asker: 'gm' });
  expect(set).toMatchObject({ status: 'committed' });
  expect(await played(node(1), sessionId, 'next', createStoryInput('I wait.'))).toMatchObject({
    status: 'committed',
  });
}, 60_000);
