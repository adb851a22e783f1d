import { OpenRetelling } from './entities/open-retelling.ts';
import { type EventRow, insertEvents, type NewEventRow, raiseSequence } from './event-rows.ts';
import type { Database } from './rows/database.ts';

export type RetellingRecord = {
  readonly id: string;
  readonly sessionId: string;
  readonly sceneId: string;
  readonly startedAt: Date;
};

/**
 * Scenes that are being told again. Each is noted down from its first word to its end, so that readers hear of its end also when
 * the server that told it is gone.
 */
export type RetellingStore = {
  /** Notes it down and writes that it begins, in one transaction. Null, and nothing is written, when there is no such session. */
  readonly open: (retelling: RetellingRecord, beginning: NewEventRow) => Promise<readonly EventRow[] | null>;
  /** It is over, with whatever is left to say of it. Null, and nothing is written, when it was over before. */
  readonly close: (
    retelling: Pick<RetellingRecord, 'id' | 'sessionId'>,
    ending: readonly NewEventRow[],
  ) => Promise<readonly EventRow[] | null>;
  /** Ends those that began before a moment; all of them for null, which is right only where nobody else can be telling. */
  readonly sweep: (
    before: Date | null,
    withdrawal: (retelling: RetellingRecord) => NewEventRow,
  ) => Promise<readonly EventRow[]>;
};

export function retellingStore(database: Database): RetellingStore {
  const close: RetellingStore['close'] = ({ id, sessionId }, ending) =>
    database.transactional(async (tx) => {
      // The session's row first, as everywhere: two who close at once take turns.
      const last = await raiseSequence(tx, { id: sessionId }, 0);
      const isOpen = last !== null && (await tx.remove(OpenRetelling, { id })) === 1;
      if (!isOpen) return null;
      if (ending.length > 0) await raiseSequence(tx, { id: sessionId }, ending.length);
      return insertEvents(tx, sessionId, last, ending);
    });
  return {
    open: ({ sessionId, ...retelling }, beginning) =>
      database.transactional(async (tx) => {
        const last = await raiseSequence(tx, { id: sessionId }, 1);
        if (last === null) return null;
        await tx.insert(OpenRetelling, { ...retelling, session: sessionId });
        return insertEvents(tx, sessionId, last, [beginning]);
      }),

    close,

    sweep: async (before, withdrawal) => {
      const found = await database.find(OpenRetelling, before === null ? {} : { startedAt: { $lt: before } });
      const told: EventRow[] = [];
      for (const { id, session, sceneId, startedAt } of found) {
        const retelling = { id, sessionId: session.id, sceneId, startedAt };
        told.push(...((await close(retelling, [withdrawal(retelling)])) ?? []));
      }
      return told;
    },
  };
}
