import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProviderError } from '#engine/llm/provider.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../../../support/engine.ts';
import { watchedStoryteller } from '../../../support/prompted-provider.ts';
import { beginAtQuay, playAtQuay } from '../../../support/quay.ts';
import { temporaryFolder } from '../../../support/stores.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;
const CONDENSING = 'running-summary';

const rowsOf = async ({ store }: Engine, sessionId: string) => {
  const lineage = await store.sessions.lineageOf(sessionId);
  return store.summaries.last(lineage, 'running', 50);
};
/** What the narrator was last told, all of it. */
const lastPrompt = ({ asked }: Engine): string =>
  JSON.stringify(asked.findLast(({ step }) => step === 'narrate')?.messages);

describe('a long evening', () => {
  let engine: Engine;
  let sessionId: string;
  const prompts: string[] = [];

  beforeAll(async () => {
    engine = await openEngine();
    sessionId = await beginAtQuay(engine);
    for (let turn = 2; turn <= 26; turn += 1) {
      await playAtQuay(engine, sessionId, `a${turn}`, `I ask about ledger number ${turn}.`);
      await engine.tidied();
      prompts[turn] = lastPrompt(engine);
    }
  }, 60_000);
  afterAll(() => engine.close());

  it('is condensed every eight scenes, in rows that name their scene', async () => {
    expect((await rowsOf(engine, sessionId)).map(({ scene }) => scene)).toEqual(
      [8, 16, 24].map((index) => ({ sessionId, index })),
    );
  });

  it('is condensed from what was condensed before and what was played since, and from nothing later', async () => {
    const [first, second] = await rowsOf(engine, sessionId);
    const asked = engine.asked.filter(({ step }) => step === CONDENSING);
    expect(asked).toHaveLength(3);
    const [, again] = asked.map(({ input }) => Object(input));
    expect(again.summary).toBe(first?.text);
    expect(again.exchanges).toContain('ledger number 16');
    expect(again.exchanges).not.toContain('ledger number 17');
    expect(again.exchanges).not.toContain('ledger number 8.');
    expect(second?.text.split(/\s+/).length).toBeLessThanOrEqual(300);
  });

  it('tells later narrators what lies before the exchanges they are sent, and says nothing twice', async () => {
    const [first, second] = await rowsOf(engine, sessionId);
    const words = (text = '') => JSON.stringify(text.slice(0, 60)).slice(1, -1);
    expect(prompts[10]).not.toContain(words(first?.text));
    const last = prompts[26] ?? '';
    const told = [first, second].filter((row) => last.includes(words(row?.text)));
    expect(told.length).toBeGreaterThan(0);
    expect(last).toContain('ledger number 25');
    expect(last).not.toContain('> I ask about ledger number 3.');
  });

  it('keeps the same beginning of the conversation from one cut of the window to the next', () => {
    const beginnings = prompts.slice(18, 26).map((prompt) => prompt.slice(0, 400));
    expect(new Set(beginnings).size).toBeLessThanOrEqual(2);
  });

  it('is played again to the byte, condensed story and all', async () => {
    const replay = await engine.replays({ sessionId, from: 24, to: 26 });
    if (isRejection(replay)) throw new Error(replay.reason);
    expect(replay).toMatchObject({ kind: 'exact', isSame: true });
  });

  it('is not known to a branch that grew from an earlier scene', async () => {
    const lineage = [{ sessionId, upTo: 15 }];
    const rows = await engine.store.summaries.last(lineage, 'running', 50);
    expect(rows.map(({ scene }) => scene.index)).toEqual([8]);
  });
});

describe('condensing that does not come off', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  it.each([
    ['fails', new ProviderError('down', { fault: 'overloaded', retryable: true })],
    ['breaks', new Error('a bug')],
  ])(
    'is done later, once, when the model %s, and holds up no turn',
    async (_how, error) => {
      let ahead = 0;
      let isDown = true;
      const engine = await openEngine({
        clock: () => new Date(Date.now() + ahead),
        provider: watchedStoryteller(async ({ step }) => {
          if (step === CONDENSING && isDown) throw error;
        }),
      });
      const sessionId = await beginAtQuay(engine);
      for (let turn = 2; turn <= 10; turn += 1) {
        const played = await playAtQuay(engine, sessionId, `a${turn}`, 'I wait.');
        expect(played.status).toBe('committed');
      }
      await engine.tidied();
      expect(await rowsOf(engine, sessionId)).toEqual([]);
      expect(await engine.store.jobs.waiting(sessionId)).toBe(1);
      isDown = false;
      ahead = 3_600_000;
      await engine.tidy();
      await engine.tidy();
      expect(await rowsOf(engine, sessionId)).toHaveLength(1);
      await engine.close();
    },
    60_000,
  );

  it('survives the death of the server that had taken it on', async () => {
    let isStuck = true;
    const open = (ahead: number) =>
      openEngine({
        folder: folder.path,
        clock: () => new Date(Date.now() + ahead),
        provider: watchedStoryteller(async ({ step, signal }) => {
          if (step !== CONDENSING || !isStuck) return;
          signal.throwIfAborted();
          await new Promise((_resolve, reject) => signal.addEventListener('abort', reject, { once: true }));
        }),
      });
    const first = await open(0);
    const sessionId = await beginAtQuay(first);
    for (let turn = 2; turn <= 8; turn += 1) await playAtQuay(first, sessionId, `a${turn}`, 'I wait.');
    await first.close();
    isStuck = false;
    const second = await open(3_600_000);
    await second.tidy();
    expect((await rowsOf(second, sessionId)).map(({ scene }) => scene.index)).toEqual([8]);
    await second.close();
  }, 60_000);
});
