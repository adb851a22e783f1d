import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../support/play.ts';
import { type StepScript, scriptedSteps, telling } from '../../support/step-script.ts';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ provider: scriptedSteps(script) });
});
afterAll(() => engine.close());

const KEPT =
  'The rain eases off over the *old* quay. A sign reads 3 * 4, and a second one 5 * 6.\n\nA rope creaks **very loudly** below. *A bell rings\ntwice.* A star* is painted on the wall.';
const REMOVED =
  'The rain eases off over the old quay. A sign reads 3 * 4, and a second one 5 * 6.\n\nA rope creaks very loudly below. A bell rings\ntwice. A star* is painted on the wall.';

it('gives narration with its emphasis, or without it', async () => {
  const sessionId = await begin(engine.url);
  script.set('narrate', () => telling(KEPT));
  await takeTurn(engine.url, sessionId, { text: 'I listen to the room.' });
  const { session } = await ask<{ session: { currentScene: object } }>(
    engine.url,
    `query ($id: ID!) { session(id: $id) { currentScene {
      usual: narration kept: narration(emphasis: KEEP) removed: narration(emphasis: REMOVE)
      turn { usual: narrationSoFar removed: narrationSoFar(emphasis: REMOVE) }
    } } }`,
    { id: sessionId },
  );

  expect(session.currentScene).toEqual({
    usual: KEPT,
    kept: KEPT,
    removed: REMOVED,
    turn: { usual: KEPT, removed: REMOVED },
  });
});
