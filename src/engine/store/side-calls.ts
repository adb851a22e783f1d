import { SideCall } from './entities/side-call.ts';
import type { CallFigures } from './model-calls.ts';
import type { Database } from './rows/database.ts';

/** A call that no turn made. No usage of a session or campaign counts it; every budget does. */
export type SideCallRecord = CallFigures & {
  readonly work: 'scenario' | 'replay';
  /** Whoever set it going; null when nobody is counted. */
  readonly viewerId: string | null;
  /** The session that was replayed. */
  readonly sessionId: string | null;
};

export type SideCallStore = {
  readonly add: (calls: readonly SideCallRecord[]) => Promise<void>;
};

export function sideCallStore(database: Database): SideCallStore {
  return {
    add: (calls) => database.insertMany(SideCall, calls),
  };
}
