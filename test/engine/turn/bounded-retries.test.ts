import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ReadInput } from '#engine/contracts/reading.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import { type ModelRequest, ProviderError } from '#engine/llm/provider.ts';
import { askingQuay } from '../../support/asking-packs.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { createPlainProvider } from '../../support/plain-provider.ts';
import { type Answer, inTurn, type StepScript, scriptedSteps } from '../../support/step-script.ts';
import { played, sitDownAt } from '../../support/waiting-table.ts';

/** Marit is addressed, so that she reacts. */
const readAddressed = ({ input }: ModelRequest) => ({
  addressed: ReadInput.parse(input)
    .present.slice(0, 1)
    .map(({ id }) => id),
});
const WORDS = 'I ask the clerk to remember what happened last time.';
const BUSY: Answer = { fail: new ProviderError('busy', { retryable: true, fault: 'overloaded' }) };
const times = (count: number): readonly Answer[] => Array.from({ length: count }, () => BUSY);

const script: StepScript = new Map();
const pauses: number[] = [];
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: askingQuay('full', 'resolution: { kind: banded, stats: [nerve, wits] }'),
    provider: scriptedSteps(script, createPlainProvider({ read: readAddressed })),
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  });
});
beforeEach(async () => {
  script.clear();
  sessionId = await sitDownAt(engine, LANTERN_QUAY);
  pauses.length = 0;
});
afterAll(() => engine.close());

const send = (actionId: string) => played(engine, sessionId, actionId, createStoryInput(WORDS));

it('is finished by a turn whose calls are tried again six times in all', async () => {
  for (const step of ['read', 'plan', 'narrate']) script.set(step, inTurn(...times(2)));
  expect(await send('a')).toMatchObject({ status: 'committed', attempt: 1 });
  expect(pauses).toHaveLength(6);
});

it('is not tried a seventh time, whichever call asks for it; nothing is saved, and another attempt begins anew', async () => {
  for (const step of ['read', 'plan', 'react', 'narrate']) script.set(step, inTurn(...times(2)));
  const before = await engine.store.sessions.find(sessionId);
  expect(await send('a')).toMatchObject({
    status: 'failed',
    failure: { code: 'MODEL_FAILED', retryable: true },
  });
  expect(pauses).toHaveLength(6);
  const after = await engine.store.sessions.find(sessionId);
  expect(after?.sceneIndex).toBe(before?.sceneIndex);

  script.clear();
  script.set('narrate', inTurn(...times(3)));
  expect(await send('a')).toMatchObject({ status: 'committed', attempt: 2 });
  expect(pauses).toHaveLength(9);
});

it('asks one call no more than four times, however much the turn has left', async () => {
  script.set('narrate', inTurn(...times(4)));
  expect(await send('a')).toMatchObject({ status: 'failed', failure: { retryable: true } });
  expect(pauses).toHaveLength(3);
});
