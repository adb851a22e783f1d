import { afterEach, describe, expect, it } from 'vitest';
import { createStoryInput, type TurnInput, type TurnRecord } from '#engine/domain/turn.ts';
import { askingQuay } from '../support/asking-packs.ts';
import { openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { beginAtQuay, playAtQuay } from '../support/quay.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

const RISK = 'I sneak past the clerk.';
const BANDED = 'resolution: { kind: banded, stats: [nerve, wits] }';
const TABLE = 'resolution: { kind: table_d100, roll_types: [persuasion, chaos, battle] }';

const roll = (faces: readonly number[] | null): TurnInput => ({ kind: 'roll', personaId: null, faces });

async function answer(sessionId: string, actionId: string, input: TurnInput): Promise<TurnRecord> {
  const submission = await engine.turns.submit({ sessionId, actionId, input });
  if (!('submission' in submission)) throw new Error(submission.claim);
  return engine.turns.finished(submission.turn.id);
}
const rollsOf = async (sessionId: string) => {
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  const page = { limit: 50, from: 'start', after: null, before: null } as const;
  return (await engine.store.rolls.along(lineage, page)).items.map(({ roll: row }) => Object(row));
};

describe.each(['ensemble', 'full'])('a check that waits for the player, in the %s pipeline', (pipeline) => {
  const open = async () => {
    engine = await openEngine({ writePacks: askingQuay(pipeline, BANDED) });
    const sessionId = await beginAtQuay(engine);
    return { sessionId, waiting: await playAtQuay(engine, sessionId, 'a', RISK) };
  };

  it('shows what the numbers will mean, commits nothing, and tells no story meanwhile', async () => {
    const { sessionId, waiting } = await open();
    expect(waiting).toMatchObject({
      status: 'awaiting-roll',
      sceneId: null,
      suspension: { kind: 'roll', expression: expect.stringContaining('2d6') },
    });
    expect(Object(waiting.suspension).rows.length).toBeGreaterThan(1);
    expect((await engine.store.sessions.find(sessionId))?.sceneIndex).toBe(1);
    const other = await engine.turns.submit({
      sessionId,
      actionId: 'b',
      input: createStoryInput('I whistle.'),
    });
    expect('submission' in other).toBe(false);
    expect(await rollsOf(sessionId)).toEqual([]);
  });

  it('takes the player’s own dice, marks them as theirs, and goes on as the same turn', async () => {
    const { sessionId, waiting } = await open();
    const before = engine.asked.length;
    const done = await answer(sessionId, 'a', roll([6, 6]));
    expect(done).toMatchObject({ id: waiting.id, status: 'committed' });
    // What the dice were asked for is not read, judged or looked up a second time.
    const steps = engine.asked.slice(before).map(({ step }) => step);
    expect(steps).not.toContain('read');
    expect(await rollsOf(sessionId)).toMatchObject([{ source: 'PLAYER', faces: [6, 6] }]);
    expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
  });

  it('throws the engine’s dice for a player who has none, the same however often it is asked', async () => {
    const { sessionId } = await open();
    const done = await answer(sessionId, 'a', roll(null));
    expect(done.status).toBe('committed');
    expect(await rollsOf(sessionId)).toMatchObject([{ source: 'ENGINE' }]);
  });

  it.each([
    ['a face no such die has', [7, 1]],
    ['too few dice', [3]],
    ['too many dice', [1, 2, 3]],
  ])('refuses %s and says so, and nothing happens', async (_what, faces) => {
    const { sessionId } = await open();
    const refused = await engine.turns.submit({ sessionId, actionId: 'a', input: roll(faces) });
    expect(refused).toMatchObject({
      claim: 'bad-faces',
      reason: expect.stringMatching(/cannot show 7|needs 2 numbers/),
    });
    expect(await engine.store.turns.findByAction(sessionId, 'a')).toMatchObject({ status: 'awaiting-roll' });
    expect((await engine.store.sessions.find(sessionId))?.sceneIndex).toBe(1);
    expect(await rollsOf(sessionId)).toEqual([]);
  });
});

describe.each(['duet', 'ensemble', 'full'])('a table of a hundred, in the %s pipeline', (pipeline) => {
  it('is offered with the scene, and the row that the next turn hits is told and binds', async () => {
    engine = await openEngine({ writePacks: askingQuay(pipeline, TABLE) });
    const sessionId = await beginAtQuay(engine);
    const offered = await playAtQuay(engine, sessionId, 'a', 'I persuade the clerk to open the ledger.');
    expect(offered).toMatchObject({ status: 'committed' });
    const { pendingRoll } = await engine.snapshots.of(offered.sceneId ?? '');
    const rows = pendingRoll?.rows ?? [];
    expect([rows[0]?.from, rows.at(-1)?.to]).toEqual([1, 100]);

    const done = await answer(sessionId, 'b', roll([42]));
    expect(done).toMatchObject({ status: 'committed' });
    const hit = rows.find(({ from, to }) => from <= 42 && 42 <= to);
    const told = engine.asked.findLast(({ step }) => step === 'narrate');
    expect(Object(told?.input).rolled).toMatchObject({ value: 42, outcome: hit?.outcome });
    expect(Object(told?.input).callType).toBe('roll_result');
    const scene = await engine.store.scenes.find(done.sceneId ?? '');
    expect(scene?.narration).toContain(hit?.outcome);
    expect((await engine.snapshots.of(done.sceneId ?? '')).pendingRoll).toBeNull();
    expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
  });

  it('asks for no dice when nothing is uncertain', async () => {
    engine = await openEngine({ writePacks: askingQuay(pipeline, TABLE) });
    const sessionId = await beginAtQuay(engine);
    expect(await playAtQuay(engine, sessionId, 'a', 'I listen to the rain.')).toMatchObject({
      status: 'committed',
    });
  });
});
