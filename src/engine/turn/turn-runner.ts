import { eventRowFor } from '#engine/live/turn-event.ts';
import type { Abandonment, Claim, Lease } from '#engine/store/leases.ts';
import type { Sender } from '#engine/store/sender.ts';
import type { TurnInput, TurnRecord } from '#engine/store/turns.ts';
import { attemptTurn } from './attempt-turn.ts';
import { cancelledAt } from './cancelled-at.ts';
import { type RollRefusal, refusedRoll } from './refused-roll.ts';
import { withdrawAbandoned } from './retell-aloud.ts';
import { ABANDONED, LeaseLostError, ServerStoppingError, TurnCancelledError } from './turn-failure.ts';
import type { TurnLog } from './turn-log.ts';
import type { Workshop } from './turn-tools.ts';
import { type ChoiceGone, withChoice } from './written-choice.ts';

export type TurnRequest = {
  readonly sessionId: string;
  readonly actionId: string;
  readonly input: TurnInput;
  /** Who asks for it; left out, the engine itself. */
  readonly sender?: Sender;
};

/** What became of a request at once: the turn it started or already was, or why there is none. */
export type Submission =
  | { readonly submission: 'started' | 'existing'; readonly turn: TurnRecord }
  | Exclude<Claim, { readonly claim: 'won' | 'existing' }>
  | RollRefusal
  | ChoiceGone
  | { readonly claim: 'stopping' };

/**
 * Runs turns as jobs of the server: a turn goes on whoever is watching, and ends when it is done. One turn at
 * a time on a session, whichever server it runs on.
 */
export type TurnRunner = {
  /** Reserves the session and sets the turn going. Answers at once; nobody else's turn is waited for. */
  readonly submit: (request: TurnRequest) => Promise<Submission>;
  /** Resolves when the turn is no longer running, wherever it runs. */
  readonly finished: (turnId: string) => Promise<TurnRecord>;
  /**
   * Calls a turn off, whether it runs, here or on another server, or waits for the player. Gives it as it ended; one that had ended
   * stays as it is.
   */
  readonly cancel: (turnId: string) => Promise<TurnRecord | null>;
  /** Fails the turns whose server is gone, and withdraws what it was telling again. Called at the start and now and then. */
  readonly sweep: (options: { readonly atStart: boolean }) => Promise<void>;
  /** Whether it takes no more turns. */
  readonly isStopping: () => boolean;
  /** Takes no more turns, gives those that run some time to finish, then fails them. */
  readonly stop: (graceMilliseconds: number) => Promise<void>;
};

type Job = { readonly done: Promise<void>; readonly cancel: AbortController };

const POLL_MILLISECONDS = 200;
const STOPPING = new ServerStoppingError('the server is stopping');

export function turnRunner(
  workshop: Workshop,
  options: { readonly leaseSeconds: number },
  log: TurnLog,
): TurnRunner {
  const { store, clock } = workshop;
  const jobs = new Map<string, Job>();
  const leaseMilliseconds = options.leaseSeconds * 1000;
  const expiry = (): Date => new Date(clock().getTime() + leaseMilliseconds);
  let isStopping = false;

  const start = (lease: Lease): void => {
    const cancel = new AbortController();
    const renew = () => store.leases.renew(lease, expiry());
    const letGo = keepLease(lease, renew, leaseMilliseconds / 3, cancel, { elsewhere: workshop.log, log });
    const done = attemptTurn(lease, workshop, cancel.signal, log).finally(() => {
      letGo();
      // Another attempt may have begun under the same turn.
      if (jobs.get(lease.turn.id)?.cancel === cancel) jobs.delete(lease.turn.id);
    });
    jobs.set(lease.turn.id, { done, cancel });
  };

  return {
    async submit(request) {
      if (isStopping) return { claim: 'stopping' };
      const claim = await claimed(request, workshop, expiry());
      if (claim.claim === 'existing') return { submission: 'existing', turn: claim.turn };
      if (claim.claim !== 'won') return claim;
      workshop.log.announce(claim.abandoned);
      start(claim.lease);
      // Asked to stop while the claim was on its way: the turn is failed as the others are, and may be sent again.
      if (isStopping) jobs.get(claim.lease.turn.id)?.cancel.abort(STOPPING);
      return { submission: 'started', turn: claim.lease.turn };
    },

    async finished(turnId) {
      await jobs.get(turnId)?.done;
      for (;;) {
        const turn = await store.turns.find(turnId);
        if (turn === null) throw new Error(`there is no turn ${turnId}`);
        if (turn.status !== 'running') return turn;
        await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
      }
    },

    async cancel(turnId) {
      const now = clock();
      const job = jobs.get(turnId);
      if (job !== undefined) {
        job.cancel.abort(new TurnCancelledError('the turn was called off'));
        await job.done;
      } else workshop.log.announce((await store.leases.callOff(turnId, now, cancelledAt(now))) ?? []);
      return store.turns.find(turnId);
    },

    async sweep({ atStart }) {
      const now = clock();
      // Alone on the store, a turn found running at the start is nobody's; among others, only an expired one is.
      const isOrphaned = atStart && store.isExclusive;
      workshop.log.announce(await store.leases.sweep(isOrphaned ? null : now, now, abandonedAt(now)));
      await withdrawAbandoned(workshop, { isAlone: isOrphaned });
    },

    isStopping: () => isStopping,

    async stop(graceMilliseconds) {
      isStopping = true;
      await finishOrAbort(jobs, graceMilliseconds);
    },
  };
}

async function claimed(
  request: TurnRequest,
  workshop: Workshop,
  expiresAt: Date,
): Promise<Claim | RollRefusal | ChoiceGone> {
  const refused = await refusedRoll(request, workshop);
  if (refused !== null) return refused;
  const meant = await withChoice(request, workshop);
  if ('claim' in meant) return meant;
  const now = workshop.clock();
  const asked = { ...meant, turnId: workshop.newId(), now, expiresAt };
  return workshop.store.leases.claim(asked, abandonedAt(now), cancelledAt(now));
}

/** Gives those that run some time, then ends them. */
async function finishOrAbort(jobs: ReadonlyMap<string, Job>, graceMilliseconds: number): Promise<void> {
  const running = () => Promise.all([...jobs.values()].map(({ done }) => done));
  const grace = new Promise((resolve) => setTimeout(resolve, graceMilliseconds).unref());
  await Promise.race([running(), grace]);
  for (const { cancel } of jobs.values()) cancel.abort(STOPPING);
  await running();
}

/** Pushes a lease on while its turn runs; a turn that lost it is ended. Returns how to stop. */
function keepLease(
  { turn, session }: Lease,
  renew: () => Promise<boolean>,
  everyMilliseconds: number,
  cancel: AbortController,
  { elsewhere, log }: { readonly elsewhere: Pick<Workshop['log'], 'listenElsewhere'>; readonly log: TurnLog },
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

function abandonedAt(at: Date): Abandonment {
  return ({ id, attempt }) => ({
    failure: ABANDONED,
    event: eventRowFor(id, { type: 'turn-failed', attempt, ...ABANDONED }, at),
  });
}
