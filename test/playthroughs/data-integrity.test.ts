import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { type ModelRequest, ProviderError } from '#engine/llm/provider.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../support/engine.ts';
import { createPlainProvider } from '../support/plain-provider.ts';
import { beginAtQuay, globalIdOf, playAtQuay } from '../support/quay.ts';
import { inTurn, type StepScript, scriptedSteps } from '../support/step-script.ts';
import { cameTo } from '../support/story.ts';

const RISK = 'I sneak past the clerk.';
const WHOLE = { limit: 1_000, from: 'start', after: null, before: null } as const;
const DOWN = { fail: new ProviderError('gone', { fault: 'bad-request', retryable: false }) };

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let onNarrate = async (): Promise<void> => {};
beforeAll(async () => {
  const before = async ({ step }: ModelRequest) => {
    if (step === 'narrate') await onNarrate();
  };
  engine = await openEngine({ provider: scriptedSteps(script, createPlainProvider({ before })) });
  sessionId = await beginAtQuay(engine);
});
afterEach(() => {
  script.clear();
  onNarrate = async () => {};
});
afterAll(() => engine.close());

const play = (actionId: string, text: string) => playAtQuay(engine, sessionId, actionId, text);
const session = async () => {
  const found = await engine.store.sessions.find(sessionId);
  if (found === null) throw new Error('the session is gone');
  return found;
};
const scenes = async () => (await engine.store.scenes.ofSession(sessionId, WHOLE)).items;

it('counts scenes up by exactly one for each committed turn, whatever failed or was asked between', async () => {
  const before = (await session()).sceneIndex;
  await play('one', 'I wait.');
  script.set('narrate', () => DOWN);
  expect(await play('two', 'I listen.')).toMatchObject({ status: 'failed' });
  script.clear();
  const asked = await engine.turns.submit({
    sessionId,
    actionId: 'aside',
    input: createStoryInput('How late is it?', { mode: 'DM' }),
  });
  if ('submission' in asked) await engine.turns.finished(asked.turn.id);
  expect(await play('two', 'I listen.')).toMatchObject({ status: 'committed', attempt: 2 });

  expect((await session()).sceneIndex).toBe(before + 2);
  expect((await scenes()).map(({ index }) => index)).toEqual((await scenes()).map((_, at) => at));
});

it('points at the latest committed scene at every moment, also while a turn is on its way', async () => {
  const seen: boolean[] = [];
  const look = async () => seen.push((await session()).currentSceneId === (await scenes()).at(-1)?.id);
  onNarrate = async () => {
    await look();
  };
  const turn = await play('pointer', RISK);
  await look();

  expect(seen).toEqual([true, true]);
  expect((await session()).currentSceneId).toBe(turn.sceneId);
});

it('takes no second scene of the same index, and no second turn of the same action, even by hand', () => {
  const database = new DatabaseSync(engine.database);
  const copy = (table: string, key: string) => {
    const columns = database
      .prepare(`pragma table_info("${table}")`)
      .all()
      .map(({ name }) => `"${name}"`);
    const values = columns.map((name) => (name === '"id"' ? "'another'" : name)).join(', ');
    const sql = `insert into "${table}" (${columns}) select ${values} from "${table}" where session_id = ? limit 1`;
    expect(() => database.prepare(sql).run(sessionId), key).toThrow(/UNIQUE/);
  };
  copy('scene', 'session and index');
  copy('turn', 'session and action');
  database.close();
});

it('keeps one edge for an unordered pair in a scene, lower id first, however the narrator names them', async () => {
  const [low, high] = ['npc_marit_001', 'pc_auditor_001'];
  const relations = [
    { one: high, other: low, trust: 1, sentence: 1 },
    { one: low, other: high, trust: 1, sentence: 1 },
  ];
  script.set('narrate', inTurn({ say: 'Marit nods.', record: { relations } }));
  const before = (await cameTo(engine.store, globalIdOf('Session', sessionId))).snapshot;
  await play('pair', 'I wait.');
  const { relations: kept, snapshot } = await cameTo(engine.store, globalIdOf('Session', sessionId));
  const { sceneIndex } = await session();
  const edges = kept.filter(({ index }) => index === sceneIndex);

  expect(edges).toMatchObject([{ relation: { low, high } }]);
  expect(Object.keys(snapshot.relations)).toEqual(Object.keys(before.relations));
  expect(Object.keys(snapshot.relations)).toHaveLength(1);
});

it('rolls what was recorded again from the recorded seed to the same outcome, and keeps the words it was played for', async () => {
  const turn = await play('replayed', RISK);
  const { sceneIndex } = await session();
  const replay = await engine.replays({ sessionId, from: sceneIndex, to: sceneIndex });
  if (isRejection(replay)) throw new Error(replay.reason);
  const recording = JSON.stringify(await engine.store.turns.recording(turn.id, 1));

  expect(replay).toMatchObject({ kind: 'exact', isSame: true });
  expect(recording).toContain(RISK);
  expect(turn.input).toMatchObject({ text: RISK });
});

it('asks the models the session names at that moment, and says so when one of them cannot be had', async () => {
  const before = await cameTo(engine.store, globalIdOf('Session', sessionId));
  await engine.store.sessions.setModels(sessionId, 'offline', 'nobody-knows-it');
  expect(await play('model', 'I wait.')).toMatchObject({
    status: 'failed',
    failure: { code: 'MODEL_UNAVAILABLE', retryable: false },
  });
  expect(await cameTo(engine.store, globalIdOf('Session', sessionId))).toEqual(before);
  await engine.store.sessions.setModels(sessionId, 'offline', 'offline');
  expect(await play('model', 'I wait.')).toMatchObject({ status: 'committed', attempt: 2 });
});
