import { Scene } from '../entities/scene.ts';
import { Session } from '../entities/session.ts';
import { Turn } from '../entities/turn.ts';
import { TurnRecording } from '../entities/turn-recording.ts';
import { type EventRow, insertEvents, raisedBy } from '../event-rows.ts';
import { insertHistory } from '../history-rows.ts';
import { insertJobs } from '../jobs.ts';
import type { Lease } from '../leases.ts';
import type { Database } from '../rows/database.ts';
import { insertTurnRows, mustName } from '../turn-rows.ts';
import type { DmAnswer, SuspendedAt, TurnFailure, TurnStatus } from '../turns.ts';
import type { PackedCommit, PackedEnding } from './packed.ts';

export type TurnChange = {
  readonly status: TurnStatus;
  readonly sceneId?: string;
  readonly failure?: TurnFailure;
  readonly answer?: DmAnswer;
  readonly suspension?: SuspendedAt | null;
};

/** Every ending but a commit: the story stands where it stood. */
export async function endTurn(
  tx: Database,
  lease: Lease,
  packed: PackedEnding,
  change: TurnChange,
  moved: Pick<SessionChange, 'waitingTurnId'>,
): Promise<readonly EventRow[] | null> {
  const last = await closeLease(tx, heldBy(lease), moved, packed.events.length);
  return last === null ? null : finish(tx, lease, packed, change, last);
}

export async function commitTurn(
  tx: Database,
  lease: Lease,
  { scene, sceneLore, rows, jobs, history, report, input, ...ending }: PackedCommit,
): Promise<readonly EventRow[] | null> {
  const made = { id: scene.id, sessionId: lease.session.id, index: lease.session.sceneIndex + 1 };
  const guard = { ...heldBy(lease), currentSceneId: lease.turn.baseSceneId };
  const diceIndex = scene.diceIndex ?? made.index + 1;
  const moved = { currentSceneId: scene.id, sceneIndex: made.index, diceIndex };
  const last = await closeLease(tx, guard, moved, ending.events.length);
  if (last === null) return null;

  const { at } = ending;
  await tx.insert(Scene, {
    id: scene.id,
    narration: scene.narration,
    flags: scene.flags ?? [],
    snapshot: scene.snapshot,
    snapshotBase: scene.snapshotBase,
    worldDay: scene.worldDay,
    diceIndex,
    lore: sceneLore,
    index: made.index,
    createdAt: at,
    session: made.sessionId,
    turnId: lease.turn.id,
  });
  mustName(made, [...rows.memories, ...rows.chronicle, ...history]);
  await insertTurnRows(tx, made, lease.session.lineage, rows, at);
  await insertHistory(tx, history, at);
  await insertJobs(tx, made, jobs, at);
  const answer = report === undefined ? {} : { answer: { text: report } };
  const read = input === undefined ? {} : { input };
  const change = { status: 'committed', sceneId: scene.id, suspension: null, ...answer, ...read } as const;
  return finish(tx, lease, ending, change, last);
}

function heldBy({ session, turn, fence }: Lease) {
  return { id: session.id, leaseTurnId: turn.id, leaseFence: fence };
}

type SessionChange = {
  readonly currentSceneId?: string;
  readonly sceneIndex?: number;
  readonly diceIndex?: number;
  readonly waitingTurnId?: string;
};

/** Gives the number of the last event before those of the ending; null when the lease or the scene had moved on. */
async function closeLease(
  tx: Database,
  guard: ReturnType<typeof heldBy> & { readonly currentSceneId?: string },
  moved: SessionChange,
  eventCount: number,
): Promise<number | null> {
  const change = {
    ...moved,
    leaseTurnId: null,
    leaseExpiresAt: null,
    eventSequence: raisedBy(eventCount),
  };
  const last = await tx.updateAndRead(Session, guard, change, 'eventSequence');
  return last === null ? null : last - eventCount;
}

type PackedRecording = Pick<PackedEnding, 'recording' | 'at'>;

/** Of an attempt that has nothing more to say: the turn may have ended, or be tried again already. */
export async function keepRecording(
  database: Database,
  { turn }: Lease,
  ending: PackedRecording,
): Promise<void> {
  await database.transactional(async (tx) => {
    const { id, attempt } = turn;
    const isThere = (await tx.count(Turn, { id })) === 1;
    const kept = await tx.count(TurnRecording, { turn: id, attempt });
    if (isThere && kept === 0) await insertRecording(tx, turn, ending);
  });
}

function insertRecording(
  tx: Database,
  { id, attempt }: Lease['turn'],
  { recording, at }: PackedRecording,
): Promise<unknown> {
  const { id: recordingId, pressed: content } = recording;
  return tx.insert(TurnRecording, { id: recordingId, turn: id, attempt, content, createdAt: at });
}

async function finish(
  tx: Database,
  { turn, session: { id } }: Lease,
  ending: PackedEnding,
  change: TurnChange,
  lastSequence: number,
): Promise<readonly EventRow[]> {
  const { events, at } = ending;
  const isWaiting = change.status === 'awaiting-roll' || change.status === 'awaiting-clarification';
  await tx.update(Turn, { id: turn.id }, { ...change, finishedAt: isWaiting ? null : at });
  await insertRecording(tx, turn, ending);
  return insertEvents(tx, id, lastSequence, events);
}
