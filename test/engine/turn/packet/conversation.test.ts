import { afterAll, beforeAll, expect, it } from 'vitest';
import { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import { gregorian } from '#engine/rules/time/built-in-calendars.ts';
import { readConversation } from '../../../../src/engine/turn/packet/conversation.ts';
import { LANTERN_QUAY, openEngine } from '../../../support/engine.ts';
import { played, sitDownAt } from '../../../support/waiting-table.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine();
  sessionId = await sitDownAt(engine, LANTERN_QUAY);
});
afterAll(() => engine.close());

const say = (text: string, mode: 'STORY' | 'THINK' = 'STORY') =>
  played(engine, sessionId, text, createStoryInput(text, { mode }));
const calendar = gregorian;
const conversation = async () =>
  readConversation(engine.store, await engine.store.sessions.lineageOf(sessionId), { calendar }, []);

it('still knows what was told before somebody thought for a whole evening', async () => {
  for (const text of ['I wait.', 'I look around.']) await say(text);
  const before = await conversation();
  for (let thought = 0; thought < 18; thought += 1) await say(`Thought ${thought}.`, 'THINK');
  const after = await conversation();
  expect(before.said.conversation.map(({ player }) => player)).toEqual(['', 'I wait.', 'I look around.']);
  expect(after.said.conversation).toEqual(before.said.conversation);
  expect(after.said.conversationStart).toBe(0);
  expect([before.lastNarrated, after.lastNarrated]).toEqual([3, 3]);
}, 60_000);

it('knows on which in-world date each exchange was played, and puts the date before the first of each in the prompt', async () => {
  const next = {
    kind: 'operations',
    asker: 'god',
    proposals: [{ op: 'advance_time', minutes: 1_440 }],
  } as const;
  await played(engine, sessionId, 'a day later', next);
  await say('I wait for the tide.');
  await say('I go on waiting.');
  const { said } = await conversation();
  const dates = said.conversation.map(({ date }) => date);
  expect(new Set(dates.slice(0, 3)).size).toBe(1);
  expect(dates[0]).toMatch(/^\w+, \d{1,2} \w+ \d{4} AD$/);
  expect(dates[3]).not.toBe(dates[2]);

  const prompt = engine.asked.findLast(({ step }) => step === 'narrate')?.messages ?? [];
  const headed = prompt.flatMap(({ text }) => /<date>\n(.*)\n<\/date>/.exec(text)?.[1] ?? []);
  expect(headed).toEqual([dates[0], dates[3]]);
  const replay = await engine.replays({ sessionId, from: 1, to: 24 });
  expect(replay).toMatchObject({ kind: 'exact', isSame: true });
}, 60_000);

it('numbers exchanges by narrated scenes, however many thoughts lie between them', async () => {
  const numbers = () =>
    engine.asked
      .filter(({ step }) => step === 'narrate')
      .map(({ input }) => {
        const { conversation, conversationStart } = NarrateInput.parse(input);
        return conversationStart + conversation.length;
      });
  const before = numbers().length;
  for (let turn = 0; turn < 24; turn += 1) {
    await say(`I try again (${turn}).`);
    if (turn % 3 === 0) await say(`Was that wise (${turn})?`, 'THINK');
  }
  const told = numbers();
  expect(told).toHaveLength(before + 24);
  expect(told).toEqual(told.map((_, at) => at));
}, 120_000);
