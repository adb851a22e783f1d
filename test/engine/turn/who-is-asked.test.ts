import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { storyInput } from '#engine/store/turns.ts';
import { inParallel } from '../../../src/engine/turn/in-parallel.ts';
import { askingQuay } from '../../support/asking-packs.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { watchedStoryteller } from '../../support/prompted-provider.ts';
import { dice, played, sitDownAt } from '../../support/waiting-table.ts';

const watch: { before: (request: ModelRequest) => Promise<void> } = { before: async () => {} };
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: askingQuay('full', 'resolution: { kind: banded, stats: [nerve, wits] }'),
    provider: watchedStoryteller((request) => watch.before(request)),
  });
});
beforeEach(async () => {
  watch.before = async () => {};
  sessionId = await sitDownAt(engine, LANTERN_QUAY);
});
afterAll(() => engine.close());

/** The steps a model was asked for while something was done. */
async function askedFor(doing: () => Promise<unknown>): Promise<readonly string[]> {
  const before = engine.asked.length;
  await doing();
  return engine.asked.slice(before).map(({ step }) => step);
}
const say = (text: string) => played(engine, sessionId, text, storyInput(text));

it.each([
  ['nothing that is not at hand', 'I wait by the stove.', false],
  ['what happened before', 'I try to remember what happened last time.', true],
  ['a name nobody here bears', 'I ask whether anybody has seen Harrowgate.', true],
])('asks the router about words that name %s: %j', async (_what, words, isAsked) => {
  expect((await askedFor(() => say(words))).includes('route')).toBe(isAsked);
});

it('asks no router, nor anybody else who has spoken already, when the dice have fallen', async () => {
  const words = 'I sneak past the clerk and try to remember what happened last time.';
  const asked = await askedFor(() => say(words));
  const turn = await engine.store.turns.findByAction(sessionId, words);
  if (turn === null) throw new Error('nothing waits');
  expect(turn.status).toBe('awaiting-roll');
  expect(asked).toContain('route');
  const after = await askedFor(() => played(engine, sessionId, turn.actionId, dice(turn, [3, 4])));
  expect(after).toContain('narrate');
  expect(after.filter((step) => ['route', 'interpret', 'plan'].includes(step))).toEqual([]);
});

it('has words routed and interpreted at the same time: neither is answered before the other is asked', async () => {
  const begun = new Map<string, () => void>();
  const isAsked = new Map(
    ['route', 'interpret'].map((step) => [step, new Promise<void>((settle) => begun.set(step, settle))]),
  );
  watch.before = async ({ step }) => {
    begun.get(step)?.();
    if (begun.has(step)) await Promise.all(isAsked.values());
  };
  expect(await say('I ask whether anybody has seen Harrowgate.')).toMatchObject({ failure: null });
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
  expect(await inParallel([1, 2, 3, 4, 5, 6, 7], 3, work)).toEqual([2, 4, 6, 8, 10, 12, 14]);
  expect(most).toBe(3);
  const begun: number[] = [];
  const counted = (item: number) => {
    begun.push(item);
    return work(item);
  };
  await expect(inParallel([13, 1, 2, 3, 4, 5], 2, counted)).rejects.toThrow('unlucky');
  expect(begun).toEqual([13, 1]);
  expect(running).toBe(0);
});
