export type Times = { readonly p50: number; readonly p99: number };

/** Milliseconds of each run, one after another, once the first few have warmed everything up. */
export async function timed(runs: readonly (() => Promise<unknown>)[], warmUp = 10): Promise<Times> {
  for (const run of runs.slice(0, warmUp)) await run();
  const taken: number[] = [];
  for (const run of runs) {
    const started = performance.now();
    await run();
    taken.push(performance.now() - started);
  }
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
