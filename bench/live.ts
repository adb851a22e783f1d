import { setTimeout as pause } from 'node:timers/promises';
import { type ServerKind, startMeasuredServer } from './live/measured-server.ts';
import { openSubscribers, type Transport } from './live/subscribers.ts';

/** So many subscribers of one turn, and how it is told to them. */
const LOADS = [
  { subscribers: 1, events: 2_000, everyMilliseconds: 2, goal: 0.9 },
  { subscribers: 100, events: 200, everyMilliseconds: 20, goal: null },
  { subscribers: 1_000, events: 20, everyMilliseconds: 200, goal: 2 },
] as const;
const ROUNDS = 3;
const WARM_UP_SHARE = 0.25;

type Load = (typeof LOADS)[number];

type Figures = {
  readonly eventsPerCpuSecond: number;
  readonly bytesPerSubscriber: number;
  readonly p99Milliseconds: number;
};

/**
 * One turn told to 1, 100 and 1,000 subscribers, against a bare Yoga subscription in the same run.
 * `npm run bench -- live 1000 WebSocket` measures one of these loads, over one transport if it is named.
 */
export async function run(): Promise<void> {
  console.log('subscribers  transport  server  events per CPU second  memory of an idle one  p99 of a delta');
  const [only, over] = process.argv.slice(3);
  let missed = 0;
  for (const load of LOADS) {
    if (only !== undefined && only !== String(load.subscribers)) continue;
    for (const transport of ['SSE', 'WebSocket'] as const) {
      if (over !== undefined && over !== transport) continue;
      const rounds: { bare: Figures; ours: Figures }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        // Whoever goes first in a round goes second in the next.
        const bareFirst = round % 2 === 0;
        const first = await measured(bareFirst ? 'bare' : 'ours', transport, load);
        const second = await measured(bareFirst ? 'ours' : 'bare', transport, load);
        rounds.push(bareFirst ? { bare: first, ours: second } : { bare: second, ours: first });
      }
      missed += report(load, transport, rounds);
    }
  }
  await reportWriting();
  if (missed > 0) process.exitCode = 1;
}

async function measured(kind: ServerKind, transport: Transport, load: Load): Promise<Figures> {
  const server = await startMeasuredServer(kind);
  const idleBytes = await server.residentBytes();
  const { arrivals, close } = await openSubscribers(transport, load.subscribers, server);
  await pause(500);
  const openedBytes = await server.residentBytes();
  const warmUp = Math.ceil(load.events * WARM_UP_SHARE);
  await server.stream(warmUp, load.everyMilliseconds);
  await all(arrivals, warmUp * load.subscribers);
  arrivals.delays.length = 0;

  const before = await server.cpuSeconds();
  await server.stream(load.events, load.everyMilliseconds);
  await all(arrivals, (warmUp + load.events) * load.subscribers);
  const after = await server.cpuSeconds();
  close();
  await server.stop();
  const events = load.events * load.subscribers;
  return {
    eventsPerCpuSecond: events / (after - before),
    bytesPerSubscriber: (openedBytes - idleBytes) / load.subscribers,
    p99Milliseconds: percentile(arrivals.delays, 0.99),
  };
}

async function all(arrivals: { readonly events: number }, wanted: number): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (arrivals.events < wanted) {
    if (performance.now() > deadline) throw new Error(`${arrivals.events} of ${wanted} events arrived`);
    await pause(20);
  }
  if (arrivals.events > wanted) throw new Error(`${arrivals.events} events arrived, and ${wanted} were told`);
}

function report(
  load: Load,
  transport: Transport,
  rounds: readonly { bare: Figures; ours: Figures }[],
): number {
  for (const kind of ['bare', 'ours'] as const) {
    const figures = rounds.map((round) => round[kind]);
    const rate = median(figures.map(({ eventsPerCpuSecond }) => eventsPerCpuSecond));
    const bytes = median(figures.map(({ bytesPerSubscriber }) => bytesPerSubscriber));
    const p99 = median(figures.map(({ p99Milliseconds }) => p99Milliseconds));
    // The memory of one subscriber cannot be told from noise.
    const memory = load.subscribers < 100 ? '' : `${(bytes / 1024).toFixed(0)} kB`;
    const cells = [String(load.subscribers).padStart(11), transport.padEnd(9), kind.padEnd(6)];
    console.log(
      `${cells.join('  ')}  ${rate.toFixed(0).padStart(21)}  ${memory.padStart(21)}  ${p99.toFixed(1)} ms`,
    );
  }
  const ratios = rounds.map(({ bare, ours }) => ours.eventsPerCpuSecond / bare.eventsPerCpuSecond);
  const ratio = median(ratios);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const isMissed = load.goal !== null && ratio < load.goal;
  const verdict = load.goal === null ? '' : `${isMissed ? 'MISSED' : 'met'} (at least ${load.goal})`;
  console.log(`${' '.repeat(24)}ratio ${ratio.toFixed(2)} (${range} in ${ROUNDS} rounds) ${verdict}`);
  return isMissed ? 1 : 0;
}

/** Our events are written before they are told; a bare subscription keeps nothing. Paid once, however many watch. */
async function reportWriting(): Promise<void> {
  const server = await startMeasuredServer('ours');
  await server.store(200);
  const { cpuSeconds } = await server.store(1_000);
  await server.stop();
  console.log(
    `writing an event first costs ${((cpuSeconds / 1_000) * 1_000_000).toFixed(0)} µs, once for all`,
  );
}

function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5);
}

function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
