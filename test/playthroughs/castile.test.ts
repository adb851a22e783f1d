import { afterEach, expect, it } from 'vitest';
import { ReadInput } from '#engine/contracts/reading.ts';
import { openEngine } from '../support/engine.ts';
import { readAttempt } from '../support/plain/shared-readings.ts';
import { createPlainProvider } from '../support/plain-provider.ts';
import { readPromptId } from '../support/prompts.ts';
import { copyShippedPacks } from '../support/shipped-packs.ts';
import { beginAt, cameTo } from '../support/story.ts';
import { playTurn } from '../support/story-turn.ts';

const MINUTES = 60_000;
type Engine = Awaited<ReturnType<typeof openEngine>>;
const engines: Engine[] = [];

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

async function tableFor(): Promise<{ readonly engine: Engine; readonly sessionId: string }> {
  const provider = createPlainProvider({
    read: ({ input }) => {
      const given = ReadInput.parse(input);
      const isBargain = /^I (?:persuade|bargain)/.test(given.playerText);
      return isBargain ? readAttempt(given, { kind: 'talk', callType: 'persuasion' }) : undefined;
    },
  });
  const engine = await openEngine({ writePacks: copyShippedPacks, provider });
  engines.push(engine);
  return { engine, sessionId: await beginAt(engine.url, 'The Sharing-Out') };
}

/** The King bargains with his Constable twice: once with a die of his own, once with the engine's. */
async function playStory({ engine, sessionId }: Awaited<ReturnType<typeof tableFor>>) {
  let actions = 0;
  const play = async (action: object, mode?: 'DM') => {
    actions += 1;
    const step = { action: { ...action }, ...(mode === undefined ? {} : { mode }) };
    return playTurn(engine.url, sessionId, `action ${actions}`, step);
  };
  const roll = async (faces?: readonly number[]) => {
    return { answer: { promptId: await readPromptId(engine.url, sessionId), faces } };
  };
  const offered = await play({ text: 'I persuade Álvaro de Luna to leave Mayorga to the Crown.' });
  const refused = await play({ text: 'I wait for his answer by the fire.' });
  const aside = await play({ text: 'What exactly am I rolling for?' }, 'DM');
  const impossible = await play(await roll([101]));
  const ownDie = await play(await roll([60]));
  const quiet = await play({ text: 'I look at the pebbles on the map.' });
  const again = await play({ text: 'I bargain with Luna for Peñafiel as well.' });
  const thrown = await play(await roll());
  return { offered, refused, aside, impossible, ownDie, quiet, again, thrown };
}

it(
  'bargains by a table that binds, whoever throws the die, and comes to the same when played again',
  async () => {
    const table = await tableFor();
    const { offered, refused, aside, impossible, ownDie, quiet, again, thrown } = await playStory(table);

    expect(offered.message).toBeUndefined();
    const pending = offered.turn?.session.awaiting;
    const rows = pending?.rows ?? [];
    expect(rows.length).toBeGreaterThanOrEqual(5);
    expect([rows[0]?.from, rows.at(-1)?.to]).toEqual([1, 100]);

    expect(refused.turn?.scene ?? null).toBeNull();
    expect(refused.message).toMatch(/roll/i);
    expect(aside.turn?.status).toBe('ANSWERED');
    expect(impossible.turn?.scene ?? null).toBeNull();

    const row = rows.find(({ from, to }) => from <= 60 && to >= 60)?.text ?? 'no row';
    expect(ownDie.turn?.scene?.narration).toContain(row);
    expect(ownDie.turn?.rolls).toMatchObject([{ source: 'PLAYER', line: expect.stringContaining('60') }]);
    expect(ownDie.turn?.session.awaiting).toBeNull();
    expect(quiet.turn?.session.awaiting).toBeNull();

    const second = again.turn?.session.awaiting?.rows ?? [];
    expect(second.length).toBeGreaterThanOrEqual(5);
    expect(thrown.turn?.rolls).toMatchObject([{ source: 'ENGINE' }]);
    const total = Number(/= (\d+)/.exec(thrown.turn?.rolls[0]?.line ?? '')?.[1]);
    const hit = second.find(({ from, to }) => from <= total && to >= total)?.text ?? 'no row';
    expect(thrown.turn?.scene?.narration).toContain(hit);

    const told = await cameTo(table.engine.store, table.sessionId);
    expect(told.snapshot.pendingRoll).toBeNull();
    expect(told.snapshot.runningSummary).toContain(row);
    expect(told.rolls).toHaveLength(2);
    const replay = await tableFor();
    await playStory(replay);
    expect(await cameTo(replay.engine.store, replay.sessionId)).toEqual(told);
  },
  10 * MINUTES,
);
