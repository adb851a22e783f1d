import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { askingQuay } from '../../../support/asking-packs.ts';
import { LANTERN_QUAY, openEngine } from '../../../support/engine.ts';
import { type StepScript, scriptedSteps } from '../../../support/step-script.ts';
import { dice, played, sitDownAt } from '../../../support/waiting-table.ts';

const ends: string[] = [];
const scenes = { made: 0 };
const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: askingQuay('ensemble', 'resolution: { kind: banded, stats: [nerve, wits] }'),
    provider: scriptedSteps(script),
    observer: () => ({
      stepStarted: () => {},
      stepFinished: () => {},
      called: () => {},
      ended: (outcome) => ends.push(outcome),
    }),
    onCommitted: () => {
      scenes.made += 1;
    },
  });
});
beforeEach(async () => {
  script.clear();
  sessionId = await sitDownAt(engine, LANTERN_QUAY);
  ends.length = 0;
  scenes.made = 0;
});
afterAll(() => engine.close());

const send = (input: TurnInput) => played(engine, sessionId, 'a', input);

it('says of a scene that it was committed, and what follows a scene begins', async () => {
  await send(createStoryInput('I wait.'));
  expect({ ends, ...scenes }).toEqual({ ends: ['committed'], made: 1 });
});

it('says of an answer out of character that it was answered; nothing follows it', async () => {
  const turn = await send(createStoryInput('What may I do?', { mode: 'DM' }));
  expect(turn.status).toBe('answered');
  expect({ ends, ...scenes }).toEqual({ ends: ['answered'], made: 0 });
});

it('says of a wait that it was suspended, and of what comes of the dice that it was committed', async () => {
  const waiting = await send(createStoryInput('I sneak past the clerk.'));
  expect({ ends, ...scenes }).toEqual({ ends: ['suspended'], made: 0 });
  await send(dice(waiting, [3, 4]));
  expect({ ends, ...scenes }).toEqual({ ends: ['suspended', 'committed'], made: 1 });
});

it('says of a failure why, and nothing follows it', async () => {
  script.set('narrate', () => ({ end: 'refused' }));
  await send(createStoryInput('I wait.'));
  expect({ ends, ...scenes }).toEqual({ ends: ['MODEL_REFUSED'], made: 0 });
});

it('says of a turn that was called off that it was cancelled', async () => {
  let begun = () => {};
  const isAsked = new Promise<void>((resolve) => {
    begun = resolve;
  });
  script.set('narrate', () => {
    begun();
    return undefined;
  });
  const submission = await engine.turns.submit({
    sessionId,
    actionId: 'a',
    input: createStoryInput('I wait.'),
  });
  if (!('submission' in submission)) throw new Error(submission.claim);
  await isAsked;
  const turn = await engine.turns.cancel(submission.turn.id);
  expect(turn?.status).toBe('cancelled');
  expect({ ends, ...scenes }).toEqual({ ends: ['cancelled'], made: 0 });
});

describe('of a turn that ends as soon as it began', () => {
  const told = async (turnId: string) =>
    (await engine.store.events.after(sessionId, 0, 500))
      .filter((event) => event.turnId === turnId)
      .map(({ type }) => type)
      .filter((type) => type.startsWith('turn-'));

  it('tells that it began and that it was called off', async () => {
    const submission = await engine.turns.submit({
      sessionId,
      actionId: 'a',
      input: createStoryInput('I wait.'),
    });
    if (!('submission' in submission)) throw new Error(submission.claim);
    await engine.turns.cancel(submission.turn.id);
    expect(await told(submission.turn.id)).toEqual(['turn-started', 'turn-cancelled']);
  });

  it('tells that it began and why it failed', async () => {
    const fails = new ProviderError('no', { retryable: false, fault: 'unauthorized' });
    script.set('narrate', () => ({ fail: fails }));
    const turn = await send(createStoryInput('I wait.'));
    expect(turn).toMatchObject({ status: 'failed' });
    expect(await told(turn.id)).toEqual(['turn-started', 'turn-failed']);
  });
});
