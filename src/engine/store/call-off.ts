import { endCancelled, lockSession } from './claim-turn.ts';
import { Session } from './entities/session.ts';
import { Turn } from './entities/turn.ts';
import type { EventRow } from './event-rows.ts';
import type { Cancellation } from './leases.ts';
import type { Database } from './rows/database.ts';

/**
 * Ends a turn that waits for the player, or takes its session away from whoever runs it. Its server finds that out by the fence
 * before it can write anything more. Null, and nothing is written, when the turn has ended.
 */
export async function callOff(
  tx: Database,
  turnId: string,
  at: Date,
  cancellation: Cancellation,
): Promise<readonly EventRow[] | null> {
  const found = await tx.findOne(Turn, { id: turnId }, { fields: ['session'] });
  const session = found === null ? null : await lockSession(tx, found.session.id);
  if (session === null || (session.waitingTurnId !== turnId && session.leaseTurnId !== turnId)) return null;
  const turn = await tx.findOneOrFail(Turn, { id: turnId });
  const isHeld = session.leaseTurnId === turnId;
  const freed = isHeld
    ? { leaseTurnId: null, leaseExpiresAt: null, leaseFence: session.leaseFence + 1 }
    : { waitingTurnId: null };
  await tx.update(Session, { id: session.id }, freed);
  return endCancelled(tx, turn, at, cancellation);
}
