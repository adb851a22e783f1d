import { createHash } from 'node:crypto';
import type { CountTokens } from '#engine/util/estimate-tokens.ts';

/** A stretch of a request as the cache sees it. */
export type CachedBlock = { readonly text: string; readonly mark: '5m' | '1h' | null };

/** How a request's tokens are accounted for. */
export type CacheUsage = {
  readonly input: number;
  readonly read: number;
  readonly written: number;
  readonly writtenHour: number;
};

const LIFETIME_MS = { '5m': 5 * 60_000, '1h': 60 * 60_000 } as const;
const LOOKBACK = 20;

type Entry = { until: number; readonly life: number };

/**
 * Anthropic's prompt cache: entries are whole prefixes that ended at a breakpoint; a request reads the longest one that
 * lies at most 20 blocks before one of its own breakpoints, writes the rest up to its last breakpoint, and pays for
 * what follows. Prefixes below the minimum are not kept; every read renews.
 */
export class PromptCache {
  readonly #entries = new Map<string, Entry>();
  readonly #minimum: number;
  readonly #count: CountTokens;
  readonly #now: () => number;

  constructor(options: { minimum: number; countTokens: CountTokens; now: () => number }) {
    this.#minimum = options.minimum;
    this.#count = options.countTokens;
    this.#now = options.now;
  }

  account(model: string, blocks: readonly CachedBlock[]): CacheUsage {
    const prefixes = prefixHashes(model, blocks);
    const sizes = cumulative(blocks.map(({ text }) => this.#count(text)));
    const total = sizes.at(-1) ?? 0;
    const marks = blocks.flatMap(({ mark }, index) => (mark === null ? [] : [{ mark, index }]));
    const last = marks.at(-1);
    if (last === undefined || (sizes[last.index] ?? 0) < this.#minimum) {
      return { input: total, read: 0, written: 0, writtenHour: 0 };
    }
    const hit = this.#longestHit(prefixes, marks);
    const read = hit === -1 ? 0 : (sizes[hit] ?? 0);
    this.#keep(prefixes, sizes, marks);
    const written = Math.max(0, (sizes[last.index] ?? 0) - read);
    const lastHour = marks.findLast(({ mark }) => mark === '1h');
    const hourEnd = lastHour === undefined ? 0 : (sizes[lastHour.index] ?? 0);
    const writtenHour = Math.min(written, Math.max(0, hourEnd - read));
    return { input: total - read - written, read, written, writtenHour };
  }

  #longestHit(prefixes: readonly string[], marks: readonly { index: number }[]): number {
    for (const { index } of [...marks].reverse()) {
      for (let at = index; at >= Math.max(0, index - LOOKBACK); at -= 1) {
        const entry = this.#entries.get(prefixes[at] ?? '');
        if (entry !== undefined && entry.until > this.#now()) return at;
      }
    }
    return -1;
  }

  #keep(
    prefixes: readonly string[],
    sizes: readonly number[],
    marks: readonly { mark: '5m' | '1h'; index: number }[],
  ): void {
    for (const { mark, index } of marks) {
      if ((sizes[index] ?? 0) < this.#minimum) continue;
      const known = this.#entries.get(prefixes[index] ?? '');
      // What is still there is renewed for the life it was written with; another mark does not lengthen it.
      const life = known !== undefined && known.until > this.#now() ? known.life : LIFETIME_MS[mark];
      this.#entries.set(prefixes[index] ?? '', { until: this.#now() + life, life });
    }
  }
}

function prefixHashes(model: string, blocks: readonly CachedBlock[]): string[] {
  let hash = createHash('sha256').update(model).digest('hex');
  return blocks.map(({ text }) => {
    hash = createHash('sha256').update(hash).update(text).digest('hex');
    return hash;
  });
}

function cumulative(sizes: readonly number[]): number[] {
  let total = 0;
  return sizes.map((size) => {
    total += size;
    return total;
  });
}
