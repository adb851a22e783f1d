import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { Archive } from './archive-file.ts';
import type { ArchivedRow } from './archive-rows.ts';

/** Which column names a row of which table. */
const NAMED = {
  session: 'session',
  scene: 'scene',
  parentSceneId: 'scene',
  currentSceneId: 'scene',
  baseSceneId: 'scene',
  sceneId: 'scene',
  turn: 'turn',
  turnId: 'turn',
  waitingTurnId: 'turn',
  leaseTurnId: 'turn',
} as const;

type Known = Readonly<Record<'session' | 'scene' | 'turn', ReadonlySet<unknown>>>;
type Row = ArchivedRow['row'];

/**
 * A file brings in one campaign and nothing else: a row that names another one's is no part of it. Whoever may read the campaign
 * could otherwise read what its file only claims to have grown from.
 */
export function strayRow({ header, rows }: Archive): Rejection | null {
  const idsOf = (table: string) =>
    new Set(rows.flatMap(({ table: own, row }) => (own === table ? [row.id] : [])));
  const known = {
    session: idsOf('session'),
    scene: idsOf('scene'),
    // What tidying up cost after a scene that no turn made is entered under the job.
    turn: idsOf('turn').union(idsOf('job')),
  };
  const isStray = ({ table, row }: ArchivedRow): boolean => {
    if (table === 'pack') return false;
    if (table === 'campaign') return row.id !== header.campaignId;
    if (Object.hasOwn(row, 'campaign') && row.campaign !== header.campaignId) return true;
    return namesAnother(row, known) || growsFromAnother(row, known) || waitsAtAnother(row, known);
  };
  const stray = rows.find(isStray);
  return stray === undefined
    ? null
    : reject('archive-damaged', `A row of ${stray.table} belongs to another campaign. Export it again.`);
}

function namesAnother(row: Row, known: Known): boolean {
  return Object.entries(NAMED).some(([column, table]) => {
    const id = row[column] ?? null;
    return id !== null && !known[table].has(id);
  });
}

/** What a branch can see are the sessions it says it grew from. */
function growsFromAnother({ ancestors = null }: Row, known: Known): boolean {
  if (ancestors === null) return false;
  return !Array.isArray(ancestors) || ancestors.some((step) => !known.session.has(Object(step).sessionId));
}

function waitsAtAnother({ suspension = null }: Row, known: Known): boolean {
  return suspension !== null && !known.scene.has(Object(suspension).sceneId);
}
