import { setTimeout as wait } from 'node:timers/promises';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

export type MortalServer = {
  readonly kills: () => number;
  /** What the server says; null when it died meanwhile. */
  readonly asked: <Answer>(question: (url: string) => Promise<Answer>) => Promise<Answer | null>;
  readonly killAfter: (milliseconds: number) => Promise<void>;
  readonly kill: () => Promise<void>;
};

const MOST_PATIENCE = 3_000;

/** A server with misbehaving models that is there again after every kill; `where` is its folder, and its database if that is elsewhere. */
export async function mortalServer(where: readonly string[], seed: string): Promise<MortalServer> {
  const [folder = '', database = ''] = where;
  let lives = 0;
  const start = (): Promise<ServerProcess> => {
    lives += 1;
    const command = ['test/support/chaos/chaos-server.ts', folder, `${seed}:${lives}`, database];
    return startServerProcess({}, '.', command);
  };
  let living = start();
  await living;
  return {
    kills: () => lives - 1,
    async asked(question) {
      const process = living;
      try {
        return await question((await process).url);
      } catch (error) {
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
        // The connection broke. Whoever killed the server starts it anew; a busy one may have dropped a connection it kept open.
        for (let waited = 0; process === living && waited < MOST_PATIENCE; waited += 10) await wait(10);
        return null;
      }
    },
    async killAfter(milliseconds) {
      await wait(milliseconds);
      const dying = await living;
      const killed = dying.kill();
      living = killed.then(start);
      await living;
    },
    kill: async () => (await living).kill(),
  };
}
