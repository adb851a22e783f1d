import { randomBytes, randomUUID } from 'node:crypto';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { drawSeed } from '#engine/rules/verifiable-rolls.ts';
import type { Abandonment, Cancellation, Lease } from '#engine/store/leases.ts';
import type { Store } from '#engine/store/store.ts';
import type { NewSceneRows, TurnCommit } from '#engine/store/turn-endings.ts';

/** The day all of this happens. */
export const NOON = new Date('2026-11-16T12:00:00.000Z');

/** How files come in whose snapshots are no matter, with dice of their own. */
export const ARRIVAL = {
  now: NOON,
  newDice: () => drawSeed(randomBytes),
  readSnapshot: (saved: unknown) => saved,
};

export const later = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1000);

/** A campaign with one session that stands at scene 0; gives the session's id and the scene's. */
export async function someCampaign(
  store: Store,
): Promise<{ sessionId: string; sceneId: string; campaignId: string }> {
  const [campaignId, sessionId, sceneId] = [randomUUID(), randomUUID(), randomUUID()];
  await store.campaigns.start({
    campaign: {
      id: campaignId,
      name: 'A quiet night',
      entryPointId: 'quay:first_night',
      packs: [{ id: 'quay', version: '1.0.0', hash: 'abc' }],
      promptPins: {},
      createdAt: NOON,
    },
    session: {
      id: sessionId,
      smallModel: 'offline',
      largeModel: 'offline',
      seed: `seed of ${sessionId}`,
      seedCommitment: 'hash',
    },
    scene: { id: sceneId, snapshot: { place: 'pier' }, narration: '' },
  });
  return { campaignId, sessionId, sceneId };
}

export const abandonment: Abandonment = ({ id, attempt }) => {
  const failure = { code: 'SERVER_LOST', message: 'gone', retryable: true };
  return { failure, event: toTurnEventRow(id, { type: 'turn-failed', attempt, ...failure }, NOON) };
};

/** What is told of a turn that waited. */
export const cancellation: Cancellation = ({ id, attempt }) => ({
  turnId: id,
  audience: 'player',
  type: 'turn-cancelled',
  payload: { attempt },
  createdAt: NOON,
});

type Wish = {
  readonly input?: TurnInput;
  readonly actionId?: string;
  readonly text?: string;
  readonly now?: Date;
  readonly forSeconds?: number;
};

/** Asks for the session; an action of its own unless one is named. */
export function claim(store: Store, sessionId: string, wish: Wish = {}) {
  const now = wish.now ?? NOON;
  return store.leases.claim(
    {
      sessionId,
      actionId: wish.actionId ?? randomUUID(),
      input: wish.input ?? createStoryInput(wish.text ?? 'I listen.'),
      turnId: randomUUID(),
      now,
      expiresAt: new Date(now.getTime() + (wish.forSeconds ?? 60) * 1000),
    },
    abandonment,
    cancellation,
  );
}

/** Asks for the session and expects to get it. */
export async function win(store: Store, sessionId: string, wish: Wish = {}): Promise<Lease> {
  const claimed = await claim(store, sessionId, wish);
  if (claimed.claim !== 'won') throw new Error(`expected the session, got ${claimed.claim}`);
  return claimed.lease;
}

/** Rows of a turn that adds none. */
export const NO_SCENE_ROWS: NewSceneRows = {
  memories: [],
  chronicle: [],
  rolls: [],
  actions: [],
  relations: [],
};

/** The least a turn can commit: a scene with this snapshot. */
export function commitOf(lease: Lease, snapshot: unknown = { place: 'mole' }): TurnCommit {
  const sceneId = randomUUID();
  const body = {
    type: 'turn-committed',
    attempt: lease.turn.attempt,
    sceneId,
    sceneIndex: lease.session.sceneIndex + 1,
  };
  return {
    scene: { id: sceneId, snapshot, narration: 'The fog answers.' },
    sceneLore: null,
    rows: NO_SCENE_ROWS,
    jobs: [],
    history: [],
    recording: { id: randomUUID(), content: Buffer.from('{"calls":[]}') },
    events: [toTurnEventRow(lease.turn.id, body as Parameters<typeof toTurnEventRow>[1], NOON)],
    at: NOON,
  };
}
