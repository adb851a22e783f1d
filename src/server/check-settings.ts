import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { type Config, ConfigError } from '#config';
import { readLanguages } from '#engine/language/read-languages.ts';
import { lockDataFolder } from '#engine/store/data-folder.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { readTrustedDocuments } from '#schema/trusted-documents.ts';
import { chooseModels } from './choose-models.ts';
import { explainError } from './process-errors.ts';

/**
 * Checks the settings against this machine before anything slow happens. Throws one error that names every wrong setting, each
 * with its cure.
 */
export async function checkSettings(config: Config): Promise<void> {
  const faults = [
    ...findDataFaults(config),
    ...findPackFaults(config),
    ...(await findModelFaults(config)),
    ...findFileFaults(config),
    ...(await findPortFaults(config)),
  ];
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
}

/** Finds faults of the folder of packs: without a pack there is nothing to play. */
export function findPackFaults({ SCENEWRIGHT_PACKS }: Pick<Config, 'SCENEWRIGHT_PACKS'>): string[] {
  const folder = resolve(SCENEWRIGHT_PACKS);
  const advice = 'Name the folder whose sub-folders are packs, for example SCENEWRIGHT_PACKS=./content_packs';
  const kind = statSync(folder, { throwIfNoEntry: false });
  if (kind === undefined) return [`SCENEWRIGHT_PACKS: the folder ${folder} does not exist. ${advice}`];
  if (!kind.isDirectory()) return [`SCENEWRIGHT_PACKS: ${folder} is a file, not a folder. ${advice}`];
  if (existsSync(join(folder, PACK_FILE)))
    return [`SCENEWRIGHT_PACKS: ${folder} is itself a pack. ${advice}`];
  const hasPack = readdirSync(folder).some((name) => existsSync(join(folder, name, PACK_FILE)));
  return hasPack ? [] : [`SCENEWRIGHT_PACKS: no sub-folder of ${folder} has a ${PACK_FILE}. ${advice}`];
}

const PACK_FILE = 'pack.yaml';

/** Finds a data folder that cannot be written, or that another server holds. */
function findDataFaults({ SCENEWRIGHT_DATA, DATABASE_URL }: Config): string[] {
  const folder = resolve(SCENEWRIGHT_DATA);
  const probe = join(folder, `.write-test-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const advice = 'Make it writable, or choose another folder, for example SCENEWRIGHT_DATA=./data';
    return [`SCENEWRIGHT_DATA: ${folder} is not a folder that can be written (${codeOf(error)}). ${advice}`];
  }
  return DATABASE_URL === undefined ? collect(() => lockDataFolder(folder)()) : [];
}

/** Finds models that are unknown or have no key, and faults of the user's catalogue. */
async function findModelFaults(config: Config): Promise<string[]> {
  try {
    // Without a named model nothing found on this machine can be wrong, and the start itself looks for it.
    const isNamed = config.SMALL_MODEL !== undefined || config.LARGE_MODEL !== undefined;
    await chooseModels(isNamed ? config : { ...config, MODEL_DISCOVERY: 0 }, readSystemClock);
    return [];
  } catch (error) {
    const key = error instanceof Error && 'key' in error ? error.key : null;
    const names = (['SMALL_MODEL', 'LARGE_MODEL'] as const).filter((name) => config[name] === key);
    const isFile = error instanceof Error && error.name === 'CatalogueError';
    const named = isFile ? ['SCENEWRIGHT_MODELS'] : names;
    return [`${named.join(' and ')}: ${explain(error)}`];
  }
}

/** Finds files of languages and of trusted documents that cannot be used. */
function findFileFaults({
  SCENEWRIGHT_LANGUAGES,
  TRUSTED_DOCUMENTS,
  TRUSTED_DOCUMENTS_ONLY,
}: Config): string[] {
  return [
    ...collect(() => readLanguages(SCENEWRIGHT_LANGUAGES)).map((fault) => `SCENEWRIGHT_LANGUAGES: ${fault}`),
    ...(TRUSTED_DOCUMENTS === undefined
      ? []
      : collect(() => readTrustedDocuments(TRUSTED_DOCUMENTS, TRUSTED_DOCUMENTS_ONLY))),
  ];
}

/** Finds addresses of the API and of the metrics on which this server cannot listen. */
async function findPortFaults({ HOST, PORT, METRICS_HOST, METRICS_PORT }: Config): Promise<string[]> {
  const api = await tryListening(HOST, PORT);
  const metrics = METRICS_PORT === undefined ? null : await tryListening(METRICS_HOST, METRICS_PORT);
  return [
    ...(api === null ? [] : [explainListening(api, ['HOST', HOST], ['PORT', PORT, 4001])]),
    ...(metrics === null
      ? []
      : [
          explainListening(
            metrics,
            ['METRICS_HOST', METRICS_HOST],
            ['METRICS_PORT', Number(METRICS_PORT), 9464],
          ),
        ]),
  ];
}

/** Listens for a moment. Returns the code of the error; null when the address is free. */
function tryListening(host: string, port: number): Promise<string | null> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error) => done(codeOf(error)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done(null)));
  });
}

function explainListening(
  code: string,
  [hostName, host]: readonly [string, string],
  [portName, port, example]: readonly [string, number, number],
): string {
  const advice = `for example ${portName}=${example}`;
  if (code === 'EADDRINUSE') {
    return `${portName}: another program already listens on ${host}:${port}. Stop it, or choose another port, ${advice}`;
  }
  if (code === 'EACCES') {
    return `${portName}: this user may not listen on port ${port}. Choose one above 1023, ${advice}`;
  }
  return `${hostName}: this machine cannot listen on ${host} (${code}). Write for example ${hostName}=127.0.0.1`;
}

/** Runs a check that throws a foreseen error, and returns its message. */
function collect(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [explain(error)];
  }
}

/** Returns the message of a foreseen error. Any other error is a bug and is thrown again. */
function explain(error: unknown): string {
  const sentence = explainError(error);
  if (sentence === null) throw error;
  return sentence;
}

const codeOf = (error: unknown): string => String(Object(error).code);
