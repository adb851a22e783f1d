import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storyInput } from '#engine/store/turns.ts';
import { openEngine } from '../../support/engine.ts';
import { copyShippedPacks } from '../../support/shipped-packs.ts';
import { type StepScript, scriptedSteps, telling } from '../../support/step-script.ts';
import { played, sitDownAt } from '../../support/waiting-table.ts';

const CLEAN =
  'Rain runs off the tiles of the gallery. Somewhere below a door closes, and a servant crosses the yard with a lamp held low against the wind.';

/** A table that wants to be told of leaks and labels, and nothing else done about them. */
function writeLenientPacks(folder: string): void {
  copyShippedPacks(folder);
  const file = join(folder, 'castile_1430/rulesets/crown_d100.yaml');
  const strict = readFileSync(file, 'utf8');
  const lenient = strict
    .replace('secrets: fail', 'secrets: flag')
    .replace('internal_labels: repair', 'internal_labels: flag');
  expect(lenient).not.toBe(strict);
  writeFileSync(file, lenient);
}

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: writeLenientPacks,
    provider: scriptedSteps(script),
  });
}, 60_000);
afterAll(() => engine.close());

it('leaves an outcome as it is where the ruleset only flags, and flags it', async () => {
  const sessionId = await sitDownAt(engine, 'castile_1430:fifty_days_of_may');
  let secret = '';
  script.set('narrate', ({ input }) => {
    secret = Object(input).secrets.facts[0].text;
    return telling(CLEAN, { context: secret, summary_update: 'The alignment: chaotic evil.' });
  });
  const turn = await played(engine, sessionId, 'a', storyInput('I look out at the yard.'));
  const world = await engine.snapshots.of(turn.sceneId ?? '');

  expect(world.planning.context).toBe(secret);
  expect(world.runningSummary).toContain('chaotic evil');
  expect((await engine.store.scenes.find(turn.sceneId ?? ''))?.flags).toEqual(['secrets', 'internal_labels']);
}, 60_000);
