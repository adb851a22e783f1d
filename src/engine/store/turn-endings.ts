import type { Lineage, ScenePosition } from '#engine/domain/lineage.ts';
import {
  type DmAnswer,
  hasBindingRoll,
  type Suspension,
  type SuspensionRecord,
  type TurnFailure,
  type TurnInput,
  type TurnStatus,
} from '#engine/domain/turn.ts';
import { compressBytes, compressJsonAsync } from './database/compressed-json.ts';
import type { Database } from './database/database.ts';
import { Campaign } from './entities/campaign.ts';
import { Scene } from './entities/scene.ts';
import { Session } from './entities/session.ts';
import { Turn, TurnRecording } from './entities/turn.ts';
import { type EventRow, incrementSequence, insertEvents, type NewEventRow } from './event-rows.ts';
import { insertJobs, type NewJob } from './jobs.ts';
import type { Lease } from './leases.ts';
import { insertMemories, type MemoryRecord } from './memories.ts';
import { insertRolls, type NewRoll } from './rolls.ts';
import { insertActions, type NewAction } from './scene-rows/actions.ts';
import { type ChronicleRecord, insertChronicleEntries } from './scene-rows/chronicle.ts';
import { type HistoryRecord, insertHistory } from './scene-rows/history-log.ts';
import { insertRelations, type NewRelation } from './scene-rows/relations.ts';
import type { CommittedScene } from './scene-rows/scene-rows.ts';
import { readWorldDay } from './scenes.ts';
import type { CompressedSnapshot, SnapshotCompressor } from './snapshots/compressed-snapshots.ts';

/** Rows a turn adds beside its scene. They name the scene and are never changed. */
export type NewSceneRows = {
  readonly memories: readonly MemoryRecord[];
  readonly chronicle: readonly ChronicleRecord[];
  readonly rolls: readonly NewRoll[];
  readonly actions: readonly NewAction[];
  readonly relations: readonly NewRelation[];
};

async function insertSceneRows(
  tx: Database,
  scene: CommittedScene,
  lineage: Lineage,
  { memories, chronicle, rolls, actions, relations }: NewSceneRows,
  at: Date,
): Promise<void> {
  await insertMemories(tx, memories, at, lineage);
  await insertChronicleEntries(tx, chronicle, at);
  await insertRolls(tx, scene, rolls, at);
  await insertActions(tx, scene, actions, at);
  await insertRelations(tx, scene, relations, at);
}

/** Rejects rows under another scene: branches that never played this turn would see them. */
function assertSceneRows(
  { sessionId, index }: CommittedScene,
  rows: readonly { readonly scene: ScenePosition }[],
): void {
  const astray = rows.find(({ scene }) => scene.sessionId !== sessionId || scene.index !== index)?.scene;
  if (astray === undefined) return;
  throw new Error(
    `a row of scene ${index} of ${sessionId} names scene ${astray.index} of ${astray.sessionId} instead`,
  );
}

/** Fields of every turn ending. */
type TurnEnding = {
  /** JSON in UTF-8. */
  readonly recording: { readonly id: string; readonly content: Buffer };
  readonly events: readonly NewEventRow[];
  readonly at: Date;
};

/** Everything a turn leaves behind when it succeeds. */
export type TurnCommit = TurnEnding & {
  readonly scene: {
    readonly id: string;
    readonly snapshot: unknown;
    readonly narration: string;
    /** Checks the narration did not pass. Default: none. */
    readonly flags?: readonly string[];
    /** Personas who perceived the turn. Default: the whole table. */
    readonly audience?: readonly string[] | null;
    /** Position of the next turn's dice in the stream. Default: behind the scene's own index. */
    readonly diceIndex?: number;
  };
  /** Known lore of the scene; null when none was looked up. */
  readonly sceneLore: object | null;
  readonly rows: NewSceneRows;
  /** The input with the mode it was read as, when the Reading changed it. */
  readonly input?: TurnInput;
  /** Report for the game master alone; absent when there is none. */
  readonly report?: string;
  /** Jobs to do afterwards. */
  readonly jobs: readonly NewJob[];
  /** History entries to index. */
  readonly history: readonly HistoryRecord[];
};

/** Everything a turn leaves behind when it fails: never a scene. */
type FailedEnding = TurnEnding & { readonly failure: TurnFailure };
type AnsweredEnding = TurnEnding & { readonly answer: DmAnswer };
type SuspendedEnding = TurnEnding & { readonly suspension: Suspension };
type CancelledEnding = TurnEnding;

type CompressedEnding = Omit<TurnEnding, 'recording'> & {
  readonly recording: { readonly id: string; readonly pressed: Buffer };
};
type CompressedCommit = Omit<TurnCommit, keyof TurnEnding | 'scene' | 'sceneLore'> &
  CompressedEnding & {
    readonly scene: Omit<TurnCommit['scene'], 'snapshot'> &
      CompressedSnapshot & { readonly worldDay: number | null };
    readonly sceneLore: Buffer | null;
  };

/** Compresses everything large before the transaction begins, so that it stays short. */
async function compressEnding<Given extends Pick<TurnEnding, 'recording'>>(ending: Given) {
  const { id, content } = ending.recording;
  return { ...ending, recording: { id, pressed: await compressBytes(content) } };
}

async function compressCommit(
  { turn }: Lease,
  commit: TurnCommit,
  snapshots: SnapshotCompressor,
): Promise<CompressedCommit> {
  const { scene, sceneLore: lore } = commit;
  const [packed, snapshot, sceneLore] = await Promise.all([
    compressEnding(commit),
    snapshots.press(turn.baseSceneId, scene),
    lore === null ? null : compressJsonAsync(lore),
  ]);
  return { ...packed, scene: { ...scene, ...snapshot, worldDay: readWorldDay(scene.snapshot) }, sceneLore };
}

type TurnChange = {
  readonly status: TurnStatus;
  readonly sceneId?: string;
  readonly failure?: TurnFailure;
  readonly answer?: DmAnswer;
  readonly suspension?: SuspensionRecord | null;
};

/** Ends a turn in every way but a commit: the story does not move. */
async function endTurn(
  tx: Database,
  lease: Lease,
  packed: CompressedEnding,
  change: TurnChange,
  moved: Pick<SessionChange, 'waitingTurnId'>,
): Promise<readonly EventRow[] | null> {
  const last = await closeLease(tx, heldBy(lease), moved, packed.events.length);
  return last === null ? null : finish(tx, lease, packed, change, last);
}

async function commitTurn(
  tx: Database,
  lease: Lease,
  { scene, sceneLore, rows, jobs, history, report, input, ...ending }: CompressedCommit,
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
    audience: scene.audience ?? null,
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
  assertSceneRows(made, [...rows.memories, ...rows.chronicle, ...history]);
  await insertSceneRows(tx, made, lease.session.lineage, rows, at);
  await insertHistory(tx, history, at);
  await insertJobs(tx, made, jobs, at);
  await tx.update(Campaign, { id: lease.session.campaignId }, { lastPlayedAt: at });
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
    eventSequence: incrementSequence(eventCount),
  };
  const last = await tx.updateAndRead(Session, guard, change, 'eventSequence');
  return last === null ? null : last - eventCount;
}

type PackedRecording = Pick<CompressedEnding, 'recording' | 'at'>;

/** Keeps the recording of an attempt that can write nothing else: its turn may have ended or be retried. */
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
  ending: CompressedEnding,
  change: TurnChange,
  lastSequence: number,
): Promise<readonly EventRow[]> {
  const { events, at } = ending;
  const isWaiting = change.status === 'awaiting-roll' || change.status === 'awaiting-clarification';
  await tx.update(Turn, { id: turn.id }, { ...change, finishedAt: isWaiting ? null : at });
  await insertRecording(tx, turn, ending);
  return insertEvents(tx, id, lastSequence, events);
}

/**
 * The last page of a turn: one short transaction, guarded by the lease and, for a commit, by the session's current
 * scene. All give the events as written, to be announced afterwards, or null when the lease or the scene had moved
 * on; then nothing was written at all.
 */
export type TurnEndingStore = {
  readonly commit: (lease: Lease, commit: TurnCommit) => Promise<readonly EventRow[] | null>;
  /** Fails the turn. When dice it waited for have fallen, the story continues to wait for it. */
  readonly fail: (lease: Lease, failing: FailedEnding) => Promise<readonly EventRow[] | null>;
  /** Ends a turn with an answer out of character; the story does not change. */
  readonly answer: (lease: Lease, answering: AnsweredEnding) => Promise<readonly EventRow[] | null>;
  /** Suspends the turn until the player answers, and releases the session. */
  readonly suspend: (lease: Lease, suspending: SuspendedEnding) => Promise<readonly EventRow[] | null>;
  /** Cancels the turn. A turn cancelled by another server is over already; its recording is kept all the same. */
  readonly cancel: (lease: Lease, cancelling: CancelledEnding) => Promise<readonly EventRow[] | null>;
  /** Keeps the recording of an attempt whose session has passed to another, and nothing else of it. One that has a recording keeps it. */
  readonly keep: (lease: Lease, keeping: Pick<TurnEnding, 'recording' | 'at'>) => Promise<void>;
};

const AWAITING = { clarification: 'awaiting-clarification', roll: 'awaiting-roll' } as const;

export function createTurnEndingStore(database: Database, snapshots: SnapshotCompressor): TurnEndingStore {
  const end = (lease: Lease, packed: CompressedEnding, change: TurnChange, moved = {}) =>
    database.transactional((tx) => endTurn(tx, lease, packed, change, moved));
  return {
    commit: async (lease, commit) => {
      const packed = await compressCommit(lease, commit, snapshots);
      return database.transactional((tx) => commitTurn(tx, lease, packed));
    },
    fail: async (lease, { failure, ...ending }) => {
      const moved = hasBindingRoll({ ...lease.turn, failure }) ? { waitingTurnId: lease.turn.id } : {};
      return end(lease, await compressEnding(ending), { status: 'failed', failure }, moved);
    },
    answer: async (lease, { answer, ...ending }) =>
      end(lease, await compressEnding(ending), { status: 'answered', answer }),
    cancel: async (lease, ending) => {
      const packed = await compressEnding(ending);
      const written = await end(lease, packed, { status: 'cancelled' });
      if (written === null) await keepRecording(database, lease, packed);
      return written;
    },
    keep: async (lease, kept) => keepRecording(database, lease, await compressEnding(kept)),
    suspend: async (lease, { suspension, ...ending }) => {
      const suspended = { ...suspension, sceneId: lease.turn.baseSceneId };
      const change = { status: AWAITING[suspension.kind], suspension: suspended };
      return end(lease, await compressEnding(ending), change, { waitingTurnId: lease.turn.id });
    },
  };
}
