import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { ProviderError } from '#engine/llm/provider.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { watchedStoryteller } from '../support/prompted-provider.ts';
import { beginAtQuay, globalIdOf, playAtQuay, send } from '../support/quay.ts';
import { rowIdOf } from '../support/row-id.ts';
import { temporaryFolder } from '../support/stores.ts';
import { cameTo } from '../support/story.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;
let engine: Engine;
afterEach(() => engine.close());

const RISK = 'I sneak past the clerk.';
/** Words for which every model of the pipeline is asked. */
const EVERY_STEP = 'I sneak past the clerk and try to remember what happened last time.';
const story = (sessionId: string) => cameTo(engine.store, globalIdOf('Session', sessionId));

type Forked = { readonly session: { readonly id: string } };
const grow = async (mutation: string, variables: Record<string, string>): Promise<string> => {
  const { grown } = await ask<{ grown: Forked }>(engine.url, mutation, variables);
  return rowIdOf(grown.session.id);
};
const rewind = (sessionId: string, sceneId: string) =>
  grow(
    'mutation ($sessionId: ID!, $sceneId: ID!) { grown: rewindSession(input: { sessionId: $sessionId, toSceneId: $sceneId }) { ... on SessionPayload { session { id } } ... on Failure { message } } }',
    { sessionId: globalIdOf('Session', sessionId), sceneId: globalIdOf('Scene', sceneId) },
  );
const fork = (sceneId: string) =>
  grow(
    'mutation ($sceneId: ID!) { grown: forkSession(input: { sceneId: $sceneId, keepParentActive: true }) { ... on SessionPayload { session { id } } ... on Failure { message } } }',
    { sceneId: globalIdOf('Scene', sceneId) },
  );

it('comes to the same world by the same words and the same seed, rolls and all', async () => {
  const told = [];
  for (const time of [1, 2]) {
    engine = await openEngine();
    const sessionId = await beginAtQuay(engine);
    for (const [at, text] of [RISK, 'I look around.', RISK].entries())
      await playAtQuay(engine, sessionId, `a${at}`, text);
    told.push(await story(sessionId));
    if (time === 1) await engine.close();
  }
  expect(told[0]?.rolls.length).toBeGreaterThan(0);
  expect(told[1]).toEqual(told[0]);
}, 120_000);

it('throws the same dice for the same action after going back, and another branch never sees what this one did', async () => {
  engine = await openEngine();
  const sessionId = await beginAtQuay(engine);
  const base = (await engine.store.sessions.find(sessionId))?.currentSceneId ?? '';
  await playAtQuay(engine, sessionId, 'first', RISK);
  const before = await story(sessionId);
  const again = await rewind(sessionId, base);
  await playAtQuay(engine, again, 'again', RISK);
  const beside = await fork(base);
  await playAtQuay(engine, beside, 'beside', 'I listen to the rain.');

  expect((await story(again)).rolls).toEqual(before.rolls);
  expect((await story(again)).snapshot).toEqual(before.snapshot);
  const other = await story(beside);
  expect(other.rolls).toEqual([]);
  expect(other.actions.map(({ action }) => action)).not.toContain(RISK);
  expect(await story(sessionId)).toEqual(before);
  for (const id of [sessionId, again, beside]) expect(await complaintsAbout(engine.store, id)).toEqual([]);
}, 120_000);

it('leaves nothing of a failed turn but its recording', async () => {
  let isDown = false;
  engine = await openEngine({
    provider: watchedStoryteller(async ({ step }) => {
      if (isDown && step === 'narrate')
        throw new ProviderError('gone', { fault: 'bad-request', retryable: false });
    }),
  });
  const sessionId = await beginAtQuay(engine);
  const before = await story(sessionId);
  isDown = true;
  const turn = await playAtQuay(engine, sessionId, 'a', RISK);

  expect(turn).toMatchObject({ status: 'failed', sceneId: null, failure: { code: 'MODEL_FAILED' } });
  expect(await story(sessionId)).toEqual(before);
  expect(await engine.store.turns.recording(turn.id, 1)).toMatchObject({ rolls: [expect.anything()] });
  expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
}, 120_000);

/** Tells whether a database can be written, so that no transaction is open on it. */
function canWrite(database: DatabaseSync): boolean {
  try {
    database.exec('begin immediate; rollback');
    return true;
  } catch {
    return false;
  }
}

it('has no transaction open while a model is asked', async () => {
  const folder = temporaryFolder();
  // Runs when the engine is closed, which still writes until then.
  onTestFinished(folder.remove);
  const asked: string[] = [];
  engine = await openEngine({
    folder: folder.path,
    provider: watchedStoryteller(async ({ step }) => {
      const other = new DatabaseSync(join(folder.path, 'data', 'scenewright.sqlite'), { timeout: 0 });
      // A job beside the turn may write for a moment. A transaction of the turn would last until the model has answered.
      await expect.poll(() => canWrite(other), { timeout: 5_000, interval: 10 }).toBe(true);
      other.close();
      asked.push(step);
    }),
  });
  const sessionId = await beginAtQuay(engine);

  expect(await playAtQuay(engine, sessionId, 'a', EVERY_STEP)).toMatchObject({ status: 'committed' });
  expect(new Set(asked)).toEqual(new Set(['read', 'react', 'plan', 'narrate', 'record', 'judge']));
}, 120_000);

it.each(['read', 'react', 'plan', 'narrate', 'record', 'judge'])(
  'can be called off in %s, leaves nothing, and the session plays on',
  async (stepOfCancel) => {
    let reached = (): void => {};
    const isReached = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let isArmed = false;
    engine = await openEngine({
      provider: watchedStoryteller(async ({ step, signal }) => {
        if (!isArmed || step !== stepOfCancel) return;
        reached();
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }),
    });
    const sessionId = await beginAtQuay(engine);
    const before = await story(sessionId);
    isArmed = true;
    const turn = await send(engine, sessionId, 'a', EVERY_STEP);
    await isReached;
    isArmed = false;

    expect(await engine.turns.cancel(turn.id)).toMatchObject({ status: 'cancelled', sceneId: null });
    expect(await story(sessionId)).toEqual(before);
    expect(await playAtQuay(engine, sessionId, 'b', 'I wait.')).toMatchObject({ status: 'committed' });
    expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
  },
  120_000,
);
