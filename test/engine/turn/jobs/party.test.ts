import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { writeTwoPersonas } from '../../../support/accounts.ts';
import { LANTERN_QUAY, openEngine } from '../../../support/engine.ts';
import { type StepScript, scriptedSteps, telling } from '../../../support/step-script.ts';

const MARIT = 'pc_marit_001';
const AUDITOR = 'pc_auditor_001';
const PROSE =
  'Rain drums on the quay roof. A page turns and nobody says anything for a while. A gull lands on the rail, looks in, and goes.';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: writeTwoPersonas,
    provider: scriptedSteps(script),
  });
  const personaIds = ['lantern_quay:auditor', 'lantern_quay:marit'];
  const started = await engine.campaigns.start({ entryPointId: LANTERN_QUAY, name: null, personaIds });
  if (isRejection(started)) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  sessionId = started.sessionId;
  // Marit does all there is to do, and the auditor acts whenever the count comes to the next eight.
  for (const round of [1, 2]) {
    for (let left = await untilEight(); left > 1; left = await untilEight())
      await act(MARIT, deeds(MARIT, `Marit was busy in round ${round}`, Math.min(left - 1, 3)));
    await act(AUDITOR, deeds(AUDITOR, `The auditor looked on in round ${round}`, 1));
  }
  script.clear();
  await engine.tidy();
});
afterAll(() => engine.close());

const deeds = (id: string, summary: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    type: 'deed',
    summary: `${summary}, act ${actions}, deed ${at + 1}.`,
    characters: [id],
    factions_affected: [],
    tags: [],
    status: 'resolved',
  }));
const untilEight = async () => {
  const session = await engine.store.sessions.find(sessionId);
  const { counters } = await engine.snapshots.of(session?.currentSceneId ?? '');
  return 8 - (counters.events % 8);
};
let actions = 0;
const act = async (personaId: string, events: readonly object[]) => {
  actions += 1;
  script.set('narrate', () => telling(PROSE, { events }));
  const input = createStoryInput(`I wait, number ${actions}.`, { personaId });
  const submitted = await engine.turns.submit({ sessionId, actionId: `act ${actions}`, input });
  if (!('submission' in submitted)) throw new Error(submitted.claim);
  expect(await engine.turns.finished(submitted.turn.id)).toMatchObject({ status: 'committed' });
};
const asked = (step: string) => engine.asked.filter((request) => request.step === step);

it('writes the profile of whoever has done enough, whoever acts when it is time', async () => {
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  const profiles = asked('profile-refresh').map(({ input }) => Object(input));

  expect((await engine.store.summaries.latest(lineage, 'profile', MARIT))?.scene.index).toBeGreaterThan(0);
  expect(profiles.map(({ name }) => name)).toEqual(['Marit Sund']);
  expect(profiles[0].events.split('\n')).toHaveLength(8);
  expect(profiles[0].events).not.toContain('looked on');
});

it('leaves alone the profile of whoever had a part in little', async () => {
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  expect(await engine.store.summaries.latest(lineage, 'profile', AUDITOR)).toMatchObject({
    scene: { index: 0 },
  });
});

it('sums up and recalls what all of them did', async () => {
  await engine.sittings.endSession(sessionId);
  await engine.tidy();
  for (const step of ['session-summary', 'recap']) {
    const { persona, events } = Object(asked(step).at(-1)?.input);
    expect(persona).toContain('Marit Sund');
    expect(persona).toContain(' and ');
    for (const told of ['Marit was busy in round 1', 'The auditor looked on in round 2'])
      expect(events).toContain(told);
    expect(new Set(events.split('\n')).size).toBe(events.split('\n').length);
  }
});
