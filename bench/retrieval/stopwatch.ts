export type Times = { readonly p50: number; readonly p99: number };

type Run = () => Promise<unknown>;

/** Milliseconds of each run, one after another, once the first few have warmed everything up. */
export async function timed(runs: readonly Run[]): Promise<Times> {
  const [times] = await sideBySide([runs]);
  return times ?? { p50: 0, p99: 0 };
}

/** The same for several ways of doing things, taking turns, so that whatever else the machine does slows all of them alike. */
export async function sideBySide(ways: readonly (readonly Run[])[], warmUp = 10): Promise<readonly Times[]> {
  const taken: number[][] = ways.map(() => []);
  const rounds = Math.max(...ways.map((runs) => runs.length));
  for (let round = -warmUp; round < rounds; round++) {
    for (const [way, runs] of ways.entries()) {
      const started = performance.now();
      await runs[Math.abs(round)]?.();
      if (round >= 0) taken[way]?.push(performance.now() - started);
    }
  }
  return taken.map(percentiles);
}

function percentiles(taken: readonly number[]): Times {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** The largest memory of this process while something runs, in MB beyond what it had before. */
export async function peakMemory<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly megabytes: number; readonly seconds: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const looking = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const started = performance.now();
  try {
    const result = await work();
    return { result, megabytes: (peak - before) / 2 ** 20, seconds: (performance.now() - started) / 1000 };
  } finally {
    clearInterval(looking);
  }
}
