import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createStoryInput, type Suspension, type TurnInput, toWaitId } from '#engine/domain/turn.ts';
import {
  abandonment,
  cancellation,
  claim,
  commitOf,
  later,
  NOON,
  someCampaign,
  win,
} from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const ROLL: Suspension = { kind: 'roll', purpose: 'Attack', expression: '1d20+5', rows: [], kept: {} };
const FIRST = createStoryInput('I strike.');
const FAILURE = { code: 'MODEL_UNAVAILABLE', message: 'nobody tells', retryable: true };
const ending = () => ({ recording: { id: randomUUID(), content: Buffer.from('{}') }, events: [], at: NOON });
const given = (faces: readonly number[] | null, rollId?: string): TurnInput => {
  return { kind: 'roll', personaId: null, faces, ...(rollId === undefined ? {} : { rollId }) };
};

describeOnBothStores('a turn that came to nothing after its dice had fallen', (store) => {
  /** A turn that goes on with the 2 its player threw. */
  const rolled = async (forSeconds = 30) => {
    const { sessionId } = await someCampaign(store());
    const begun = await win(store(), sessionId, { actionId: 'a', input: FIRST });
    await store().endings.suspend(begun, { ...ending(), suspension: ROLL });
    const rollId = toWaitId(begun.turn);
    const lease = await win(store(), sessionId, { actionId: 'a', input: given([2], rollId), forSeconds });
    return { sessionId, lease, rollId };
  };
  const failed = async (failure = FAILURE) => {
    const table = await rolled();
    await store().endings.fail(table.lease, { ...ending(), failure });
    return table;
  };

  it('lets nothing else be done in the story, and the game master look after it', async () => {
    const { sessionId, lease } = await failed();
    const turn = { id: lease.turn.id, status: 'failed' };
    const other = { actionId: 'b', input: createStoryInput('I run instead.') };
    expect(await claim(store(), sessionId, other)).toMatchObject({ claim: 'roll-awaited', turn });
    const question = { actionId: 'c', input: createStoryInput('What now?', { mode: 'DM' }) };
    const aside = await win(store(), sessionId, question);
    await store().endings.answer(aside, { ...ending(), answer: { text: 'Try again.' } });
    expect(await claim(store(), sessionId, other)).toMatchObject({ claim: 'roll-awaited', turn });
  });

  it.each<[string, (rollId: string) => TurnInput]>([
    ['its roll', (rollId) => given([2], rollId)],
    ['its roll without a name', () => given([2])],
    ['its first words', () => FIRST],
  ])('goes on with the same dice when %s is sent again', async (_what, input) => {
    const { sessionId, lease, rollId } = await failed();
    const again = await win(store(), sessionId, { actionId: 'a', input: input(rollId) });
    expect(again.turn).toMatchObject({
      id: lease.turn.id,
      suspension: { kind: 'roll' },
      answers: [{ faces: [2], rollId }],
    });
    await store().endings.commit(again, commitOf(again));
    expect((await claim(store(), sessionId, { actionId: 'b' })).claim).toBe('won');
  });

  it('takes no better dice', async () => {
    const { sessionId, rollId } = await failed();
    const better = { actionId: 'a', input: given([20], rollId) };
    expect(await claim(store(), sessionId, better)).toMatchObject({ claim: 'prompt-not-awaited' });
  });

  it('can be called off, and then the story is free', async () => {
    const { sessionId, lease } = await failed();
    const told = await store().leases.callOff(lease.turn.id, NOON, cancellation);
    expect(told).toMatchObject([{ type: 'turn-cancelled', turnId: lease.turn.id }]);
    expect(await store().turns.find(lease.turn.id)).toMatchObject({ status: 'cancelled', failure: null });
    expect((await claim(store(), sessionId, { actionId: 'b' })).claim).toBe('won');
  });

  it('waits as well when its server is gone, swept up or not', async () => {
    const { sessionId, lease } = await rolled(1);
    const other = { actionId: 'b', now: later(60) };
    expect(await claim(store(), sessionId, other)).toMatchObject({ claim: 'roll-awaited' });
    await store().leases.sweep(later(60), later(60), abandonment);
    expect(await store().turns.find(lease.turn.id)).toMatchObject({ status: 'failed' });
    expect(await claim(store(), sessionId, other)).toMatchObject({ claim: 'roll-awaited' });
  });

  it('keeps nobody waiting when its dice were refused: none have fallen', async () => {
    const { sessionId } = await failed({ code: 'ROLL_REFUSED', message: 'no such face', retryable: false });
    expect((await claim(store(), sessionId, { actionId: 'b' })).claim).toBe('won');
  });
});
