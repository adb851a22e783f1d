import { afterEach, expect, it } from 'vitest';
import type { Provider, ReplyPart } from '#engine/llm/provider.ts';
import { readRecording } from '#engine/replay/recording.ts';
import { openEngine } from '../../../support/engine.ts';
import { createPlainProvider } from '../../../support/plain-provider.ts';
import { beginAtQuay, playAtQuay, send } from '../../../support/quay.ts';
import { type Answer, inTurn, type StepScript, scriptedSteps } from '../../../support/step-script.ts';

/** JSON reads this as an infinite number, which it cannot write again. */
const ENDLESS: Answer = { say: '{"operations":[{"op":"advance_time","minutes":1e999}]}' };

const plain = createPlainProvider();
let engine: Awaited<ReturnType<typeof openEngine>>;
const script: StepScript = new Map();
afterEach(() => {
  script.clear();
  return engine.close();
});

/** Says of one step that it took so many tokens as nobody can count. */
function uncounted(storyteller: Provider, step: string): Provider {
  return {
    ...storyteller,
    async *stream(request): AsyncGenerator<ReplyPart> {
      for await (const part of storyteller.stream(request))
        yield part.type === 'reply-end' && request.step === step
          ? { ...part, usage: { ...part.usage, outputTokens: Number.NaN } }
          : part;
    },
  };
}

async function recordingOf(turnId: string) {
  return readRecording(await engine.store.turns.recording(turnId, 1));
}

it('has an outcome with a number too large to be kept set right by the model that wrote it', async () => {
  engine = await openEngine({ provider: scriptedSteps(script, plain) });
  const sessionId = await beginAtQuay(engine);
  script.set('record', inTurn(ENDLESS, { say: '{"operations":[{"op":"advance_time","minutes":5}]}' }));
  const turn = await playAtQuay(engine, sessionId, 'a', 'I look out at the yard.');

  expect(turn).toMatchObject({ status: 'committed', failure: null });
  const asked = engine.asked.filter(({ step }) => step === 'record').slice(-2);
  expect(asked.map(({ purpose }) => purpose)).toEqual(['ask', 'repair']);
  expect(asked[1]?.messages.at(-1)?.text).toContain('operations.0.minutes: the number is too large');
});

it('fails a turn whose model writes such a number every time, and the story goes on', async () => {
  engine = await openEngine({ provider: scriptedSteps(script, plain) });
  const sessionId = await beginAtQuay(engine);
  script.set('record', () => ENDLESS);
  const turn = await playAtQuay(engine, sessionId, 'a', 'I look out at the yard.');
  expect(turn).toMatchObject({ status: 'failed', failure: { code: 'MODEL_OUTPUT_INVALID' } });
  expect((await recordingOf(turn.id))?.calls.map(({ step }) => step)).toContain('record');

  script.clear();
  expect(await playAtQuay(engine, sessionId, 'b', 'I wait.')).toMatchObject({ status: 'committed' });
});

it('ends a turn whose recording cannot be written as it is, and keeps what can be', async () => {
  engine = await openEngine({ provider: uncounted(plain, 'read') });
  const sessionId = await beginAtQuay(engine);
  const turn = await playAtQuay(engine, sessionId, 'a', 'I look out at the yard.');

  expect(turn).toMatchObject({ status: 'failed', failure: { code: 'INTERNAL', retryable: true } });
  const recording = await recordingOf(turn.id);
  expect(recording?.cuts).toEqual(['calls']);
  const steps = recording?.calls.map(({ step }) => step);
  expect(steps).toContain('narrate');
  expect(steps).not.toContain('read');
});

it('calls a turn off whose recording cannot be written as it is', async () => {
  const begun = Promise.withResolvers<void>();
  script.set('narrate', ({ input }) => {
    if (Object(input).playerText === 'I listen.') begun.resolve();
    return undefined;
  });
  engine = await openEngine({ provider: uncounted(scriptedSteps(script, plain), 'read') });
  const sessionId = await beginAtQuay(engine);
  const { id } = await send(engine, sessionId, 'a', 'I listen.');
  await begun.promise;

  expect(await engine.turns.cancel(id)).toMatchObject({ status: 'cancelled' });
  expect((await recordingOf(id))?.cuts).toEqual(['calls']);
});

it('writes into the log what stopped a turn before it could end, and may be asked to call it off', async () => {
  const logged: string[] = [];
  const quiet = {
    info: () => {},
    warn: () => {},
    error: (_about: object, line: string) => logged.push(line),
  };
  let isBroken = false;
  const observer = () => {
    if (isBroken) throw new Error('nobody can watch this');
    return { stepStarted: () => {}, stepFinished: () => {}, called: () => {}, ended: () => {} };
  };
  engine = await openEngine({ observer, log: quiet });
  const sessionId = await beginAtQuay(engine);
  isBroken = true;
  const { id } = await send(engine, sessionId, 'a', 'I listen.');
  await expect.poll(() => logged).toEqual(['a turn stopped without an ending']);

  expect(await engine.turns.cancel(id)).toMatchObject({ status: 'cancelled' });
});
