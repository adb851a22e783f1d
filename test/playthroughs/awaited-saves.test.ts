import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStoryInput, type TurnInput, type TurnRecord } from '#engine/domain/turn.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { askingMystika } from '../support/asking-packs.ts';
import { openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { type StepScript, scriptedSteps } from '../support/step-script.ts';
import { temporaryFolder } from '../support/stores.ts';
import { dice, played, rollsAlong, sitDownAt } from '../support/waiting-table.ts';

const script: StepScript = new Map();
const folder = temporaryFolder();
const open = () =>
  openEngine({
    writePacks: askingMystika,
    provider: scriptedSteps(script),
    folder: folder.path,
  });
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await open();
});
beforeEach(async () => {
  sessionId = await sitDownAt(engine, 'mystika:the_quiet_road');
});
afterEach(() => script.clear());
afterAll(async () => {
  await engine.close();
  folder.remove();
});

const send = (input: TurnInput, actionId = 'a') => played(engine, sessionId, actionId, input);
const give = (waiting: TurnRecord, faces: readonly number[] | null) => send(dice(waiting, faces));
const rolls = () => rollsAlong(engine, sessionId);
const asked = (step: string) => engine.asked.filter((request) => request.step === step).length;

/** The player's words are read as attempts at these checks. */
function readAttempts(...checks: readonly string[]): void {
  const actions = checks.map((check) => ({ kind: 'other', check, does: `try ${check}` }));
  script.set('read', () => ({ say: JSON.stringify({ actions }) }));
}

/** A turn that waits for one check, and after it for another. */
async function atTheCheck(): Promise<TurnRecord> {
  readAttempts('perception', 'insight');
  return send(createStoryInput('I listen to the mist.'));
}

async function persona(): Promise<{ id: string; block: Srd5eStatBlock }> {
  const session = await engine.store.sessions.find(sessionId);
  const { personas, entities } = await engine.snapshots.of(session?.currentSceneId ?? '');
  const [id] = personas;
  const character = id === undefined ? undefined : entities[id];
  if (character?.kind !== 'character') throw new Error('nobody is played');
  return { id: character.id, block: Srd5eStatBlock.parse(character.stats) };
}

describe('a turn that waits for two rolls', () => {
  it('takes each from the player in its order, and asks nobody again what was said before', async () => {
    const first = await atTheCheck();
    expect(first.suspension).toMatchObject({ purpose: expect.stringContaining('Perception') });
    const before = asked('read');
    const second = await give(first, [9]);
    expect(second).toMatchObject({ id: first.id, status: 'awaiting-roll' });
    expect(second.suspension).toMatchObject({
      purpose: expect.stringContaining('Insight'),
      expression: expect.stringMatching(/^1d20/),
    });
    const done = await give(second, [17]);
    expect(done).toMatchObject({ id: first.id, status: 'committed', attempt: 3 });
    expect(await rolls()).toMatchObject([
      { source: 'PLAYER', purpose: expect.stringContaining('Perception'), faces: [9] },
      { source: 'PLAYER', purpose: expect.stringContaining('Insight'), faces: [17] },
    ]);
    expect(asked('read')).toBe(before);
    expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
  });

  it('counts the first roll once, however often it is delivered, also after a restart', async () => {
    const first = await atTheCheck();
    const second = await give(first, [9]);
    expect(await give(first, [9])).toMatchObject({ status: 'awaiting-roll', attempt: 2 });
    await engine.close();
    engine = await open();
    expect(await give(first, [9])).toMatchObject({ status: 'awaiting-roll', attempt: 2 });
    const done = await give(second, [4]);
    expect(done).toMatchObject({ id: first.id, status: 'committed' });
    expect(await give(second, [4])).toMatchObject({ id: first.id, status: 'committed', attempt: 3 });
    expect((await rolls()).map(({ faces }) => faces)).toEqual([[9], [4]]);
  });

  it('goes on with the dice it has when the storyteller failed after them', async () => {
    const first = await atTheCheck();
    const second = await give(first, [9]);
    script.set('narrate', () => ({ end: 'refused' }));
    expect(await give(second, [4])).toMatchObject({ status: 'failed' });
    script.delete('narrate');
    expect(await give(second, [4])).toMatchObject({ id: first.id, status: 'committed' });
    expect((await rolls()).map(({ faces }) => faces)).toEqual([[9], [4]]);
  });

  it('is played again to the byte, the player’s dice included', async () => {
    await give(await give(await atTheCheck(), [9]), null);
    const calls = engine.asked.length;
    const replay = await engine.replays({ sessionId, from: 1, to: 2 });
    if (isRejection(replay)) throw new Error(replay.reason);
    expect(replay.turns.map(({ isSame, changed, failure }) => ({ isSame, changed, failure }))).toEqual(
      Array.from({ length: 2 }, () => ({ isSame: true, changed: [], failure: null })),
    );
    expect(engine.asked).toHaveLength(calls);
  });

  it('begins anew, and takes no dice of before, when it goes on from another scene', async () => {
    const first = await atTheCheck();
    const { id } = await persona();
    const change = { op: 'heal', targetId: id, amount: 1 };
    await send({ kind: 'operations', asker: 'gm', proposals: [change] }, 'by hand');
    readAttempts('perception');
    const again = await give(first, [9]);
    expect(again).toMatchObject({ id: first.id, status: 'awaiting-roll' });
    expect(await give(again, [11])).toMatchObject({ status: 'committed' });
    expect((await rolls()).map(({ faces }) => faces)).toEqual([[11]]);
  });
});

describe('while dice are awaited', () => {
  it('is called off, and an answer that comes late changes nothing', async () => {
    const waiting = await atTheCheck();
    expect(await engine.turns.cancel(waiting.id)).toMatchObject({ status: 'cancelled' });
    const late = { sessionId, actionId: 'a', input: dice(waiting, [9]) };
    expect(await engine.turns.submit(late)).toMatchObject({
      claim: 'prompt-not-awaited',
      turn: { id: waiting.id, status: 'cancelled' },
    });
    script.clear();
    expect(await send(createStoryInput('I wait.'), 'b')).toMatchObject({ status: 'committed' });
    expect(await rolls()).toEqual([]);
  });

  it.each([
    ['forked', true],
    ['rewound', false],
  ])(
    'the branch that is %s waits for nothing; the dice stay with the turn that asked for them',
    async (_how, isFork) => {
      const { baseSceneId: earlier } = await send(createStoryInput('I wait.'), 'before');
      const waiting = await atTheCheck();
      const branch = isFork
        ? await engine.branches.forkSession({ sceneId: waiting.baseSceneId, keepParentActive: true })
        : await engine.branches.rewindSession(sessionId, earlier);
      if (isRejection(branch)) throw new Error(branch.reason);
      expect(branch.waitingTurnId).toBeNull();
      const stray = { sessionId: branch.id, actionId: 'a', input: dice(waiting, [9]) };
      expect(await engine.turns.submit(stray)).toEqual({ claim: 'nothing-awaited', answer: 'roll' });
      const late = await engine.turns.submit({ sessionId, actionId: 'a', input: dice(waiting, [9]) });
      expect(late).toMatchObject(
        isFork ? { submission: 'started' } : { claim: 'prompt-not-awaited', turn: { status: 'cancelled' } },
      );
      if ('submission' in late) await engine.turns.finished(late.turn.id);
      script.clear();
      expect(await played(engine, branch.id, 'b', createStoryInput('I wait.'))).toMatchObject({
        status: 'committed',
      });
      expect(await rollsAlong(engine, branch.id)).toEqual([]);
    },
  );
});

it('asks for both dice of a disadvantage, and lets them be given again when one was missing', async () => {
  const waiting = await send(createStoryInput('I sneak past the toll-hut.'));
  expect(waiting.suspension).toMatchObject({ expression: expect.stringMatching(/^1d20.* disadvantage$/) });
  await expect(give(waiting, [15])).rejects.toThrow('bad-faces');
  expect(await give(waiting, [15, 6])).toMatchObject({ id: waiting.id, status: 'committed' });
  const { block } = await persona();
  const [roll] = await rolls();
  expect(roll).toMatchObject({ source: 'PLAYER', faces: [15, 6] });
  expect(roll?.total).toBe(6 + Math.floor((block.abilities.dexterity - 10) / 2));
});

it('has the dying throw their own death saves, one a turn, and wakes them by a natural 20', async () => {
  const { id, block } = await persona();
  const blow = { op: 'deal_damage', targetId: id, amount: block.hit_points.current, type: 'slashing' };
  // The companions would help.
  const leave = ['imre_candlewright', 'zephine_aldoury', 'tuva_marl'].map((name) => {
    return { op: 'leave_scene', characterId: `npc_${name}_001` };
  });
  await send({ kind: 'operations', asker: 'gm', proposals: [...leave, blow] }, 'by hand');
  const waiting = await send(createStoryInput('I try to get up.'));
  expect(waiting.suspension).toMatchObject({ purpose: 'Death saving throw', expression: '1d20' });
  await expect(send(dice(waiting, [25]))).rejects.toThrow('bad-faces');
  expect(await give(waiting, [8])).toMatchObject({ id: waiting.id, status: 'committed' });
  expect((await persona()).block).toMatchObject({ status: 'unconscious', death_saves: { failures: 1 } });

  const second = await send(createStoryInput('I try to get up.'), 'b');
  await played(engine, sessionId, 'b', dice(second, [20]));
  expect((await persona()).block).toMatchObject({ status: 'conscious', hit_points: { current: 1 } });
  expect(await rolls()).toMatchObject([
    { source: 'PLAYER', purpose: 'Death saving throw', faces: [8] },
    { source: 'PLAYER', purpose: 'Death saving throw', faces: [20] },
  ]);
});
