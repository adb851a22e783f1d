import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStoryInput, type TurnInput, type TurnRecord } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { askingMystika } from '../support/asking-packs.ts';
import { openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;

beforeAll(async () => {
  engine = await openEngine({ writePacks: askingMystika });
});
beforeEach(async () => {
  const started = await engine.campaigns.start({ entryPointId: 'mystika:the_quiet_road', name: null });
  if (isRejection(started)) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  ({ sessionId } = started);
});
afterAll(() => engine.close());

const roll = (faces: readonly number[] | null): TurnInput => ({ kind: 'roll', personaId: null, faces });

async function send(input: TurnInput): Promise<TurnRecord> {
  const submission = await engine.turns.submit({ sessionId, actionId: 'a', input });
  if (!('submission' in submission)) throw new Error(submission.claim);
  return engine.turns.finished(submission.turn.id);
}

async function rolls(): Promise<
  readonly { source: string; purpose: string; faces: number[]; result: string }[]
> {
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  const page = { limit: 50, from: 'start', after: null, before: null } as const;
  return (await engine.store.rolls.along(lineage, page)).items.map(({ roll: row }) => Object(row));
}

const readingsAsked = () => engine.asked.filter(({ step }) => step === 'read').length;

/** Answers with the same dice for as long as the turn waits. */
async function answerAll(first: TurnRecord, faces: readonly number[] | null): Promise<TurnRecord> {
  let turn = first;
  for (let asked = 0; turn.status === 'awaiting-roll' && asked < 8; asked += 1)
    turn = await send(roll(faces));
  return turn;
}

it('waits at the player’s attack, says what must be reached, and commits nothing meanwhile', async () => {
  const waiting = await send(createStoryInput('I attack Jossamy with my longsword.'));
  expect(waiting).toMatchObject({
    status: 'awaiting-roll',
    sceneId: null,
    suspension: { kind: 'roll', purpose: 'Longsword attack roll', expression: '1d20+5' },
  });
  expect(Object(waiting.suspension).rows).toMatchObject([
    { from: null, to: 7, outcome: expect.stringContaining('Miss') },
    { from: 8, to: null, outcome: expect.stringContaining('Hit') },
  ]);
  expect(await rolls()).toEqual([]);
});

it('goes on with the player’s die as the same turn, without reading the player’s words again', async () => {
  const waiting = await send(createStoryInput('I attack Jossamy with my longsword.'));
  const before = readingsAsked();
  const done = await answerAll(waiting, [20]);
  expect(done).toMatchObject({ id: waiting.id, status: 'committed' });
  const all = await rolls();
  const own = all.filter(({ source }) => source === 'PLAYER');
  expect(own.length).toBeGreaterThanOrEqual(1);
  for (const { purpose, faces } of own) {
    expect(purpose).toBe('Longsword attack roll');
    expect(faces).toEqual([20]);
  }
  // Initiative, damage and whatever the others throw are the engine's.
  expect(all.some(({ source, purpose }) => source === 'ENGINE' && /damage/i.test(purpose))).toBe(true);
  expect(all.filter(({ purpose }) => /^Initiative/.test(purpose))).toHaveLength(6);
  const session = await engine.store.sessions.find(sessionId);
  const { combat } = await engine.snapshots.of(session?.currentSceneId ?? '');
  // The reaper is lethal and mindless, so she fights beside Jossamy; the companions fight too. The drover still lies in wait.
  expect(new Map(combat?.combatants.map(({ id, side }) => [id, side]))).toEqual(
    new Map<string, string>([
      ['pc_hesper_tolliver_001', 'party'],
      ['npc_imre_candlewright_001', 'party'],
      ['npc_zephine_aldoury_001', 'party'],
      ['npc_tuva_marl_001', 'party'],
      ['npc_big_jossamy_001', 'foes'],
      ['npc_quiet_reaper_001', 'foes'],
    ]),
  );
  expect(readingsAsked()).toBe(before);
  expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
});

it('misses when the player’s die says so', async () => {
  const done = await answerAll(await send(createStoryInput('I attack Jossamy with my longsword.')), [1]);
  expect(done.status).toBe('committed');
  const own = (await rolls()).filter(({ source }) => source === 'PLAYER');
  expect(own.every(({ result }) => result === 'Miss')).toBe(true);
  expect((await rolls()).some(({ purpose }) => /^Longsword damage/.test(purpose))).toBe(false);
});

it('throws for a player who has no dice, and waits for a check as for an attack', async () => {
  const waiting = await send(createStoryInput('I sneak past the toll-hut.'));
  expect(waiting).toMatchObject({ status: 'awaiting-roll', suspension: { kind: 'roll' } });
  expect(Object(waiting.suspension).purpose).toMatch(/check$/);
  expect(await answerAll(waiting, null)).toMatchObject({ id: waiting.id, status: 'committed' });
  expect((await rolls()).map(({ source }) => source)).toEqual(['ENGINE']);
});

it('refuses a face no d20 has, and nothing happens', async () => {
  const { id } = await send(createStoryInput('I attack Jossamy with my longsword.'));
  await expect(send(roll([21]))).rejects.toThrow('bad-faces');
  expect(await engine.store.turns.find(id)).toMatchObject({ status: 'awaiting-roll', attempt: 1 });
  expect(await rolls()).toEqual([]);
});
