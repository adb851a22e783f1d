import type { SqlEntityManager } from '@mikro-orm/sql';
import { Scene } from './entities/scene.ts';
import { Session } from './entities/session.ts';
import { Turn } from './entities/turn.ts';
import { TurnRecording } from './entities/turn-recording.ts';
import { type EventRow, insertEvents, type NewEventRow, raisedBy } from './event-rows.ts';
import { encodeJson } from './json-codec.ts';
import type { Lease } from './leases.ts';
import type { TurnFailure } from './turns.ts';

/** Everything a turn leaves behind when it succeeds. */
export type Commit = {
  readonly scene: { readonly id: string; readonly snapshot: unknown; readonly narration: string };
  readonly recording: { readonly id: string; readonly content: unknown };
  readonly events: readonly NewEventRow[];
  readonly at: Date;
};

/** Everything a turn leaves behind when it fails: never a scene. */
export type Failing = {
  readonly failure: TurnFailure;
  readonly recording: { readonly id: string; readonly content: unknown };
  readonly events: readonly NewEventRow[];
  readonly at: Date;
};

/**
 * The last page of a turn: one short transaction, guarded by the lease and by the session's current scene.
 * Both give the events as written, to be announced afterwards, or null when the lease or the scene had moved
 * on; then nothing was written at all.
 */
export type TurnEndingStore = {
  readonly commit: (lease: Lease, commit: Commit) => Promise<readonly EventRow[] | null>;
  readonly fail: (lease: Lease, failing: Failing) => Promise<readonly EventRow[] | null>;
};

export function turnEndingStore(em: () => SqlEntityManager): TurnEndingStore {
  return {
    commit: (lease, { scene, recording, events, at }) =>
      em().transactional(async (tx) => {
        const index = lease.session.sceneIndex + 1;
        const guard = { ...heldBy(lease), currentSceneId: lease.turn.baseSceneId };
        const moved = { currentSceneId: scene.id, sceneIndex: index };
        if (!(await closeLease(tx, guard, moved, events.length))) return null;

        const { snapshot, ...columns } = scene;
        await tx.insert(Scene, {
          ...columns,
          snapshot: encodeJson(snapshot),
          index,
          createdAt: at,
          session: lease.session.id,
          turnId: lease.turn.id,
        });
        const ending = { status: 'committed', sceneId: scene.id, finishedAt: at } as const;
        await tx.nativeUpdate(Turn, { id: lease.turn.id }, ending);
        await insertRecording(tx, lease, recording, at);
        return insertNumbered(tx, lease, events);
      }),

    fail: (lease, { failure, recording, events, at }) =>
      em().transactional(async (tx) => {
        if (!(await closeLease(tx, heldBy(lease), {}, events.length))) return null;
        await tx.nativeUpdate(Turn, { id: lease.turn.id }, { status: 'failed', failure, finishedAt: at });
        await insertRecording(tx, lease, recording, at);
        return insertNumbered(tx, lease, events);
      }),
  };
}

function heldBy({ session, turn, fence }: Lease) {
  return { id: session.id, leaseTurnId: turn.id, leaseFence: fence };
}

async function closeLease(
  tx: SqlEntityManager,
  guard: ReturnType<typeof heldBy> & { readonly currentSceneId?: string },
  moved: { readonly currentSceneId?: string; readonly sceneIndex?: number },
  eventCount: number,
): Promise<boolean> {
  const changed = await tx.nativeUpdate(Session, guard, {
    ...moved,
    leaseTurnId: null,
    leaseExpiresAt: null,
    eventSequence: raisedBy(eventCount),
  });
  return changed === 1;
}

async function insertNumbered(
  tx: SqlEntityManager,
  lease: Lease,
  events: readonly NewEventRow[],
): Promise<readonly EventRow[]> {
  const { id } = lease.session;
  const session = await tx.findOneOrFail(Session, { id }, { fields: ['eventSequence'] });
  return insertEvents(tx, id, session.eventSequence - events.length, events);
}

async function insertRecording(
  tx: SqlEntityManager,
  lease: Lease,
  recording: Commit['recording'],
  at: Date,
): Promise<void> {
  await tx.insert(TurnRecording, {
    id: recording.id,
    turn: lease.turn.id,
    attempt: lease.turn.attempt,
    content: encodeJson(recording.content),
    createdAt: at,
  });
}
