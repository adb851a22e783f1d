import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readConfig } from '#config';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { Command } from './command.ts';
import { progressOf } from './progress.ts';

/** `scenewright import`: the campaign of a file. */
export const importCommand: Command = {
  usage: 'import <file> [--copy]',
  summary: 'takes in a campaign that export wrote; --copy beside the one that is here already',
  more: `All of it is taken in, or nothing. With SQLite the server has to be stopped meanwhile, or an admin imports it through the API:
importCampaign. What was played can be searched once a server or play has been started.
`,
  flags: ['--copy'],

  async run(words, { terminal: { print, printError, width }, currentFolder, environment }) {
    const [file, ...rest] = words.filter((word) => word !== '--copy');
    if (file === undefined || file.startsWith('--') || rest.length > 0) {
      printError(`scenewright ${importCommand.usage}\n`);
      return 2;
    }
    const bytes = await readFile(resolve(currentFolder, file)).catch(() => null);
    if (bytes === null) {
      printError(`${file} cannot be read.\n`);
      return 1;
    }
    const { DATABASE_URL, SCENEWRIGHT_DATA } = readConfig({ ...environment });
    const store = await (DATABASE_URL === undefined
      ? openSqliteStore(resolve(SCENEWRIGHT_DATA))
      : openPostgresqlStore(DATABASE_URL)
    ).catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'DataInUseError')) throw error;
      printError(`${error.message}\nA server that runs takes it in through the API: importCampaign.\n`);
      return null;
    });
    if (store === null) return 1;
    try {
      const arrival = {
        isCopy: words.includes('--copy'),
        newId: createTimeOrderedIds(readSystemClock),
        now: readSystemClock(),
      };
      const shown = progressOf('import', { print: printError, isTerminal: width > 0 });
      const imported = await store.archives.importCampaign(bytes, arrival, shown);
      if (isRejection(imported)) {
        const advice = imported.rejected === 'campaign-exists' ? ' Write --copy behind it.' : '';
        printError(`${file}: ${imported.reason}${advice}\n`);
        return 1;
      }
      print(`${imported.name} is here: ${imported.campaignId}\nGo on with it: scenewright play\n`);
      return 0;
    } finally {
      await store.close();
    }
  },
};
