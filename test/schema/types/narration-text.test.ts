import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { writeGuidePack } from '../../support/guide-pack.ts';
import { begin, takeTurn } from '../../support/play.ts';
import { type StepScript, scriptedSteps, telling } from '../../support/step-script.ts';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ provider: scriptedSteps(script), writePacks });
});
afterAll(() => engine.close());

/** Lantern Quay with texts whose lines are broken to fit their file. */
function writePacks(folder: string): void {
  writeGuidePack(folder);
  const file = join(folder, 'lantern_quay', 'characters', 'marit.md');
  const wrapped = (key: string) =>
    `${key}: |-\n  A broad, unhurried woman who counts under her breath,\n  whatever she is asked.\n`;
  const text = readFileSync(file, 'utf8')
    .replace(/^summary: .*\n/m, wrapped('summary'))
    .replace(/^appearance: .*\n/m, wrapped('appearance'));
  writeFileSync(file, text);
}

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

it('gives authored descriptions without the line breaks of their file', async () => {
  const sessionId = await begin(engine.url);
  const { session } = await ask<{
    session: { currentScene: { state: { entities: Record<string, unknown> } } };
  }>(engine.url, 'query ($id: ID!) { session(id: $id) { currentScene { state } } }', { id: sessionId });
  const texts = JSON.stringify(session.currentScene.state.entities);

  expect(texts).toContain('counts under her breath, whatever she is asked.');
  expect(texts).not.toContain('breath,\\nwhatever');
});
