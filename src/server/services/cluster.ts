import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Library } from '#engine/content/library.ts';
import type { PromptRegistry } from '#engine/prompt/registry.ts';
import type { ServerNodeRecord, ServerNodeStore } from '#engine/store/server-nodes.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { ViewerUsage } from '#schema/viewer-usage.ts';

const BEAT_MILLISECONDS = 10_000;
/** Delay after which the other servers count what viewers use here. */
const USAGE_MILLISECONDS = 1_000;
/** A server without a sign of life for so long counts as gone. */
const GONE_MILLISECONDS = 3 * BEAT_MILLISECONDS;

/** The servers of one database play with different packs or prompts, and the settings do not allow it. */
export class ClusterMismatchError extends Error {
  override readonly name = 'ClusterMismatchError';
}

/** Returns a digest of the packs of a folder. */
export function hashPacks({ packs }: Pick<Library, 'packs'>): string {
  return digest(packs.map(({ id, hash }) => [id, hash]));
}

/** Returns a digest of every version of every prompt. */
export function hashPrompts(prompts: Pick<PromptRegistry, 'list'>): string {
  return digest(prompts.list());
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

type Membership = Pick<ServerNodeRecord, 'id' | 'version' | 'packsHash' | 'promptsHash'>;

type Cluster = {
  /** Exchanges the use of limits with the other servers from now on. */
  readonly exchangeUsage: (usage: ViewerUsage) => void;
  readonly leave: () => Promise<void>;
};

type Outside = {
  readonly onMismatch: 'warn' | 'refuse';
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
};

/**
 * Reports this server to the others on its database, and compares packs and prompts with theirs by their hashes.
 * Differences are logged, or refuse the start, as the operator chose.
 */
export async function joinCluster(
  membership: Membership,
  nodes: ServerNodeStore,
  { onMismatch, clock, logger }: Outside,
): Promise<Cluster> {
  const createdAt = clock();
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds);
  const known = new Set<string>();
  const compare = async (): Promise<readonly string[]> => {
    const others = await nodes.others(membership.id, ago(GONE_MILLISECONDS));
    const fresh = others.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    return fresh.flatMap((other) => describeMismatch(membership, other) ?? []);
  };
  const beat = () =>
    nodes.beat({ ...membership, createdAt, seenAt: clock(), host: hostname().slice(0, 255) });

  const mismatches = await compare();
  if (mismatches.length > 0 && onMismatch === 'refuse') throw new ClusterMismatchError(mismatches.join('\n'));
  for (const mismatch of mismatches) logger.warn(mismatch);
  await beat();
  const beating = setInterval(() => {
    beat()
      .then(compare)
      .then((found) => {
        for (const mismatch of found) logger.warn(mismatch);
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'the other servers could not be looked up'));
  }, BEAT_MILLISECONDS);
  beating.unref();
  let stopExchange = () => {};
  return {
    exchangeUsage: (usage) => {
      stopExchange();
      const since = () => ago(GONE_MILLISECONDS);
      stopExchange = exchangeUsage(usage, membership.id, since, nodes, logger);
    },
    leave: async () => {
      clearInterval(beating);
      stopExchange();
      await nodes.leave(membership.id, ago(GONE_MILLISECONDS));
    },
  };
}

const UsageReports = z.map(
  z.string(),
  z.record(z.string(), z.strictObject({ requests: z.number(), streams: z.number() })).catch({}),
);

/** Writes this server's report while there is something in it, and reads those of the others. Returns a function that ends it. */
function exchangeUsage(
  usage: ViewerUsage,
  id: string,
  since: () => Date,
  nodes: ServerNodeStore,
  logger: Pick<Logger, 'warn'>,
): () => void {
  let isWritten = false;
  let isRunning = false;
  let hasFailed = false;
  const exchange = async () => {
    const report = usage.report();
    const isEmpty = Object.keys(report).length === 0;
    if (!isEmpty || isWritten) await nodes.reportUsage(id, report);
    isWritten = !isEmpty;
    usage.learn(UsageReports.parse(await nodes.readUsage(id, since())));
    hasFailed = false;
  };
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    exchange()
      .catch((error: unknown) => {
        if (!hasFailed) logger.warn({ err: error }, 'limits are counted on this server alone for now');
        hasFailed = true;
      })
      .finally(() => {
        isRunning = false;
      });
  }, USAGE_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Describes what two servers do not have in common, with advice; null when they play with the same. */
function describeMismatch(own: Membership, other: ServerNodeRecord): string | null {
  const different = [
    ...(own.packsHash === other.packsHash ? [] : ['packs']),
    ...(own.promptsHash === other.promptsHash ? [] : ['prompts']),
  ];
  if (different.length === 0) return null;
  const versions =
    own.version === other.version ? '' : ` (version ${other.version}, this one is ${own.version})`;
  return `SERVERS_MISMATCH: this server has other ${different.join(' and ')} than the one on ${other.host}${versions}. New campaigns differ by the server they begin on. Give every server the same folders, or finish the upgrade.`;
}
