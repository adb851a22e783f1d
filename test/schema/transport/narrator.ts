import { randomUUID } from 'node:crypto';
import { createStoryInput } from '#engine/domain/turn.ts';
import { type TurnEventBody, toTurnEventRow } from '#engine/live/turn-event.ts';
import type { Audience } from '#engine/store/event-rows.ts';
import type { openEngine } from '../../support/engine.ts';

type Engine = Pick<Awaited<ReturnType<typeof openEngine>>, 'store' | 'events'>;

export const rawId = (globalId: string): string =>
  Buffer.from(globalId, 'base64').toString('utf8').replace('Session:', '');

/** Holds a session as a turn does and tells what a test wants told. */
export async function narrator({ store, events }: Engine, globalSessionId: string) {
  const sessionId = rawId(globalSessionId);
  const now = new Date();
  const claim = await store.leases.claim(
    {
      sessionId,
      actionId: randomUUID(),
      input: createStoryInput('x'),
      turnId: randomUUID(),
      now,
      expiresAt: new Date(now.getTime() + 600_000),
    },
    () => {
      throw new Error('nobody is abandoned here');
    },
    () => {
      throw new Error('nobody waits here');
    },
  );
  if (claim.claim !== 'won') throw new Error(claim.claim);
  const { turn, fence } = claim.lease;
  const write = async (bodies: readonly TurnEventBody[], audience: Audience = 'player'): Promise<void> => {
    const rows = bodies.map((body) => ({ ...toTurnEventRow(turn.id, body, now), audience }));
    events.announce((await store.events.append(sessionId, fence, rows)) ?? []);
  };
  return {
    write,
    /** Tells pieces of narration, each on its own. */
    say: async (texts: readonly string[], audience: Audience = 'player'): Promise<void> => {
      for (const text of texts) await write([{ type: 'narration-delta', attempt: 1, text }], audience);
    },
  };
}
