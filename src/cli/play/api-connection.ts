import { type Api, createGraphqlApi, ServerLostError, ServerRefusedError } from '#client/graphql-api.ts';
import type { CommandEnvironment, ExitCode } from '../commands/command.ts';
import { printLines, wrapLines } from './render.ts';

/** The server to use; null for the one that runs on the data folder, or an engine in this process. */
export type ApiAddress = { readonly server: string | null; readonly token: string | null };

/** Runs something against the API of a server, and prints what the server refuses as a sentence. */
export async function withApi(
  { server, token: given }: ApiAddress,
  surroundings: CommandEnvironment,
  run: (api: Api) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { terminal, environment } = surroundings;
  const token = given ?? environment.SCENEWRIGHT_TOKEN ?? null;
  try {
    if (server !== null) return await run(createGraphqlApi(server, token));
    const running = await findServerOnData(token, surroundings);
    return running === null
      ? await onOwnEngine(surroundings, run)
      : await run(createGraphqlApi(running, token));
  } catch (error) {
    if (!(error instanceof ServerRefusedError || error instanceof ServerLostError)) throw error;
    terminal.printError(`${wrapLines(error.message, terminal.width)}\n`);
    return 1;
  }
}

/** Returns the address of the server that works on the data folder; null when there is none. */
async function findServerOnData(
  token: string | null,
  { terminal, environment }: CommandEnvironment,
): Promise<string | null> {
  const { findRunningServer } = await import('#server/embedded-server.ts');
  const running = await refusing(async () => findRunningServer(environment));
  if (running === null) return null;
  const { address, needsToken } = running;
  if (needsToken && token === null) {
    throw new ServerRefusedError(
      `The server at ${address} uses this data folder and asks who you are. Give a token with --token or SCENEWRIGHT_TOKEN; \`npm run tokens -- create\` makes one.`,
    );
  }
  printLines(`Using the server at ${address}, which runs on this data folder.`, terminal);
  return address;
}

async function onOwnEngine(
  surroundings: CommandEnvironment,
  run: (api: Api) => Promise<ExitCode>,
): Promise<ExitCode> {
  // Loaded only here: a command that asks a server needs no engine.
  const { startEmbedded } = await import('#server/embedded-server.ts');
  const { askForLocalModel } = await import('./ask-for-local-model.ts');
  const environment = await refusing(() => askForLocalModel(surroundings));
  surroundings.terminal.print('Opening the engine …\n');
  const engine = await refusing(() => startEmbedded(environment));
  try {
    return await run(createGraphqlApi(engine.address, null));
  } finally {
    await engine.stop();
  }
}

/** Turns an error that was foreseen into a sentence for the terminal. */
async function refusing<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    const { explainError } = await import('#server/process-errors.ts');
    const sentence = explainError(error);
    if (sentence === null) throw error;
    const advice =
      Object(error).name === 'DataInUseError'
        ? '\nA server that is still starting can be used in a moment.'
        : '';
    throw new ServerRefusedError(`${sentence}${advice}`);
  }
}
