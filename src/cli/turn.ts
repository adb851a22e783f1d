import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentWithDotEnv, readConfig } from '#config';
import { readRecording } from '#engine/replay/recording.ts';
import { reportOf } from '#engine/replay/report-of.ts';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import type { RecordingRecord } from '#engine/store/turns.ts';

type Outside = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly open: () => Promise<Pick<Store, 'turns' | 'close'>>;
};

const USAGE = 'npm run turn -- show <turn id> [--json]\n';

/** `npm run turn -- show <id>`: everything about each attempt at a turn, to read or as JSON. */
export async function turn(
  words: readonly string[],
  { print, printError, open }: Outside,
): Promise<0 | 1 | 2> {
  const [command, id, ...flags] = words;
  const asJson = flags.includes('--json');
  if (command !== 'show' || id === undefined || flags.some((flag) => flag !== '--json')) {
    printError(USAGE);
    return 2;
  }
  const store = await open();
  try {
    const recordings = await store.turns.recordings([id]);
    if (recordings.length === 0) {
      printError(`Nothing is recorded of a turn ${id}.\n`);
      return 1;
    }
    if (asJson)
      print(
        `${JSON.stringify(
          recordings.map(({ content }) => content),
          null,
          2,
        )}\n`,
      );
    else for (const recording of recordings) print(pageOf(recording));
    return 0;
  } finally {
    await store.close();
  }
}

function pageOf({ content, attempt, bytes }: RecordingRecord): string {
  const recording = readRecording(content);
  return recording === null
    ? `Attempt ${attempt} was recorded by another version; --json shows it as it is.\n`
    : `${reportOf(recording, bytes)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { DATABASE_URL, SCENEWRIGHT_DATA } = readConfig(environmentWithDotEnv(process.cwd()));
  process.exitCode = await turn(process.argv.slice(2), {
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
    open: () =>
      DATABASE_URL === undefined
        ? openSqliteStore(resolve(SCENEWRIGHT_DATA))
        : openPostgresqlStore(DATABASE_URL),
  });
}
