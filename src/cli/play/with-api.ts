import type { ExitCode, Surroundings } from '../command.ts';
import { type Api, graphqlApi, ServerLostError, ServerRefusedError } from './api.ts';

/** Which server; null for an engine of one's own, in this process. */
export type Where = { readonly server: string | null; readonly token: string | null };

/** Does something with the API of a server, or of an engine that is started for it. What the server refuses is said as a sentence. */
export async function withApi(
  { server, token }: Where,
  surroundings: Surroundings,
  run: (api: Api) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { terminal, environment } = surroundings;
  try {
    if (server === null) return await onOwnEngine(surroundings, run);
    return await run(graphqlApi(server, token ?? environment.SCENEWRIGHT_TOKEN ?? null));
  } catch (error) {
    if (!(error instanceof ServerRefusedError || error instanceof ServerLostError)) throw error;
    terminal.printError(`${error.message}\n`);
    return 1;
  }
}

async function onOwnEngine(
  { terminal, environment }: Surroundings,
  run: (api: Api) => Promise<ExitCode>,
): Promise<ExitCode> {
  // Loaded only now: whoever asks a server needs no engine.
  const { startEmbedded } = await import('#start/start-embedded.ts');
  const { sentenceFor } = await import('#start/foreseen-error.ts');
  terminal.print('Opening the engine …\n');
  const engine = await startEmbedded(environment).catch((error: unknown) => {
    const sentence = sentenceFor(error);
    if (sentence === null) throw error;
    throw new ServerRefusedError(`${sentence}\nTo use a running server: --server http://127.0.0.1:4000`);
  });
  try {
    return await run(graphqlApi(engine.address, null));
  } finally {
    await engine.stop();
  }
}
