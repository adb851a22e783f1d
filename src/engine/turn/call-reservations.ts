import { BudgetExceeded, type SharedReservations } from '#engine/llm/budget.ts';
import type { CallReservationStore, SharedLimits } from '#engine/store/model-usage.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { NewId } from '#engine/util/new-id.ts';

type CallOwner = { readonly sessionId: string | null; readonly viewerId: string | null };

/** Opens reservations for the calls of one owner; null when none of the budgets has a limit. */
export type ReservationService = (
  owner: CallOwner,
  limits: SharedLimits,
  midnight: Date,
) => SharedReservations | null;

/** Time after which the reservations of a server that is gone expire. */
const EXPIRY_MILLISECONDS = 60_000;
const RENEWAL_MILLISECONDS = EXPIRY_MILLISECONDS / 3;

type Tools = { readonly store: CallReservationStore; readonly clock: Clock; readonly newId: NewId };

/**
 * Reserves possible costs of calls in the database, so that several servers keep one budget while their calls run. Renews the
 * reservations of this server as long as it has any.
 */
export function createReservationService({ store, clock, newId }: Tools): ReservationService {
  const open = new Set<string>();
  let renewing: NodeJS.Timeout | null = null;
  const expiry = () => new Date(clock().getTime() + EXPIRY_MILLISECONDS);
  const keep = (id: string): void => {
    open.add(id);
    if (renewing !== null) return;
    // A renewal that fails is tried again before the reservations expire.
    renewing = setInterval(() => store.renew([...open], expiry()).catch(() => {}), RENEWAL_MILLISECONDS);
    renewing.unref();
  };
  const release = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) open.delete(id);
    if (open.size === 0 && renewing !== null) {
      clearInterval(renewing);
      renewing = null;
    }
    await store.release(ids);
  };
  return (owner, limits, midnight) => {
    if (Object.values(limits).every((limit) => limit === null)) return null;
    return {
      async reserve(usd) {
        const id = newId();
        const now = clock();
        const refusal = await store.reserve({
          id,
          ...owner,
          limits,
          midnight,
          usd,
          now,
          expiresAt: expiry(),
        });
        if (refusal !== null) throw new BudgetExceeded(refusal, usd);
        keep(id);
        return id;
      },
      release,
    };
  };
}
