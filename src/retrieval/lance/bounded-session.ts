import { Session } from '@lancedb/lancedb';

const MEGABYTE = 1_000_000;
/** Indices are read by every query, what is known of files mostly when they are opened. */
const INDEX_SHARE = 0.75;

/**
 * What LanceDB keeps in memory of what it has read. By itself it would keep 7 GB: every write makes a version with files of its own,
 * so a server that is played on day and night would fill them.
 */
export function boundedSession(megabytes: number): Session {
  const bytes = (share: number) => BigInt(Math.round(megabytes * MEGABYTE * share));
  return new Session(bytes(INDEX_SHARE), bytes(1 - INDEX_SHARE));
}
