import { toTurnEventRow } from '#engine/live/turn-event.ts';
import type { Abandonment, ClaimResult } from '#engine/store/leases.ts';
import type { ActionSender } from '#engine/store/turn-permissions.ts';
import type { TurnInput, TurnRecord } from '#engine/store/turns.ts';
import { cancelledAt } from './cancelled-at.ts';
import { type RollRefusal, refusedRoll } from './refused-roll.ts';
import { withdrawAbandoned } from './retell-aloud.ts';
import { ABANDONED, ServerStoppingError, TurnCancelledError } from './turn-failure.ts';
import { turnJobs } from './turn-jobs.ts';
import type { TurnLog } from './turn-log.ts';
import type { Workshop } from './turn-tools.ts';
import { type ChoiceGone, withChoice } from './written-choice.ts';

export type TurnRequest = {
  readonly sessionId: string;
  readonly actionId: string;
  readonly input: TurnInput;
  /** Who asks for it; left out, the engine itself. */
  readonly sender?: ActionSender;
};

/** What became of a request at once: the turn it started or already was, or why there is none. */
export type Submission =
  | { readonly submission: 'started' | 'existing'; readonly turn: TurnRecord }
  | Exclude<ClaimResult, { readonly claim: 'won' | 'existing' }>
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

const POLL_MILLISECONDS = 200;
const STOPPING = new ServerStoppingError('the server is stopping');

export function turnRunner(
  workshop: Workshop,
  options: { readonly leaseSeconds: number },
  log: TurnLog,
): TurnRunner {
  const { store, clock } = workshop;
  const leaseMilliseconds = options.leaseSeconds * 1000;
  const expiry = (): Date => new Date(clock().getTime() + leaseMilliseconds);
  const jobs = turnJobs(workshop, { beat: leaseMilliseconds / 3, expiry }, log);
  let isStopping = false;

  /** Claims the session; while its turn only records what was told, one request waits for it instead of being refused. */
  const claimWhenFree = async (request: TurnRequest) => {
    const claim = await claimed(request, workshop, expiry());
    if (claim.claim !== 'busy') return claim;
    const settled = jobs.waitForRecord(request.sessionId);
    if (settled === null) return claim;
    await settled;
    return claimed(request, workshop, expiry());
  };

  return {
    async submit(request) {
      if (isStopping) return { claim: 'stopping' };
      const claim = await claimWhenFree(request);
      if (claim.claim === 'existing') return { submission: 'existing', turn: claim.turn };
      if (claim.claim !== 'won') return claim;
      workshop.log.announce(claim.abandoned);
      jobs.start(claim.lease);
      // Asked to stop while the claim was on its way: the turn is failed as the others are, and may be sent again.
      if (isStopping) jobs.abort(claim.lease.turn.id, STOPPING);
      return { submission: 'started', turn: claim.lease.turn };
    },

    async finished(turnId) {
      await jobs.done(turnId);
      for (;;) {
        const turn = await store.turns.find(turnId);
        if (turn === null) throw new Error(`there is no turn ${turnId}`);
        if (turn.status !== 'running') return turn;
        await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
      }
    },

    async cancel(turnId) {
      while (jobs.abort(turnId, new TurnCancelledError('the turn was called off'))) await jobs.done(turnId);
      // It runs elsewhere, or waits: one that was just writing that it waits could not be stopped any more.
      const now = clock();
      workshop.log.announce((await store.leases.callOff(turnId, now, cancelledAt(now))) ?? []);
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
      await jobs.stop(graceMilliseconds, STOPPING);
    },
  };
}

async function claimed(
  request: TurnRequest,
  workshop: Workshop,
  expiresAt: Date,
): Promise<ClaimResult | RollRefusal | ChoiceGone> {
  const refused = await refusedRoll(request, workshop);
  if (refused !== null) return refused;
  const meant = await withChoice(request, workshop);
  if ('claim' in meant) return meant;
  const now = workshop.clock();
  const asked = { ...meant, turnId: workshop.newId(), now, expiresAt };
  return workshop.store.leases.claim(asked, abandonedAt(now), cancelledAt(now));
}

function abandonedAt(at: Date): Abandonment {
  return ({ id, attempt }) => ({
    failure: ABANDONED,
    event: toTurnEventRow(id, { type: 'turn-failed', attempt, ...ABANDONED }, at),
  });
}
