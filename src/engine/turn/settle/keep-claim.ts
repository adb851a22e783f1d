import type { JobRecord } from '#engine/store/jobs.ts';
import { LeaseLostError } from '../turn-failure.ts';
import type { TurnLog } from '../turn-log.ts';
import type { Workshop } from '../turn-tools.ts';

/** How long a job is a server's own without a sign of life. */
export const CLAIM_MILLISECONDS = 120_000;

/** A job in hand: `lost` tells that another server has it now, `letGo` ends the asking for more time. */
export type KeptClaim = { readonly lost: AbortSignal; readonly letGo: () => void };

/** Asks for more time while a job is worked on: whoever is only slow keeps it, whoever died loses it. */
export function keepClaim(
  job: JobRecord,
  { store, clock }: Pick<Workshop, 'store' | 'clock'>,
  log: TurnLog,
): KeptClaim {
  const lost = new AbortController();
  const renew = (): void => {
    const until = new Date(clock().getTime() + CLAIM_MILLISECONDS);
    store.jobs.renew(job, until).then(
      (isHeld) => {
        if (!isHeld) lost.abort(new LeaseLostError(`job ${job.id} was lost to another server`));
      },
      (error: unknown) => log.warn({ jobId: job.id, err: error }, 'a job could not be kept for longer'),
    );
  };
  const heartbeat = setInterval(renew, CLAIM_MILLISECONDS / 3);
  return { lost: lost.signal, letGo: () => clearInterval(heartbeat) };
}
