import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput, type TurnRecord } from '#engine/domain/turn.ts';
import { type ModelRequest, ProviderError } from '#engine/llm/provider.ts';
import { gregorian } from '#engine/rules/time/built-in-calendars.ts';
import type { PageRequest } from '#engine/store/page.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { readConversation } from '../../../src/engine/turn/packet/conversation.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { type StepScript, scriptedSteps } from '../../support/step-script.ts';
import { played, sitDownAt } from '../../support/waiting-table.ts';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({
    sleep: async () => {},
    provider: scriptedSteps(script),
  });
});
afterAll(() => engine.close());

it('tells the opening with the first turn that is told, when it failed and something was thought meanwhile', async () => {
  script.set('narrate', () => ({
    fail: new ProviderError('down', { fault: 'overloaded', retryable: false }),
  }));
  const sessionId = await sitDownAt(engine, LANTERN_QUAY);
  const openings: unknown[] = [];
  script.set('narrate', ({ input }: ModelRequest) => {
    openings.push(Object(input).opening);
    return undefined;
  });
  expect(await engine.store.turns.findByAction(sessionId, 'opening')).toMatchObject({ status: 'failed' });
  expect(
    await played(engine, sessionId, 'a', createStoryInput('Where am I?', { mode: 'THINK' })),
  ).toMatchObject({
    status: 'committed',
  });
  for (const [actionId, words] of Object.entries({ b: 'I look around.', c: 'I listen.' })) {
    expect(await played(engine, sessionId, actionId, createStoryInput(words))).toMatchObject({
      status: 'committed',
    });
  }

  expect(openings.at(0)).toMatchObject({ text: expect.any(String) });
  expect(openings.at(-1)).toBeNull();
}, 60_000);

it('does not take the story for untold when nothing but thoughts is within reach', async () => {
  const thoughts = Array.from({ length: 90 }, (_, at) => ({
    turnId: `t${at}`,
    index: at + 1,
    narration: '',
    createdAt: new Date(0),
  }));
  const along = async (_lineage: unknown, { limit, before }: PageRequest<number>) => {
    const older = thoughts.filter(({ index }) => before === null || index < before);
    // Only these fields of a scene are looked at.
    return { items: older.slice(-limit) as unknown as SceneRecord[], hasMore: older.length > limit };
  };
  const findMany = async (ids: readonly string[]) =>
    // Only these fields of a turn are looked at.
    ids.map((id) => ({ id, input: createStoryInput('Hm.', { mode: 'THINK' }) })) as unknown as TurnRecord[];
  const looked = { scenes: { along }, turns: { findMany } } as unknown as Parameters<
    typeof readConversation
  >[0];

  expect((await readConversation(looked, [], { calendar: gregorian }, [])).lastNarrated).toBeGreaterThan(0);
});
