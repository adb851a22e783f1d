import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Library } from '#engine/content/library.ts';
import type { PromptRegistry } from '#engine/prompt/registry.ts';
import type { ServerNodeRecord, ServerNodeStore } from '#engine/store/server-nodes.ts';
import type { Clock } from '#engine/util/clock.ts';

const BEAT_MILLISECONDS = 10_000;
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
  return {
    leave: async () => {
      clearInterval(beating);
      await nodes.leave(membership.id, ago(GONE_MILLISECONDS));
    },
  };
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
