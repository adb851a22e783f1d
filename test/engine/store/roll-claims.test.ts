import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createStoryInput, type Suspension, type TurnInput, toWaitId } from '#engine/domain/turn.ts';
import type { Lease } from '#engine/store/leases.ts';
import { cancellation, claim, commitOf, NOON, someCampaign, win } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const ROLL: Suspension = { kind: 'roll', purpose: 'Attack', expression: '1d20+5', rows: [], kept: {} };
const FIRST = createStoryInput('I strike twice.');
const ending = () => ({ recording: { id: randomUUID(), content: Buffer.from('{}') }, events: [], at: NOON });

const given = (faces: readonly number[] | null, rollId?: string): TurnInput => ({
  kind: 'roll',
  personaId: null,
  faces,
  ...(rollId === undefined ? {} : { rollId }),
});

describeOnBothStores('a roll that says which it is', (store) => {
  const send = (sessionId: string, input: TurnInput) => claim(store(), sessionId, { actionId: 'a', input });
  const suspend = (lease: Lease) => store().endings.suspend(lease, { ...ending(), suspension: ROLL });

  /** A turn that waits for its second roll; the first was a 12. */
  const atSecondRoll = async () => {
    const { sessionId } = await someCampaign(store());
    const begun = await win(store(), sessionId, { actionId: 'a', input: FIRST });
    await suspend(begun);
    const first = toWaitId(begun.turn);
    const resumed = await win(store(), sessionId, { actionId: 'a', input: given([12], first) });
    await suspend(resumed);
    return { sessionId, first, second: toWaitId(resumed.turn), resumed };
  };

  it('is not taken for the next one when it is delivered twice', async () => {
    const { sessionId, first, second } = await atSecondRoll();
    expect(second).not.toBe(first);
    expect(await send(sessionId, given([12], first))).toMatchObject({
      claim: 'existing',
      turn: { status: 'awaiting-roll', attempt: 2 },
    });
    expect(await send(sessionId, given([4], second))).toMatchObject({
      claim: 'won',
      lease: {
        turn: {
          answers: [
            { faces: [12], rollId: first },
            { faces: [4], rollId: second },
          ],
        },
      },
    });
  });

  it('stays the same roll once its turn is over', async () => {
    const { sessionId, first, second } = await atSecondRoll();
    const last = await win(store(), sessionId, { actionId: 'a', input: given(null, second) });
    await store().endings.commit(last, commitOf(last));
    for (const again of [given([12], first), given(null, second), given([12]), given(null)]) {
      expect(await send(sessionId, again)).toMatchObject({
        claim: 'existing',
        turn: { status: 'committed' },
      });
    }
  });

  it.each([
    ['other faces for a roll that was given', (ids: { first: string }) => given([13], ids.first)],
    ['a roll nobody asked for', () => given([12], 'nobody:1')],
  ])('is refused when it is %s, and the turn still waits', async (_what, roll) => {
    const { sessionId, first, resumed } = await atSecondRoll();
    expect(await send(sessionId, roll({ first }))).toMatchObject({
      claim: 'prompt-not-awaited',
      turn: { status: 'awaiting-roll' },
    });
    expect(await store().turns.find(resumed.turn.id)).toMatchObject({ status: 'awaiting-roll', attempt: 2 });
  });

  it('begins nothing under a new action', async () => {
    const { sessionId } = await someCampaign(store());
    expect(await send(sessionId, given([12], 'nobody:1'))).toEqual({
      claim: 'nothing-awaited',
      answer: 'roll',
    });
  });

  it('counts for whichever is awaited when it does not say, and is known by its place from then on', async () => {
    const { sessionId, second } = await atSecondRoll();
    const last = await win(store(), sessionId, { actionId: 'a', input: given([3]) });
    expect(last.turn.answers.at(-1)).toMatchObject({ faces: [3], rollId: second });
  });

  it('does not answer the turn that was begun anew after it was called off', async () => {
    const { sessionId, first, resumed } = await atSecondRoll();
    await store().leases.callOff(resumed.turn.id, NOON, cancellation);
    const anew = await win(store(), sessionId, { actionId: 'a', input: FIRST });
    await suspend(anew);
    expect(await send(sessionId, given([12], first))).toMatchObject({ claim: 'prompt-not-awaited' });
  });

  it('may be given once more when its faces were refused', async () => {
    const { sessionId, second } = await atSecondRoll();
    const wrong = await win(store(), sessionId, { actionId: 'a', input: given([21], second) });
    const failure = { code: 'ROLL_REFUSED', message: 'a d20 shows 1 to 20', retryable: false };
    await store().endings.fail(wrong, { ...ending(), failure });
    expect(await send(sessionId, given([12], 'nobody:1'))).toMatchObject({ claim: 'prompt-not-awaited' });
    const right = await win(store(), sessionId, { actionId: 'a', input: given([20], second) });
    expect(right.turn.answers).toMatchObject([{ faces: [12] }, { faces: [20], rollId: second }]);
  });
});
