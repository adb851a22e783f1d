import { createLruCache } from '#engine/util/lru-cache.ts';
import type { Limits } from './limits.ts';

const MINUTE = 60_000;
const KEPT_VIEWERS = 10_000;
/** Share of a limit from which a viewer's use is reported to other servers. */
const REPORTED_SHARE = 0.05;
/** Maximum number of viewers in a report. */
const REPORTED_VIEWERS = 1_000;

/** Use of one viewer: requests since their allowance was last full, and open streams. */
type ViewerUse = { readonly requests: number; readonly streams: number };

/** Use of this server by the viewers who use much of a limit, by their ids. */
export type UsageReport = Readonly<Record<string, ViewerUse>>;

/** Counts requests and open streams of each viewer, on this server and on the others as they report them. */
export type ViewerUsage = {
  /** Counts a request and returns null; or returns the seconds until the viewer may send one. */
  readonly takeRequest: (viewerId: string) => number | null;
  /** Counts a stream that opens or ends. */
  readonly changeStreams: (viewerId: string, by: 1 | -1) => void;
  /** Returns the open streams of a viewer on all servers. */
  readonly countStreams: (viewerId: string) => number;
  readonly report: () => UsageReport;
  /** Counts what other servers have reported since the last time. Streams of servers that are missing no longer count. */
  readonly learn: (reports: ReadonlyMap<string, UsageReport>) => void;
};

/** Requests a viewer may send now, and has sent here since the bucket was last full, as counted at a moment. */
type Bucket = { readonly left: number; readonly at: number; readonly requests: number };

/**
 * A viewer who was quiet may send a whole minute's requests at once; then they come back evenly. Requests on other servers
 * are taken from the same bucket when they are reported, if need be below zero, so they are paid back later.
 */
export function createViewerUsage(
  { requestsPerMinute, subscriptionsPerViewer }: Pick<Limits, 'requestsPerMinute' | 'subscriptionsPerViewer'>,
  now: () => number = () => performance.now(),
): ViewerUsage {
  const limit = requestsPerMinute ?? Number.POSITIVE_INFINITY;
  const buckets = createLruCache<string, Bucket>(KEPT_VIEWERS);
  const streams = new Map<string, number>();
  let others: ReadonlyMap<string, UsageReport> = new Map();

  const look = (viewerId: string): Bucket => {
    const at = now();
    const before = buckets.get(viewerId);
    const left = before === undefined ? limit : before.left + ((at - before.at) * limit) / MINUTE;
    return left < limit ? { left, at, requests: before?.requests ?? 0 } : { left: limit, at, requests: 0 };
  };
  const subtract = (before: UsageReport, report: UsageReport): void => {
    for (const [viewerId, { requests }] of Object.entries(report)) {
      const known = before[viewerId]?.requests ?? 0;
      // A smaller number than before was counted from zero again.
      const fresh = requests < known ? requests : requests - known;
      const bucket = look(viewerId);
      if (fresh > 0) buckets.set(viewerId, { ...bucket, left: Math.max(-limit, bucket.left - fresh) });
    }
  };
  const isMuch = ({ requests, streams }: ViewerUse): boolean =>
    requests >= Math.max(1, limit * REPORTED_SHARE) ||
    streams >= Math.max(1, subscriptionsPerViewer * REPORTED_SHARE);

  return {
    takeRequest: (viewerId) => {
      if (requestsPerMinute === null) return null;
      const { left, at, requests } = look(viewerId);
      if (left < 1) return Math.ceil(((1 - left) * MINUTE) / limit / 1000);
      buckets.set(viewerId, { left: left - 1, at, requests: requests + 1 });
      return null;
    },
    changeStreams: (viewerId, by) => {
      const open = (streams.get(viewerId) ?? 0) + by;
      if (open === 0) streams.delete(viewerId);
      else streams.set(viewerId, open);
    },
    countStreams: (viewerId) =>
      [...others.values()].reduce(
        (open, report) => open + (report[viewerId]?.streams ?? 0),
        streams.get(viewerId) ?? 0,
      ),
    report: () => {
      const viewerIds = new Set([...buckets.keys(), ...streams.keys()]);
      const used = [...viewerIds].map((viewerId) => {
        const { requests } = look(viewerId);
        return [viewerId, { requests, streams: streams.get(viewerId) ?? 0 }] as const;
      });
      return Object.fromEntries(used.filter(([, use]) => isMuch(use)).slice(0, REPORTED_VIEWERS));
    },
    learn: (reports) => {
      for (const [serverId, report] of reports) {
        const before = others.get(serverId);
        // Requests from before this server knew of the other one are not counted: most are older than a minute.
        if (before !== undefined && requestsPerMinute !== null) subtract(before, report);
      }
      others = reports;
    },
  };
}
