import { oncePer } from '#engine/kit/once-per.ts';
import { Scene } from './entities/scene.ts';
import { Session } from './entities/session.ts';
import { Turn } from './entities/turn.ts';
import { TurnRecording } from './entities/turn-recording.ts';
import { type EventRow, insertEvents, type NewEventRow, raisedBy } from './event-rows.ts';
import { haveDiceFallen } from './fallen-dice.ts';
import { type HistoryRecord, insertHistory } from './history-rows.ts';
import { insertJobs, type NewJob } from './jobs.ts';
import { pressed, pressedBytes } from './json-codec.ts';
import type { Lease } from './leases.ts';
import type { PressedSnapshot, PressedSnapshots } from './pressed-snapshots.ts';
import type { Database } from './rows/database.ts';
import { insertTurnRows, mustName, type TurnRows } from './turn-rows.ts';
import type { DmAnswer, SuspendedAt, Suspension, TurnFailure, TurnStatus } from './turns.ts';
import { worldDayOf } from './world-day.ts';

/** What every ending leaves behind. */
type Ending = {
  /** JSON in UTF-8. */
  readonly recording: { readonly id: string; readonly content: Buffer };
  readonly events: readonly NewEventRow[];
  readonly at: Date;
};

/** Everything a turn leaves behind when it succeeds. */
export type Commit = Ending & {
  readonly scene: {
    readonly id: string;
    readonly snapshot: unknown;
    readonly narration: string;
    /** The checks the narration did not pass; none unless said. */
    readonly flags?: readonly string[];
    /** Where in the stream the dice of the next turn stand; behind the scene's own index unless said. */
    readonly diceIndex?: number;
  };
  /** What was known of the scene's lore; null when nothing was looked up. */
  readonly sceneLore: object | null;
  readonly rows: TurnRows;
  /** What the game master alone is told of it; absent where there is nothing of the kind. */
  readonly report?: string;
  /** What is to be done about it afterwards. */
  readonly jobs: readonly NewJob[];
  /** What is to be indexed. */
  readonly history: readonly HistoryRecord[];
};

/** Everything a turn leaves behind when it fails: never a scene. */
export type Failing = Ending & { readonly failure: TurnFailure };
export type Answering = Ending & { readonly answer: DmAnswer };
export type Suspending = Ending & { readonly suspension: Suspension };
export type Cancelling = Ending;

/**
 * The last page of a turn: one short transaction, guarded by the lease and, for a commit, by the session's current
 * scene. All give the events as written, to be announced afterwards, or null when the lease or the scene had moved
 * on; then nothing was written at all.
 */
export type TurnEndingStore = {
  /** Presses the lore of a scene that may come to be, while there is time: a commit with the very same finds it done. */
  readonly expectLore: (sceneLore: object) => void;
  readonly commit: (lease: Lease, commit: Commit) => Promise<readonly EventRow[] | null>;
  /** When dice it waited for have fallen, the story goes on waiting for it. */
  readonly fail: (lease: Lease, failing: Failing) => Promise<readonly EventRow[] | null>;
  /** Out of character: something was said, nothing happened. */
  readonly answer: (lease: Lease, answering: Answering) => Promise<readonly EventRow[] | null>;
  /** The turn waits for the player and lets go of the session. */
  readonly suspend: (lease: Lease, suspending: Suspending) => Promise<readonly EventRow[] | null>;
  /** A turn that another server called off is over already; its recording is kept all the same. */
  readonly cancel: (lease: Lease, cancelling: Cancelling) => Promise<readonly EventRow[] | null>;
  /** Keeps the recording of an attempt whose session has passed to another, and nothing else of it. One that has a recording keeps it. */
  readonly keep: (lease: Lease, keeping: Pick<Ending, 'recording' | 'at'>) => Promise<void>;
};

type TurnChange = {
  readonly status: TurnStatus;
  readonly sceneId?: string;
  readonly failure?: TurnFailure;
  readonly answer?: DmAnswer;
  readonly suspension?: SuspendedAt | null;
};

const AWAITING = { clarification: 'awaiting-clarification', roll: 'awaiting-roll' } as const;

export function turnEndingStore(database: Database, snapshots: PressedSnapshots): TurnEndingStore {
  /** Every ending but a commit: the story stands where it stood. */
  const end = (lease: Lease, packed: PackedEnding, change: TurnChange, moved: SessionChange = {}) =>
    database.transactional(async (tx) => {
      const last = await closeLease(tx, heldBy(lease), moved, packed.events.length);
      return last === null ? null : finish(tx, lease, packed, change, last);
    });
  const pressedLore = oncePer((lore: object) => pressed(lore));
  return {
    expectLore: (sceneLore) => {
      // Whoever commits with it hears of what could not be pressed.
      pressedLore(sceneLore).catch(() => {});
    },
    commit: async (lease, commit) => {
      const lore = commit.sceneLore === null ? null : pressedLore(commit.sceneLore);
      const packed = await packedCommit(lease, commit, snapshots, lore);
      return database.transactional((tx) => commitTurn(tx, lease, packed));
    },
    fail: async (lease, { failure, ...ending }) => {
      const moved = haveDiceFallen({ ...lease.turn, failure }) ? { waitingTurnId: lease.turn.id } : {};
      return end(lease, await packedEnding(ending), { status: 'failed', failure }, moved);
    },
    answer: async (lease, { answer, ...ending }) =>
      end(lease, await packedEnding(ending), { status: 'answered', answer }),
    cancel: async (lease, ending) => {
      const packed = await packedEnding(ending);
      const written = await end(lease, packed, { status: 'cancelled' });
      if (written === null) await keepRecording(database, lease, packed);
      return written;
    },
    keep: async (lease, kept) => keepRecording(database, lease, await packedEnding(kept)),
    suspend: async (lease, { suspension, ...ending }) => {
      const suspended = { ...suspension, sceneId: lease.turn.baseSceneId };
      const change = { status: AWAITING[suspension.kind], suspension: suspended };
      return end(lease, await packedEnding(ending), change, { waitingTurnId: lease.turn.id });
    },
  };
}

type PackedEnding = Omit<Ending, 'recording'> & {
  readonly recording: { readonly id: string; readonly pressed: Buffer };
};
type PackedCommit = Omit<Commit, keyof Ending | 'scene' | 'sceneLore'> &
  PackedEnding & {
    readonly scene: Omit<Commit['scene'], 'snapshot'> &
      PressedSnapshot & { readonly worldDay: number | null };
    readonly sceneLore: Buffer | null;
  };

/** Everything large is pressed before the transaction begins, so that it stays short. */
async function packedEnding<Given extends Pick<Ending, 'recording'>>(ending: Given) {
  const { id, content } = ending.recording;
  return { ...ending, recording: { id, pressed: await pressedBytes(content) } };
}

async function packedCommit(
  { turn }: Lease,
  commit: Commit,
  snapshots: PressedSnapshots,
  lore: Promise<Buffer> | null,
): Promise<PackedCommit> {
  const { scene } = commit;
  const [packed, snapshot, sceneLore] = await Promise.all([
    packedEnding(commit),
    snapshots.press(turn.baseSceneId, scene),
    lore,
  ]);
  return { ...packed, scene: { ...scene, ...snapshot, worldDay: worldDayOf(scene.snapshot) }, sceneLore };
}

async function commitTurn(
  tx: Database,
  lease: Lease,
  { scene, sceneLore, rows, jobs, history, report, ...ending }: PackedCommit,
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
  const change = { status: 'committed', sceneId: scene.id, suspension: null, ...answer } as const;
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
async function keepRecording(database: Database, { turn }: Lease, ending: PackedRecording): Promise<void> {
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
