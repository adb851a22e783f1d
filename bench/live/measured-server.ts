import { fork } from 'node:child_process';
import { once } from 'node:events';

export type ServerKind = 'ours' | 'bare';

/** What the bench asks of a server, and the one answer to each. */
export type Command =
  | { readonly ask: 'time' | 'memory' }
  | { readonly ask: 'stream'; readonly events: number; readonly everyMilliseconds: number }
  | { readonly ask: 'store'; readonly events: number };

export type Opened = { readonly url: string; readonly query: string; readonly variables: object };

/** A server in a process of its own, so that what it uses is not what its clients use. */
export async function startMeasuredServer(kind: ServerKind) {
  const child = fork(new URL(`./${kind}-server.ts`, import.meta.url), {
    execArgv: ['--expose-gc', '--no-warnings'],
  });
  const answer = async <Answer>(): Promise<Answer> => (await once(child, 'message'))[0] as Answer;
  const opened = await answer<Opened>();
  const asked = <Answer>(command: Command): Promise<Answer> => {
    const answered = answer<Answer>();
    child.send(command);
    return answered;
  };
  return {
    ...opened,
    /** Seconds of the processor used so far. */
    cpuSeconds: async () => (await asked<{ readonly cpuSeconds: number }>({ ask: 'time' })).cpuSeconds,
    /** What it holds after rubbish was collected. Not to be asked for while time is measured. */
    residentBytes: async () =>
      (await asked<{ readonly residentBytes: number }>({ ask: 'memory' })).residentBytes,
    /** Tells so many events and resolves when the last is out; not when it has arrived. */
    stream: (events: number, everyMilliseconds: number) =>
      asked<{ readonly told: number }>({ ask: 'stream', events, everyMilliseconds }),
    /** How long writing an event into the store takes, in seconds of the processor. */
    store: (events: number) => asked<{ readonly cpuSeconds: number }>({ ask: 'store', events }),
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

export type MeasuredServer = Awaited<ReturnType<typeof startMeasuredServer>>;
