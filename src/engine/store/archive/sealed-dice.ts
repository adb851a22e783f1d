import type { NewId } from '#engine/util/new-id.ts';
import type { Database } from '../database/database.ts';
import { forkSession, UNKNOWN_SEED } from '../sessions.ts';
import type { ArchivedRow } from './archive-rows.ts';

/** A dice seed and its published commitment. */
export type DiceSeed = { readonly seed: string; readonly seedCommitment: string };

/** A session that was open when its file was written without its seed. */
type SealedSession = { readonly id: string; readonly currentSceneId: string };

/**
 * Removes seeds from the rows of a file: those that are not known here, and unless `includesOpen`, those that a session
 * still rolls with.
 */
export function leaveOutSeeds(rows: readonly ArchivedRow[], includesOpen: boolean): readonly ArchivedRow[] {
  const sessions = rows.filter(({ table }) => table === 'session').map(({ row }) => row);
  const open = sessions.flatMap(({ seed, status }) => (status === 'active' ? [seed] : []));
  const hidden = new Set([UNKNOWN_SEED, ...(includesOpen ? [] : open)]);
  return rows.map((one) =>
    one.table === 'session' && hidden.has(one.row.seed) ? { ...one, row: { ...one.row, seed: null } } : one,
  );
}

/**
 * Ends the sessions of a file whose seed is not in it: their rolls stay under the commitment they were made with, and no
 * further roll falls under it here. Turns that waited in them are cancelled. Returns those to be continued.
 */
export function closeSealedSessions(
  rows: readonly ArchivedRow[],
  now: Date,
): { readonly rows: readonly ArchivedRow[]; readonly sealed: readonly SealedSession[] } {
  const open = rows.flatMap(({ table, row }) =>
    table === 'session' && row.seed === null && row.status === 'active' ? [row] : [],
  );
  const at = now.toISOString();
  const ids = new Set(open.map(({ id }) => id));
  const turns = new Set(open.flatMap(({ waitingTurnId, leaseTurnId }) => [waitingTurnId, leaseTurnId]));
  const close = ({ table, row }: ArchivedRow): ArchivedRow => {
    if (table === 'turn' && turns.has(row.id)) {
      return { table, row: { ...row, status: 'cancelled', failure: null, finishedAt: at } };
    }
    if (table !== 'session' || row.seed !== null) return { table, row };
    const ended = { status: 'ended', endedAt: at, waitingTurnId: null, leaseTurnId: null };
    return { table, row: { ...row, seed: UNKNOWN_SEED, ...(ids.has(row.id) ? ended : {}) } };
  };
  const sealed = open.map(({ id, currentSceneId }) => ({
    id: String(id),
    currentSceneId: String(currentSceneId),
  }));
  return { rows: rows.map(close), sealed };
}

/** Begins a session where each closed one stood, with new dice and their own commitment. */
export async function continueSealedSessions(
  tx: Database,
  sealed: readonly SealedSession[],
  { newId, newDice, now }: { readonly newId: NewId; readonly newDice: () => DiceSeed; readonly now: Date },
): Promise<void> {
  const tellNone = (): never => {
    throw new Error('no session is put aside');
  };
  for (const { id, currentSceneId } of sealed) {
    await forkSession(tx, {
      fromSceneId: currentSceneId,
      continuing: id,
      sessionId: newId(),
      freshSeed: newDice(),
      models: null,
      others: { others: 'stay' },
      tell: tellNone,
      cancellation: tellNone,
      at: now,
    });
  }
}
