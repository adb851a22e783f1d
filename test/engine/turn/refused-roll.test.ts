import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { askingQuay } from '../../support/asking-packs.ts';
import { openEngine } from '../../support/engine.ts';
import { beginAtQuay, playAtQuay } from '../../support/quay.ts';
import { played } from '../../support/waiting-table.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  const resolution = 'resolution: { kind: banded, stats: [nerve, wits] }';
  engine = await openEngine({ writePacks: askingQuay('full', resolution) });
});
afterAll(() => engine.close());

const RISK = createStoryInput('I force the drawer open before anybody sees me.');
const roll = (faces: readonly number[] | null): TurnInput => ({ kind: 'roll', personaId: null, faces });

it('begins no turn with a roll that nobody asked for, and asks no model', async () => {
  const sessionId = await beginAtQuay(engine);
  const asked = engine.asked.length;
  const submitted = await engine.turns.submit({ sessionId, actionId: 'stray', input: roll([6, 6]) });

  expect(submitted).toEqual({ claim: 'nothing-awaited', answer: 'roll' });
  expect(await engine.store.turns.findByAction(sessionId, 'stray')).toBeNull();
  expect(engine.asked.length).toBe(asked);
});

it('begins no turn in a branch with the roll of a turn that a rewind ended', async () => {
  const sessionId = await beginAtQuay(engine);
  const { sceneId } = await playAtQuay(engine, sessionId, 'a', 'I wait.');
  await playAtQuay(engine, sessionId, 'b', 'I wait a little more.');
  expect(await played(engine, sessionId, 'r', RISK)).toMatchObject({ status: 'awaiting-roll' });
  const branch = await engine.branches.rewindSession(sessionId, sceneId ?? '');
  if (isRejection(branch)) throw new Error(branch.reason);

  expect(
    await engine.turns.submit({ sessionId: branch.id, actionId: 'r', input: roll([6, 6]) }),
  ).toMatchObject({ claim: 'nothing-awaited' });
});

it('takes a roll that does not say which it is under the action that waits for it', async () => {
  const sessionId = await beginAtQuay(engine);
  await played(engine, sessionId, 'r', RISK);
  expect(await played(engine, sessionId, 'r', roll([6, 6]))).toMatchObject({ status: 'committed' });
  expect(await engine.turns.submit({ sessionId, actionId: 'r', input: roll([6, 6]) })).toMatchObject({
    submission: 'existing',
  });
});
