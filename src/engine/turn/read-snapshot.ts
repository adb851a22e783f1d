import { settledInOrder } from '#engine/kit/canonical-order.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';

/** A snapshot as the store gives it back, brought to the present version and in the order it was written. One that cannot be read is a bug. */
export function readSnapshot(stored: unknown, sceneId: string): Snapshot {
  const snapshot = upgradeSnapshot(stored);
  if (isRejection(snapshot))
    throw new Error(`the snapshot of scene ${sceneId} cannot be read: ${snapshot.reason}`);
  return settledInOrder(snapshot)?.value ?? snapshot;
}
