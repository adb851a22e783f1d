import { afterEach, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { openEngine } from '../support/engine.ts';
import { watchedStoryteller } from '../support/prompted-provider.ts';
import { beginAtQuay, globalIdOf, playAtQuay } from '../support/quay.ts';
import { cameTo } from '../support/story.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

const RISK = 'I sneak past the clerk.';

it('throws the same dice however often the turn failed and whatever was asked out of character before', async () => {
  const thrown = [];
  for (const isChatty of [false, true]) {
    let isDown = isChatty;
    engine = await openEngine({
      provider: watchedStoryteller(async ({ step }) => {
        if (isDown && step === 'narrate')
          throw new ProviderError('gone', { fault: 'bad-request', retryable: false });
      }),
    });
    isDown = false;
    const sessionId = await beginAtQuay(engine);
    if (isChatty) {
      isDown = true;
      await playAtQuay(engine, sessionId, 'a', RISK);
      await playAtQuay(engine, sessionId, 'a', RISK);
      isDown = false;
      const input = createStoryInput('What do the stats mean?', { mode: 'DM' });
      const asked = await engine.turns.submit({ sessionId, actionId: 'dm', input });
      if ('submission' in asked) await engine.turns.finished(asked.turn.id);
    }
    await playAtQuay(engine, sessionId, 'a', RISK);
    thrown.push((await cameTo(engine.store, globalIdOf('Session', sessionId))).rolls);
    if (!isChatty) await engine.close();
  }
  expect(thrown[0]).toHaveLength(1);
  expect(thrown[1]).toEqual(thrown[0]);
}, 60_000);
