import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { createOpenAIProvider } from '#engine/llm/providers/openai.ts';
import { type Recording, readRecording } from '#engine/replay/recording.ts';
import { writeRecordingReport } from '#engine/replay/text-reports.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { openEngine } from '../../support/engine.ts';
import { answerInTurn } from '../../support/plain/reply.ts';
import { createPlainProvider } from '../../support/plain-provider.ts';
import { begin, takeTurn } from '../../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

/** The recording of the last attempt at the turn with these words, and the room it takes. */
async function recordingOf(text: string): Promise<{ readonly recording: Recording; readonly bytes: number }> {
  const sessionId = await begin(engine.url);
  await takeTurn(engine.url, sessionId, { text });
  const plainId = Buffer.from(sessionId, 'base64').toString('utf8').slice('Session:'.length);
  const page = { limit: 9, from: 'start', after: null, before: null } as const;
  const { items } = await engine.store.turns.ofSession(plainId, page);
  const stored = (await engine.store.turns.recordings([items.at(-1)?.id ?? ''])).at(-1);
  const recording = readRecording(stored?.content);
  if (recording === null || stored === undefined) throw new Error('nothing was recorded');
  return { recording, bytes: stored.bytes };
}

const BROKEN = 'I would rather talk about the weather.';
const MENDED = JSON.stringify({
  operations: [
    // The rules refuse it: she holds no nine of them.
    {
      op: 'change_inventory',
      ownerId: 'npc_marit_001',
      itemId: 'item_brass_key_001',
      by: -9,
      // The first sentence is repaired, and what it said is taken back.
      sentence: 2,
    },
  ],
});

it('keeps everything a turn hung on: prompts, answers, dice, searches, lore, changes, checks, cost and time', async () => {
  // The first of each belongs to the opening.
  const provider = createPlainProvider({
    narrate: answerInTurn(undefined, 'npc_marit_001 nods. The lamp burns.'),
    record: answerInTurn(undefined, BROKEN, MENDED),
  });
  engine = await openEngine({ provider });
  const { recording, bytes } = await recordingOf('I force the drawer open before anybody sees me.');
  const { calls, prompts, steps, rolls, searches, reads, sceneLore, operations, verdicts } = recording;
  const narrated = calls.filter(({ step }) => step === 'narrate');
  const found = reads.filter(({ of }) => of === 'lore.search');

  expect(steps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['intake', 'read', 'rule', 'narrate', 'record', 'apply']),
  );
  expect(prompts[0]?.audit.scopes.length).toBeGreaterThan(3);
  expect(prompts[0]?.audit.scopes.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(100);
  expect(narrated[0]).toMatchObject({
    modelKey: 'offline',
    provider: 'plain/test',
    purpose: 'ask',
    cost: 0,
  });
  expect(narrated[0]?.prompts).toEqual(
    expect.arrayContaining([
      { id: 'narrate', version: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]),
  );
  expect(narrated[0]?.request.messages.at(-1)?.text).toContain('I force the drawer open');
  expect(narrated[0]?.input).toBeTruthy();
  expect(calls.filter(({ step }) => step === 'record').map(({ reply }) => reply)).toEqual([BROKEN, MENDED]);
  expect(calls.every(({ usage, durationMs }) => usage !== null && durationMs >= 0)).toBe(true);
  expect(rolls).toHaveLength(1);
  expect(searches.length).toBeGreaterThan(0);
  expect(found.length).toBeGreaterThan(0);
  expect(Object(found[0]?.got).hits).toBeInstanceOf(Array);
  expect(sceneLore?.before).toHaveProperty('pullLog');
  expect(sceneLore?.after.exchange).toBeGreaterThanOrEqual(sceneLore?.before.exchange ?? 0);
  expect(
    operations.filter(({ asker }) => asker === 'model').flatMap(({ rejected }) => rejected),
  ).toHaveLength(1);
  expect(verdicts.map(({ check }) => check)).toContain('internal_labels');
  expect(recording.cuts).toEqual([]);
  expect(bytes).toBeLessThan(40_000);

  const page = writeRecordingReport(recording, bytes);
  for (const title of ['Steps', 'Models', 'Prompt', 'Searches', 'Lore', 'Dice', 'World', 'Checks']) {
    expect(page).toContain(`\n${title}\n`);
  }
  expect(page).toMatch(/narrate@v\d/);
});

/** A narrator behind real HTTP, at a server that quotes whatever key it was sent. */
async function quotingNarrator(apiKey: string) {
  const server = createServer((request, response) => {
    response.writeHead(401, {
      'content-type': 'application/json',
      'x-echo': request.headers.authorization ?? '',
    });
    const message = `Incorrect API key provided: ${request.headers.authorization}`;
    response.end(
      JSON.stringify({ error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const [, entry] = [...loadCatalogue()].find(([, { provider }]) => provider === 'openai') ?? [];
  if (entry === undefined) throw new Error('the catalogue knows no model of OpenAI');
  const wired = createOpenAIProvider({
    entry: { ...entry, baseUrl: `http://127.0.0.1:${port}/v1` },
    apiKey,
    clock: readSystemClock,
  });
  const plain = createPlainProvider();
  let narrations = 0;
  const provider: Provider = {
    ...plain,
    stream: (request) => {
      if (request.step !== 'narrate') return plain.stream(request);
      narrations += 1;
      // The opening is told; the next turn meets the server.
      return narrations === 1 ? plain.stream(request) : wired.stream(request);
    },
  };
  return { provider, close: () => server.close() };
}

it('never keeps a key, not even one that a server quotes in its refusal', async () => {
  const canary = 'sk-canary-7c41e09b';
  const { provider, close } = await quotingNarrator(canary);
  engine = await openEngine({ provider });
  const { recording } = await recordingOf('I look at the lamp.');
  close();
  const whole = JSON.stringify([
    recording,
    await engine.store.events.after(recording.session.id, 0, 1_000),
    writeRecordingReport(recording),
  ]);

  expect(recording.outcome).toMatchObject({ type: 'failed' });
  expect(recording.calls.at(-1)?.end).toMatchObject({ type: 'failed', status: 401 });
  expect(whole).not.toContain('canary');
  expect(whole.toLowerCase()).not.toContain('bearer');
});
