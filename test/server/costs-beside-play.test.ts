import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthoringService } from '#engine/authoring/create-authoring-service.ts';
import type { Models } from '#engine/llm/models.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { createTurnReplayer } from '#engine/replay/replay-turns.ts';
import { createBudgetService } from '#engine/turn/budget-service.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { createTurnAllowance } from '#schema/turn-allowance.ts';
import { openScenarios } from '#server/start-server.ts';
import { openEngine } from '../support/engine.ts';
import { begin, takeTurn } from '../support/play.ts';
import { SCENARIO_MODEL, scriptedScenario, withScenarioModel } from '../support/scripted-scenario.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;

beforeAll(async () => {
  engine = await openEngine();
  const globalId = await begin(engine.url);
  await takeTurn(engine.url, globalId, { text: 'I listen to the tide.' });
  await engine.tidied();
  sessionId = Buffer.from(globalId, 'base64').toString('utf8').slice('Session:'.length);
});
afterAll(() => engine.close());

/** Makes every reply cost two dollars and ten cents. */
function dear(models: Models): Models {
  const rates = { input: 1000, output: 2000, cacheWrite: null, cacheWriteHour: null, cacheRead: null };
  const prices = { ...rates, date: '2026-11-16', currency: 'USD' } as const;
  const usage = { inputTokens: 100, outputTokens: 1000, cacheWriteTokens: 0, cacheReadTokens: 0 };
  return {
    ...models,
    open: (key) => {
      const { entry, provider, ...model } = models.open(key);
      const billed: Provider = {
        ...provider,
        async *stream(request) {
          for await (const part of provider.stream(request))
            yield part.type === 'text-delta' ? part : { ...part, usage };
        },
      };
      return { ...model, entry: { ...entry, prices }, provider: billed };
    },
  };
}

/** What a server that has just started would make of what the store knows. */
function started(day: number | null, dollarsPerDay: number | null) {
  const { store, clock, newId, models } = engine.replayTools;
  const allowance = createTurnAllowance(
    { turnsPerMinute: null, dollarsPerDay },
    { turns: store.viewerTurns, clock, newId },
  );
  const means = {
    ...engine.replayTools,
    models: dear(withScenarioModel(models, scriptedScenario().provider)),
    budgetService: createBudgetService(
      { turn: null, session: null, day },
      store.calls.spent,
      clock,
      allowance,
    ),
  };
  const desk = createAuthoringService({
    store,
    packRepository: engine.packRepository,
    folder: engine.packsFolder,
    clock,
  });
  const scenarios = openScenarios(
    means,
    { packRepository: engine.packRepository, authoring: desk },
    SCENARIO_MODEL,
  );
  const replays = createTurnReplayer({ ...means, live: means });
  return {
    budgetGuard: () => means.budgetService.openSessionBudget('another session'),
    scenario: (viewerId: string) =>
      allowance.spend(
        viewerId,
        () =>
          scenarios.make(viewerId, null, {
            packId: 'lantern_quay',
            worldId: null,
            rulesetId: null,
            brief: '',
            model: null,
          }),
        () => null,
      ),
    replay: (viewerId: string) =>
      allowance.spend(
        viewerId,
        () => replays({ sessionId, from: 2, to: 2, changes: { asksAgain: true } }),
        () => null,
      ),
  };
}

const spentToday = async () =>
  (await engine.store.calls.spent({ sessionId: null, since: new Date(0) })).since.usd;

it('keeps what a scenario has cost for whoever counts after a restart', async () => {
  const before = await spentToday();
  const made = await started(null, 1_000_000).scenario('ada');
  if (isRejection(made) || !('usage' in made) || !('packId' in made)) throw new Error('it was not made');
  const cost = (await spentToday()) - before;

  expect(cost).toBeGreaterThan(0.1);
  expect(cost).toBeCloseTo(made.usage.cost.usd);
  await expect(started(null, cost).replay('ada')).rejects.toMatchObject({
    extensions: { code: 'MONEY_LIMIT' },
  });
  await expect(started(null, cost).replay('bertil')).resolves.toBeTruthy();
});

it('keeps what a replay has cost, and leaves what playing has used as it was', async () => {
  const [before, used] = [await spentToday(), await engine.store.calls.usage({ sessionId })];
  const replay = await started(null, null).replay('cleo');
  if (isRejection(replay)) throw new Error(replay.reason);
  const cost = (await spentToday()) - before;

  expect(cost).toBeCloseTo(replay.turns[0]?.cost.replayed.usd ?? 0);
  expect(cost).toBeGreaterThan(0.1);
  expect(await engine.store.calls.usage({ sessionId })).toEqual(used);
  const budgetGuard = await started(before + cost, null).budgetGuard();
  await expect(budgetGuard.reserve(0.01, 'a model')).rejects.toThrow("The day's budget");
});

it('books nothing for a replay that asked nobody', async () => {
  const before = await spentToday();
  await engine.replays({ sessionId });

  expect(await spentToday()).toBe(before);
});
