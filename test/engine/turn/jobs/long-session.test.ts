import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../../../support/engine.ts';
import { beginAtQuay, playAtQuay } from '../../../support/quay.ts';
import { type StepScript, scriptedSteps, telling } from '../../../support/step-script.ts';

const SCENES = 36;
const AUDITOR = 'pc_auditor_001';
const PROSE = 'Rain drums on the quay roof. A page turns and nobody says anything for a while.';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let told: Readonly<Record<string, string>>;
beforeAll(async () => {
  engine = await openEngine({ provider: scriptedSteps(script) });
  const sessionId = await beginAtQuay(engine);
  for (let scene = 2; scene <= SCENES; scene += 1) {
    const deeds = [1, 2].map((deed) => ({
      type: 'deed',
      summary: `Deed ${deed} of scene ${scene} was done.`,
      characters: [AUDITOR],
      factions_affected: [],
      tags: [],
      status: 'resolved',
    }));
    script.set('narrate', () => telling(PROSE, { events: deeds }));
    script.set('running-summary', () => ({ say: `The story as it stood around scene ${scene}.` }));
    expect(await playAtQuay(engine, sessionId, `a${scene}`, 'I wait.')).toMatchObject({
      status: 'committed',
    });
    await engine.tidied();
  }
  script.clear();
  await engine.sittings.endSession(sessionId);
  await engine.tidied();
  told = Object(engine.asked.findLast(({ step }) => step === 'session-summary')?.input);
}, 60_000);
afterAll(() => engine.close());

it('sums up a long sitting from its first event to its last', () => {
  for (const scene of [2, 3, 15, SCENES]) expect(told.events).toContain(`Deed 1 of scene ${scene} was done.`);
});

it('tells the beginning of a long sitting as it was condensed then, and the rest as it was played', () => {
  expect(told.exchanges?.split('\n\n')[0]).toContain('The story as it stood around scene 8.');
  expect(told.exchanges).not.toContain('around scene 16.');
  expect(told.exchanges?.split(PROSE)).toHaveLength(30 + 1);
});
