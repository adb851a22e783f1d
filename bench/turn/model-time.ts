import type { Provider, ReplyPart } from '#engine/llm/provider.ts';

export type ModelTime = {
  /** Milliseconds in which at least one model was being waited for. */
  readonly spent: () => number;
  /** Milliseconds this thread computed meanwhile. */
  readonly computed: () => number;
};

/** Milliseconds this thread has computed: what is left when other programs take their share of the machine. */
export function computedHere(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A provider and a stopwatch on it. What the engine does between two parts of a reply is the engine's time. */
export function withModelTime(provider: Provider): { readonly provider: Provider; readonly time: ModelTime } {
  let waiting = 0;
  let since = 0;
  let spent = 0;
  let computedSince = 0;
  let computed = 0;
  const begin = (): void => {
    if (waiting === 0) {
      since = performance.now();
      computedSince = computedHere();
    }
    waiting += 1;
  };
  const end = (): void => {
    waiting -= 1;
    if (waiting > 0) return;
    spent += performance.now() - since;
    computed += computedHere() - computedSince;
  };
  async function* timed(parts: AsyncIterable<ReplyPart>): AsyncGenerator<ReplyPart> {
    const reader = parts[Symbol.asyncIterator]();
    try {
      for (;;) {
        begin();
        const next = await reader.next().finally(end);
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await reader.return?.();
    }
  }
  return {
    provider: { ...provider, stream: (request) => timed(provider.stream(request)) },
    time: { spent: () => spent, computed: () => computed },
  };
}
