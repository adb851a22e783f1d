import { afterEach, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { createPlainProvider } from '../../support/plain-provider.ts';
import { scriptedProvider, told } from '../../support/scripted-provider.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;
let engine: Engine;
afterEach(() => engine.close());

/** A session of Lantern Quay whose opening is told. */
async function begin(): Promise<string> {
  const started = await engine.campaigns.start({ entryPointId: LANTERN_QUAY, name: null });
  if (isRejection(started)) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  return started.sessionId;
}

const act = (sessionId: string, actionId: string, text = 'I listen.') =>
  engine.turns.submit({ sessionId, actionId, input: createStoryInput(text) });

async function play(sessionId: string, actionId: string) {
  const submission = await act(sessionId, actionId);
  if (!('submission' in submission)) throw new Error(submission.claim);
  return engine.turns.finished(submission.turn.id);
}

/** How often a narrator was asked. */
const narrated = () => engine.asked.filter(({ step }) => step === 'narrate').length;

const typesOf = async (sessionId: string) =>
  (await engine.store.events.after(sessionId, 0, 1_000)).map(({ type }) => type);

it('makes one scene of 64 different actions at once, asks one model once, and tells the others at once that it is busy', async () => {
  engine = await openEngine();
  const sessionId = await begin();
  const before = narrated();
  const submissions = await Promise.all(
    Array.from({ length: 64 }, (_, at) => act(sessionId, `action-${at}`)),
  );
  const won = submissions.flatMap((one) => ('submission' in one ? one.turn.id : []));
  await engine.turns.finished(won[0] ?? '');

  expect(won).toHaveLength(1);
  expect(submissions.filter((one) => 'claim' in one && one.claim === 'busy')).toHaveLength(63);
  expect(narrated() - before).toBe(1);
  expect((await engine.store.sessions.find(sessionId))?.sceneIndex).toBe(2);
});

it('makes one turn of the same action sent 64 times at once', async () => {
  engine = await openEngine();
  const sessionId = await begin();
  const before = narrated();
  const submissions = await Promise.all(Array.from({ length: 64 }, () => act(sessionId, 'the-same')));
  const ids = new Set(submissions.map((one) => ('submission' in one ? one.turn.id : one.claim)));
  const turn = await engine.turns.finished([...ids][0] ?? '');

  expect(ids.size).toBe(1);
  expect(turn.status).toBe('committed');
  expect(narrated() - before).toBe(1);
});

it('commits nothing and says why when the model fails, and makes the same action good later', async () => {
  const down = new ProviderError('gone', { fault: 'bad-request', retryable: false });
  engine = await openEngine({
    provider: scriptedProvider([told('It begins.'), { say: ['Half a'], fail: down }, told('All is well.')]),
  });
  const sessionId = await begin();

  expect(await play(sessionId, 'a')).toMatchObject({
    status: 'failed',
    attempt: 1,
    sceneId: null,
    failure: { code: 'MODEL_FAILED' },
  });
  expect((await engine.store.sessions.find(sessionId))?.sceneIndex).toBe(1);
  expect((await typesOf(sessionId)).at(-1)).toBe('turn-failed');
  expect(await play(sessionId, 'a')).toMatchObject({ status: 'committed', attempt: 2 });
  const { items } = await engine.store.scenes.ofSession(sessionId, {
    limit: 5,
    from: 'start',
    after: null,
    before: null,
  });
  expect(items.map(({ narration }) => narration)).toEqual(['', 'It begins.', 'All is well.']);
});

it('hides what went wrong inside from the player and logs it under the turn', async () => {
  const logged: object[] = [];
  const log = { info: () => {}, warn: () => {}, error: (about: object) => logged.push(about) };
  engine = await openEngine({
    provider: scriptedProvider([told('It begins.'), { fail: new TypeError('secret detail') }]),
    log,
  });
  const sessionId = await begin();
  const turn = await play(sessionId, 'a');

  expect(turn.failure).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining(turn.id) });
  expect(JSON.stringify(turn.failure)).not.toContain('secret detail');
  expect(logged).toMatchObject([{ turnId: turn.id, err: { message: 'secret detail' } }]);
});

it('keeps a recording of a failed turn with the prompt and what was said', async () => {
  const down = new ProviderError('gone', { fault: 'bad-request', retryable: false });
  engine = await openEngine({
    provider: scriptedProvider([told('It begins.'), { say: ['Half a sentence'], fail: down }]),
  });
  const turn = await play(await begin(), 'a');

  expect(await engine.store.turns.recording(turn.id, 1)).toMatchObject({
    failure: { code: 'MODEL_FAILED' },
    calls: expect.arrayContaining([
      expect.objectContaining({
        step: 'narrate',
        reply: 'Half a sentence',
        end: expect.objectContaining({ type: 'failed' }),
      }),
    ]),
  });
});

it('announces a commit only after it is saved', async () => {
  engine = await openEngine();
  const sessionId = await begin();
  const reads: Promise<number>[] = [];
  const { sessions } = engine.store;
  const unlisten = engine.events.listen(sessionId, () => {
    reads.push(sessions.find(sessionId).then((session) => session?.sceneIndex ?? -1));
  });
  await play(sessionId, 'a');
  await new Promise((resolve) => setTimeout(resolve, 50));
  // Whoever still listened would look into a store that is closed.
  unlisten();

  expect((await Promise.all(reads)).at(-1)).toBe(2);
  expect((await typesOf(sessionId)).filter((type) => type === 'turn-committed')).toHaveLength(2);
});

it('tells the same story for the same seed', async () => {
  const narrations: string[][] = [];
  for (const _time of [1, 2]) {
    engine = await openEngine();
    const sessionId = await begin();
    await play(sessionId, 'a');
    const { items } = await engine.store.scenes.ofSession(sessionId, {
      limit: 5,
      from: 'start',
      after: null,
      before: null,
    });
    narrations.push(items.map(({ narration }) => narration));
    if (narrations.length === 1) await engine.close();
  }

  expect(narrations[0]).toEqual(narrations[1]);
});

it('finishes what runs when it is asked to stop, fails what takes too long, and takes nothing new', async () => {
  const never = {
    say: ['It goes on '],
    wait: () => new Promise<void>((resolve) => setTimeout(resolve, 300)),
  };
  engine = await openEngine({ provider: scriptedProvider([told('It begins.'), never]) });
  const sessionId = await begin();
  const running = await act(sessionId, 'a');
  await engine.turns.stop(20);

  expect('submission' in running && (await engine.store.turns.find(running.turn.id))).toMatchObject({
    status: 'failed',
    failure: { code: 'SERVER_STOPPING', retryable: true },
  });
  expect(await act(sessionId, 'b')).toEqual({ claim: 'stopping' });
});

it('makes true what was recorded of a narration, as far as the rules allow', async () => {
  const record = {
    facts: [{ subject_id: 'npc_marit_001', predicate: 'owns', detail: 'a blue lamp', sentence: 1 }],
    people: [{ name: 'Old Per', description: 'A ferryman.', role: 'ferryman', sentence: 1 }],
    things: [{ name: 'Blue lamp', sentence: 1 }],
  };
  engine = await openEngine({
    provider: createPlainProvider({ narrate: () => ({ prose: 'A lamp is lit.', record }) }),
  });
  const sessionId = await begin();
  const turn = await play(sessionId, 'a');
  const snapshots = await engine.store.scenes.snapshots([turn.sceneId ?? '']);
  const stored = JSON.stringify(snapshots.get(turn.sceneId ?? ''));

  expect(stored).toContain('a blue lamp');
  expect(stored).toContain('npc_old_per_001');
  expect(stored).toContain('item_blue_lamp_001');
});
