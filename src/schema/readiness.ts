/** Which parts the server needs to play, and whether each answers. */
export type ReadinessReport = {
  readonly ready: boolean;
  readonly store: 'ready' | 'not ready';
  readonly index: 'ready' | 'not ready';
  readonly packs: 'ready' | 'not ready';
  /** There when the server finishes what it has begun and takes nothing new. */
  readonly stopping?: true;
};

export type Readiness = () => Promise<ReadinessReport>;

type Checks = Readonly<Record<'store' | 'index' | 'packs', () => Promise<boolean>>> & {
  readonly isStopping?: () => boolean;
};

/** Asks every part; one that fails or throws is not ready. */
export function checkReadiness(checks: Checks): Readiness {
  const state = async (check: () => Promise<boolean>) =>
    (await check().catch(() => false)) ? 'ready' : 'not ready';
  return async () => {
    const [store, index, packs] = await Promise.all([
      state(checks.store),
      state(checks.index),
      state(checks.packs),
    ]);
    const isReady = [store, index, packs].every((part) => part === 'ready');
    if (checks.isStopping?.() === true) return { ready: false, store, index, packs, stopping: true };
    return { ready: isReady, store, index, packs };
  };
}
