import { setTimeout as pause } from 'node:timers/promises';
import type { Command, Opened } from './measured-server.ts';

/** The text of an event: the moment it was told, and as much prose as a piece of narration has. */
export function pieceOfStory(): string {
  const now = performance.timeOrigin + performance.now();
  return `${now.toFixed(3)} ${'The fog comes in over the quay, and the lamps go out one after another. '.repeat(2)}`.slice(
    0,
    120,
  );
}

type Deeds = {
  readonly opened: Opened;
  /** Tells one event. */
  readonly tell: () => void;
  /** Writes one event as a turn does. */
  readonly store?: () => Promise<void>;
};

/** Lets the bench command a server through its parent process. */
export function serveCommands({ opened, tell, store }: Deeds): void {
  const stream = async (events: number, everyMilliseconds: number): Promise<object> => {
    const started = performance.now();
    for (let told = 0; told < events; told += 1) {
      const due = started + told * everyMilliseconds - performance.now();
      // Also when it is late: what was told before has to get out.
      await pause(Math.max(due, 0));
      tell();
    }
    return { told: events };
  };
  const writeMany = async (events: number): Promise<object> => {
    const before = process.cpuUsage();
    for (let written = 0; written < events; written += 1) await store?.();
    return { cpuSeconds: seconds(process.cpuUsage(before)) };
  };
  const obey = (command: Command): object | Promise<object> => {
    switch (command.ask) {
      case 'time':
        return { cpuSeconds: seconds(process.cpuUsage()) };
      case 'memory':
        globalThis.gc?.();
        return { residentBytes: process.memoryUsage.rss() };
      case 'stream':
        return stream(command.events, command.everyMilliseconds);
      case 'store':
        return writeMany(command.events);
    }
  };
  process.on('message', (command: Command) => {
    void Promise.resolve(obey(command)).then((answer) => process.send?.(answer));
  });
  process.on('SIGTERM', () => process.exit(0));
  process.send?.(opened);
}

function seconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000_000;
}
