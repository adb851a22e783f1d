import { afterAll, beforeAll, expect, it } from 'vitest';
import { storyInput } from '#engine/store/turns.ts';
import { conversationOf } from '../../../src/engine/turn/conversation.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { played, sitDownAt } from '../../support/waiting-table.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine();
  sessionId = await sitDownAt(engine, LANTERN_QUAY);
});
afterAll(() => engine.close());

const say = (text: string, mode: 'STORY' | 'THINK' = 'STORY') =>
  played(engine, sessionId, text, storyInput(text, { mode }));
const conversation = async () =>
  conversationOf(engine.store, await engine.store.sessions.lineageOf(sessionId));

it('still knows what was told before somebody thought for a whole evening', async () => {
  for (const text of ['I wait.', 'I look around.']) await say(text);
  const before = await conversation();
  for (let thought = 0; thought < 18; thought += 1) await say(`Thought ${thought}.`, 'THINK');
  const after = await conversation();
  expect(before.said.conversation.map(({ player }) => player)).toEqual(['', 'I wait.', 'I look around.']);
  expect(after.said.conversation).toEqual(before.said.conversation);
  expect(after.said.conversationStart).toBe(0);
  expect([before.lastTold, after.lastTold]).toEqual([3, 3]);
}, 60_000);
