import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { RUN_FOLDER } from './run-folder.ts';

export type ServerProcess = {
  /** Where it listens. */
  readonly url: string;
  /** Waits until it has printed this, and gives the match. Standard output and errors arrive by two pipes, in no order of their own. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Everything it has printed so far, for saying what it did not print: what it did is waited for by `printed`. */
  readonly output: () => string;
  /** Ends it as a crash would: at once, without a word. */
  readonly kill: () => Promise<void>;
  /** Asks it to end and waits until it has. Gives its exit code. */
  readonly stop: () => Promise<number | null>;
};

const START = ['bin/scenewright.js'];

/**
 * Starts the real server as a process of its own, as `npm start` does, and waits until it listens. `folder` holds its source; another
 * command than its own may be given, and a signal that kills it at any time. It searches by words alone unless the environment says
 * otherwise: loading the embedding model takes as long as everything else a server does in a test.
 */
export async function startServerProcess(
  environment: Record<string, string>,
  folder = '.',
  command: readonly string[] = START,
  signal?: AbortSignal,
): Promise<ServerProcess> {
  const child = spawnServer(environment, folder, command, signal);
  const output = collect(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const printed = (pattern: RegExp) => untilPrinted(child, output, pattern);
  const url = group(await printed(/listens on (http:\S+)\/graphql/));
  const end = (name: NodeJS.Signals) => {
    child.kill(name);
    return exited;
  };
  return {
    url,
    printed,
    output,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

/** Starts the server expecting that it cannot start; gives its exit code and what it printed. */
export async function failToStart(
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawnServer(environment);
  const output = collect(child);
  const [code] = await once(child, 'close');
  return { code: code as number | null, output: output() };
}

function spawnServer(
  environment: Record<string, string>,
  folder = '.',
  command: readonly string[] = START,
  signal?: AbortSignal,
): ChildProcess {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE, [RUN_FOLDER]: shared } = process.env;
  // What is shared by all tests of a run is made once for these processes too.
  const ours = { PATH, TMPDIR, NODE_COMPILE_CACHE, [RUN_FOLDER]: shared };
  const child = spawn(process.execPath, [...command], {
    cwd: folder,
    env: { ...ours, PORT: '0', LOG_LEVEL: 'warn', EMBEDDINGS: 'none', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal, killSignal: 'SIGKILL' as const }),
  });
  // Being killed by the signal is announced as an error; the caller sees the process end.
  if (signal !== undefined) child.on('error', () => {});
  return child;
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: Buffer) => {
    text += chunk.toString('utf8');
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}

/** Ends by itself only when the process does: a test that waits for what is never said runs into its own time limit. */
async function untilPrinted(
  child: ChildProcess,
  output: () => string,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  for (;;) {
    // A pipe may still hold last words when the process is gone, so it is read until it ends.
    const ended = child.stdout?.closed === true && child.stderr?.closed === true;
    const match = pattern.exec(output());
    if (match !== null) return match;
    if (ended) throw new Error(`the server ended without printing ${pattern}:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What the first group of a pattern caught. */
export function group([, first]: RegExpExecArray): string {
  if (first === undefined) throw new Error('the pattern has no group');
  return first;
}
