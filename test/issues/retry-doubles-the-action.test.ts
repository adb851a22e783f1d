import { afterEach, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { watchedStoryteller } from '../support/prompted-provider.ts';
import { beginAtQuay, playAtQuay, send } from '../support/quay.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

it('takes an action once when a client gave up waiting and sent it again', async () => {
  let letGo = (): void => {};
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isArmed = false;
  engine = await openEngine({
    provider: watchedStoryteller(async ({ step }) => {
      if (isArmed && step === 'narrate') await isHeld;
    }),
  });
  const sessionId = await beginAtQuay(engine);
  isArmed = true;
  const first = await send(engine, sessionId, 'a', 'I listen.');
  const second = await send(engine, sessionId, 'a', 'I listen.');
  letGo();
  await engine.turns.finished(first.id);
  const third = await playAtQuay(engine, sessionId, 'a', 'I listen.');

  expect([second.id, third.id]).toEqual([first.id, first.id]);
  expect((await engine.store.sessions.find(sessionId))?.sceneIndex).toBe(2);
  expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
}, 60_000);
