import { oncePer } from '#engine/kit/once-per.ts';
import { type PackedEnding, packedCommit, packedEnding } from './endings/packed.ts';
import { commitTurn, endTurn, keepRecording, type TurnChange } from './endings/written.ts';
import type { EventRow } from './event-rows.ts';
import { haveDiceFallen } from './fallen-dice.ts';
import { pressed } from './json-codec.ts';
import type { Lease } from './leases.ts';
import type { PressedSnapshots } from './pressed-snapshots.ts';
import type { Database } from './rows/database.ts';
import type { Answering, Cancelling, Commit, Ending, Failing, Suspending } from './turn-ending.ts';

export type { Answering, Cancelling, Commit, Failing, Suspending } from './turn-ending.ts';

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

const AWAITING = { clarification: 'awaiting-clarification', roll: 'awaiting-roll' } as const;

export function turnEndingStore(database: Database, snapshots: PressedSnapshots): TurnEndingStore {
  const end = (lease: Lease, packed: PackedEnding, change: TurnChange, moved = {}) =>
    database.transactional((tx) => endTurn(tx, lease, packed, change, moved));
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
