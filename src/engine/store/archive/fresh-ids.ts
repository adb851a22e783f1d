import { canonicalJson } from '#engine/kit/canonical-json.ts';
import type { NewId } from '#engine/kit/new-id.ts';
import type { Archive } from './archive-file.ts';
import type { ArchivedRow } from './archive-rows.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The same campaign under other ids, everywhere they are named; later ones still sort behind earlier ones. */
export function withFreshIds({ header, rows }: Archive, newId: NewId): Archive {
  const own = rows.flatMap(({ row: { id } }) => (typeof id === 'string' ? (id.match(UUID) ?? []) : []));
  const fresh = new Map([...new Set(own)].sort().map((id) => [id, newId()]));
  const renamed = (text: string) => text.replaceAll(UUID, (id) => fresh.get(id) ?? id);
  return {
    header: { ...header, campaignId: renamed(header.campaignId) },
    rows: rows.map((row) => {
      if (row.table === 'pack') return row;
      // Replaced inside strings alone: a row stays the shape it was.
      return JSON.parse(renamed(canonicalJson(row))) as ArchivedRow;
    }),
  };
}
