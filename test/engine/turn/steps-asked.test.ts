import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { runInParallel } from '../../../src/engine/turn/steps/react.ts';
import { askingQuay } from '../../support/asking-packs.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { dice, played, sitDownAt } from '../../support/waiting-table.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: askingQuay('full', 'resolution: { kind: banded, stats: [nerve, wits] }'),
  });
});
beforeEach(async () => {
  sessionId = await sitDownAt(engine, LANTERN_QUAY);
});
afterAll(() => engine.close());

/** The steps a model was asked for while something was done. */
async function askedFor(doing: () => Promise<unknown>): Promise<readonly string[]> {
  const before = engine.asked.length;
  await doing();
  return engine.asked.slice(before).map(({ step }) => step);
}
const say = (text: string) => played(engine, sessionId, text, createStoryInput(text));

it('reads nothing again when the dice have fallen, and asks characters and planner only then', async () => {
  const words = 'I sneak past the clerk and try to remember what happened last time.';
  const asked = await askedFor(() => say(words));
  const turn = await engine.store.turns.findByAction(sessionId, words);
  if (turn === null) throw new Error('nothing waits');
  expect(turn.status).toBe('awaiting-roll');
  expect(asked).toEqual(['read']);
  const after = await askedFor(() => played(engine, sessionId, turn.actionId, dice(turn, [3, 4])));
  expect(after).toContain('narrate');
  expect(after).toEqual(expect.arrayContaining(['react', 'plan']));
  expect(after).not.toContain('read');
});

it('lets no more run at once than it is told, keeps the order, and begins nothing after a failure', async () => {
  let running = 0;
  let most = 0;
  const work = async (item: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((settle) => setImmediate(settle));
    running -= 1;
    if (item === 13) throw new Error('unlucky');
    return item * 2;
  };
  expect(await runInParallel([1, 2, 3, 4, 5, 6, 7], 3, work)).toEqual([2, 4, 6, 8, 10, 12, 14]);
  expect(most).toBe(3);
  const begun: number[] = [];
  const counted = (item: number) => {
    begun.push(item);
    return work(item);
  };
  await expect(runInParallel([13, 1, 2, 3, 4, 5], 2, counted)).rejects.toThrow('unlucky');
  expect(begun).toEqual([13, 1]);
  expect(running).toBe(0);
});
