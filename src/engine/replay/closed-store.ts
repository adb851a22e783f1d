import type { Store } from '#engine/store/store.ts';

/** The doors a turn uses. */
export type Doors = {
  readonly campaigns: Pick<Store['campaigns'], 'find'>;
  readonly sessions: Pick<Store['sessions'], 'seedOf'>;
  readonly scenes: Pick<Store['scenes'], 'snapshots' | 'sceneLore' | 'along'>;
  readonly turns: Pick<Store['turns'], 'findMany' | 'recording'>;
  readonly chronicle: Pick<Store['chronicle'], 'last' | 'along'>;
  readonly summaries: Pick<Store['summaries'], 'latest' | 'last'>;
  readonly memories: Pick<Store['memories'], 'recallable'>;
  readonly events: Pick<Store['events'], 'append'>;
  readonly calls: Pick<Store['calls'], 'add'>;
  readonly endings: Store['endings'];
};

/**
 * A store of these doors alone. A replay can neither read what it should not see nor write anything: a door that is not there
 * cannot be called.
 */
export function closedStore(doors: Doors): Store {
  // A turn uses no other doors; one that did would fail in every replay, at once and loudly.
  return doors as Store;
}
