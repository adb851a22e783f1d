import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { cancellation, claim, commitOf, later, NOON, someCampaign, win } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const ending = (content: unknown = {}) => ({
  recording: { id: randomUUID(), content: Buffer.from(JSON.stringify(content)) },
  events: [],
  at: NOON,
});

describeOnBothStores('A turn called off by somebody who does not run it', (store) => {
  const running = async () => {
    const { sessionId } = await someCampaign(store());
    return { sessionId, lease: await win(store(), sessionId) };
  };

  it('is over at once, and its session is free', async () => {
    const { sessionId, lease } = await running();
    const told = await store().leases.callOff(lease.turn.id, NOON, cancellation);

    expect(told).toMatchObject([{ type: 'turn-cancelled', turnId: lease.turn.id }]);
    expect(await store().turns.find(lease.turn.id)).toMatchObject({ status: 'cancelled', finishedAt: NOON });
    expect((await claim(store(), sessionId, { actionId: 'next' })).claim).toBe('won');
  });

  it('cannot be committed, told of or held on to by whoever ran it', async () => {
    const { sessionId, lease } = await running();
    await store().leases.callOff(lease.turn.id, NOON, cancellation);

    expect(await store().leases.renew(lease, later(60))).toBe(false);
    expect(await store().endings.commit(lease, commitOf(lease))).toBeNull();
    expect(await store().events.append(sessionId, lease.fence, [])).toBeNull();
    expect(await store().turns.find(lease.turn.id)).toMatchObject({ status: 'cancelled', sceneId: null });
  });

  it('keeps the recording of whoever ran it, once', async () => {
    const { lease } = await running();
    await store().leases.callOff(lease.turn.id, NOON, cancellation);

    expect(await store().endings.cancel(lease, ending({ steps: ['narrate'] }))).toBeNull();
    expect(await store().endings.cancel(lease, ending({ steps: ['again'] }))).toBeNull();
    expect(await store().turns.recording(lease.turn.id, 1)).toEqual({ steps: ['narrate'] });
  });

  it('was begun anew in the meantime: then the first attempt keeps its recording, and nothing else', async () => {
    const { sessionId, lease } = await running();
    await store().leases.callOff(lease.turn.id, NOON, cancellation);
    await win(store(), sessionId, { actionId: lease.turn.actionId, input: lease.turn.input });

    expect(await store().endings.cancel(lease, ending({ steps: ['narrate'] }))).toBeNull();
    expect(await store().turns.recording(lease.turn.id, 1)).toEqual({ steps: ['narrate'] });
  });

  it('had ended: it stays as it is', async () => {
    const { lease } = await running();
    await store().endings.commit(lease, commitOf(lease));

    expect(await store().leases.callOff(lease.turn.id, NOON, cancellation)).toBeNull();
    expect(await store().turns.find(lease.turn.id)).toMatchObject({ status: 'committed' });
    expect(await store().leases.callOff('nobody', NOON, cancellation)).toBeNull();
  });
});
