import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { Archive } from './archive-file.ts';
import type { ArchivedRow } from './archive-rows.ts';

/** Which column names a row of which table. */
const NAMED = { session: 'session', scene: 'scene', turn: 'turn' } as const;

/** A file brings in one campaign and nothing else: a row that names another one's is no part of it. */
export function strayRow({ header, rows }: Archive): Rejection | null {
  const idsOf = (table: string) =>
    new Set(rows.flatMap(({ table: own, row }) => (own === table ? [row.id] : [])));
  const known = { session: idsOf('session'), scene: idsOf('scene'), turn: idsOf('turn') };
  const isStray = ({ table, row }: ArchivedRow): boolean => {
    if (table === 'pack') return false;
    if (table === 'campaign') return row.id !== header.campaignId;
    if (Object.hasOwn(row, 'campaign') && row.campaign !== header.campaignId) return true;
    return Object.entries(NAMED).some(
      ([column, named]) => typeof row[column] === 'string' && !known[named].has(row[column]),
    );
  };
  const stray = rows.find(isStray);
  return stray === undefined
    ? null
    : reject('archive-damaged', `A row of ${stray.table} belongs to another campaign. Export it again.`);
}
