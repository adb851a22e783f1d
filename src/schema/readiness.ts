import type { Store } from '#engine/store/store.ts';

/** Parts the server needs to play, and whether each responds. */
export type ReadinessReport = {
  readonly ready: boolean;
  readonly store: 'ready' | 'not ready';
  readonly index: 'ready' | 'not ready';
  readonly packs: 'ready' | 'not ready';
  /** Present while the server finishes its work and takes no new requests. */
  readonly stopping?: true;
};

export type Readiness = () => Promise<ReadinessReport>;

type Checks = Readonly<Record<'index' | 'packs', () => Promise<boolean>>> & {
  readonly store: Pick<Store, 'checkWritable'>;
  readonly isStopping?: () => boolean;
};

/** Checks every part. A part that fails or throws is not ready; the store is ready when it takes a write. */
export function checkReadiness(checks: Checks): Readiness {
  const state = async (check: () => Promise<boolean>) =>
    (await check().catch(() => false)) ? 'ready' : 'not ready';
  return async () => {
    const [store, index, packs] = await Promise.all([
      state(() => checks.store.checkWritable().then(() => true)),
      state(checks.index),
      state(checks.packs),
    ]);
    const isReady = [store, index, packs].every((part) => part === 'ready');
    if (checks.isStopping?.() === true) return { ready: false, store, index, packs, stopping: true };
    return { ready: isReady, store, index, packs };
  };
}
