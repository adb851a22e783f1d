import type { Lease } from '#engine/store/leases.ts';
import { runAttempt } from '../attempt-turn.ts';
import type { EngineServices, TurnLog } from '../engine-services.ts';
import { LeaseLostError } from '../turn-failure.ts';

/** The attempts that run on this server. */
export type RunningAttempts = {
  readonly start: (lease: Lease) => void;
  /** Resolves when the attempt that runs here now has ended; at once when there is none. Never rejects. */
  readonly done: (turnId: string) => Promise<void>;
  /**
   * Takes the one waiting place behind a turn whose prose is told and whose outcome is being recorded. Resolves when that
   * turn has ended. Null when the session has no such turn or the place is taken.
   */
  readonly waitForRecord: (sessionId: string) => Promise<void> | null;
  /** Tells the attempt that runs here to stop; false when there is none. */
  readonly abort: (turnId: string, reason: Error) => boolean;
  /** Gives those that run some time, then ends them. */
  readonly stop: (graceMilliseconds: number, reason: Error) => Promise<void>;
};

type Job = {
  readonly done: Promise<void>;
  readonly cancel: AbortController;
  readonly sessionId: string;
  isRecording: boolean;
  hasWaiter: boolean;
};

/** Renewal of a lease: every `beat` milliseconds it is extended to a new expiry. */
type Keeping = { readonly beat: number; readonly expiry: () => Date };

export function createRunningAttempts(
  workshop: EngineServices,
  { beat, expiry }: Keeping,
  log: TurnLog,
): RunningAttempts {
  const { store, log: elsewhere } = workshop;
  const jobs = new Map<string, Job>();
  const running = () => Promise.all([...jobs.values()].map(({ done }) => done));
  return {
    start(lease) {
      const cancel = new AbortController();
      const { id: turnId } = lease.turn;
      const renew = () => store.leases.renew(lease, expiry());
      const letGo = keepLease(lease, renew, beat, cancel, { elsewhere, log });
      const markRecording = (): void => {
        const job = jobs.get(turnId);
        if (job !== undefined) job.isRecording = true;
      };
      const done = runAttempt(lease, workshop, cancel.signal, log, markRecording)
        // There may be no caller waiting for it. The lease runs out by itself, and then the turn is marked failed.
        .catch((error: unknown) => log.error({ turnId, err: error }, 'a turn stopped without an ending'))
        .finally(() => {
          letGo();
          // Another attempt may have begun under the same turn.
          if (jobs.get(turnId)?.cancel === cancel) jobs.delete(turnId);
        });
      jobs.set(turnId, { done, cancel, sessionId: lease.session.id, isRecording: false, hasWaiter: false });
    },
    done: async (turnId) => jobs.get(turnId)?.done,
    waitForRecord(sessionId) {
      const job = [...jobs.values()].find((one) => one.sessionId === sessionId && one.isRecording);
      if (job === undefined || job.hasWaiter) return null;
      job.hasWaiter = true;
      return job.done;
    },
    abort(turnId, reason) {
      const job = jobs.get(turnId);
      job?.cancel.abort(reason);
      return job !== undefined;
    },
    async stop(graceMilliseconds, reason) {
      const grace = new Promise((resolve) => setTimeout(resolve, graceMilliseconds).unref());
      await Promise.race([running(), grace]);
      for (const { cancel } of jobs.values()) cancel.abort(reason);
      await running();
    },
  };
}

/** Pushes a lease on while its turn runs; a turn that lost it is ended. Returns how to stop. */
function keepLease(
  { turn, session }: Lease,
  renew: () => Promise<boolean>,
  everyMilliseconds: number,
  cancel: AbortController,
  {
    elsewhere,
    log,
  }: { readonly elsewhere: Pick<EngineServices['log'], 'listenElsewhere'>; readonly log: TurnLog },
): () => void {
  const keep = (): void => {
    renew().then(
      (isHeld) => {
        if (!isHeld) cancel.abort(new LeaseLostError(`turn ${turn.id} lost its session`));
      },
      (error: unknown) => log.warn({ turnId: turn.id, err: error }, 'a lease could not be renewed'),
    );
  };
  const heartbeat = setInterval(keep, everyMilliseconds);
  // Another server may have called it off: that is not waited for until the next beat.
  const unlisten = elsewhere.listenElsewhere(session.id, keep);
  return () => {
    clearInterval(heartbeat);
    unlisten();
  };
}
