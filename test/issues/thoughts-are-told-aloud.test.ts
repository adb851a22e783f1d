import { afterEach, expect, it } from 'vitest';
import type { Provider, ReplyPart } from '#engine/llm/provider.ts';
import { openEngine } from '../support/engine.ts';
import { createPlainProvider } from '../support/plain-provider.ts';
import { beginAtQuay, playAtQuay } from '../support/quay.ts';

const SECRET = 'The keeper has the second ledger and I must not say so.';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

/** The plain provider as a model that thinks aloud before every reply, a few letters at a time. */
function thinkingAloud(opening = '<think>'): Provider {
  const plain = createPlainProvider();
  return {
    ...plain,
    async *stream(request): AsyncGenerator<ReplyPart> {
      for (const text of `${opening}\n${SECRET}\n</think>\n\n`.match(/[\s\S]{1,5}/g) ?? [])
        yield { type: 'text-delta', text };
      yield* plain.stream(request);
    },
  };
}

it('tells no player what a model thought aloud before its reply, and keeps it in the recording', async () => {
  engine = await openEngine({ provider: thinkingAloud() });
  const sessionId = await beginAtQuay(engine);
  const turn = await playAtQuay(engine, sessionId, 'a', 'I try to remember what happened last time.');

  expect(turn).toMatchObject({ status: 'committed', attempt: 1 });
  const scene = await engine.store.scenes.find(turn.sceneId ?? '');
  expect(scene?.narration).not.toBe('');
  expect(scene?.narration).not.toMatch(/think>|second ledger and I/);
  const events = await engine.store.events.after(sessionId, 0, 500);
  expect(JSON.stringify(events)).not.toContain(SECRET);
  expect(JSON.stringify(await engine.store.turns.recording(turn.id, 1))).toContain(SECRET);
  expect(engine.asked.filter(({ purpose }) => purpose === 'repair')).toEqual([]);
}, 60_000);

it('tells no player for good what a model thought without saying that it was thinking', async () => {
  engine = await openEngine({ provider: thinkingAloud('') });
  const sessionId = await beginAtQuay(engine);
  // The first narration is noticed at the end of its thought: it comes to nothing, and is taken back.
  const turns = await engine.store.turns.ofSession(sessionId, {
    limit: 5,
    from: 'start',
    after: null,
    before: null,
  });
  expect(turns.items.map(({ status, failure }) => [status, failure?.retryable])).toEqual([['failed', true]]);
  const turn = await playAtQuay(engine, sessionId, 'a', 'I try to remember what happened last time.');

  expect(turn).toMatchObject({ status: 'committed', attempt: 1 });
  const scene = await engine.store.scenes.find(turn.sceneId ?? '');
  expect(scene?.narration).not.toMatch(/think>|second ledger and I/);
  const events = await engine.store.events.after(sessionId, 0, 500);
  const told = events.filter(
    ({ type, payload }) => type === 'narration-delta' && JSON.stringify(payload).includes('keeper has'),
  );
  const ends = events.filter(({ type }) => type === 'turn-failed');
  expect(ends).toHaveLength(1);
  expect(told.every(({ sequence }) => sequence < (ends[0]?.sequence ?? 0))).toBe(true);
}, 60_000);
