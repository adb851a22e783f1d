import { randomBytes } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readConfig } from '#config';
import { drawSeed } from '#engine/rules/verifiable-rolls.ts';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openStoreForReading } from '#server/open-store.ts';
import { createProgress } from '../terminal/progress.ts';
import type { Command, CommandEnvironment, ExitCode } from './command.ts';
import { exportStory, findStoryFormat } from './export-story.ts';
import { findCampaign, listCampaigns } from './find-campaign.ts';
import { CONTENT_FLAGS, importContent, isForeignContent } from './import-content.ts';

type CampaignStore = Pick<Store, 'campaigns' | 'archives'>;

/** `scenewright export`: a campaign as one file. */
export const exportCommand: Command = {
  usage: 'export [campaign [file]] [--json] [--force]',
  summary: 'writes a campaign into one file; without a campaign it lists them',
  more: `A campaign is named by its id, or by the start of it. The file holds everything that was played and the packs as they were; no
tokens and no invitations. A file that ends in .md, .jsonl or .epub gets the story of its last session to read instead. It works while a server runs. --force writes over a file; --json lists campaigns for programs.
`,
  flags: ['--json', '--force'],

  async run(words, surroundings) {
    const flags = words.filter((word) => word.startsWith('--'));
    const wrong = flags.find((flag) => flag !== '--json' && flag !== '--force');
    const [campaign, file, ...rest] = words.filter((word) => !word.startsWith('--'));
    if (wrong !== undefined || rest.length > 0) {
      surroundings.terminal.printError(`scenewright ${exportCommand.usage}\n`);
      return 2;
    }
    const format = findStoryFormat(file ?? '');
    if (campaign !== undefined && file !== undefined && format !== null)
      return exportStory({ campaign, file, format, isForced: flags.includes('--force') }, surroundings);
    const store = await openStoreForReading(readConfig({ ...surroundings.environment }));
    try {
      if (campaign === undefined) return await list(store, flags.includes('--json'), surroundings);
      return await write(
        { campaign, file: file ?? null, isForced: flags.includes('--force') },
        store,
        surroundings,
      );
    } finally {
      await store.close();
    }
  },
};

async function list(
  store: CampaignStore,
  asJson: boolean,
  { terminal: { print } }: CommandEnvironment,
): Promise<ExitCode> {
  const rows = (await listCampaigns(store)).map(({ id, name, entryPointId, createdAt }) => {
    return { id, name, entryPointId, createdAt: createdAt.toISOString() };
  });
  if (asJson) print(`${JSON.stringify(rows, null, 2)}\n`);
  else if (rows.length === 0) print('No campaigns.\n');
  else for (const { id, name, createdAt } of rows) print(`${id}  ${createdAt.slice(0, 10)}  ${name}\n`);
  return 0;
}

type Wish = { readonly campaign: string; readonly file: string | null; readonly isForced: boolean };

async function write(
  { campaign: wanted, file, isForced }: Wish,
  store: CampaignStore,
  { terminal: { print, printError, width }, currentFolder }: CommandEnvironment,
): Promise<ExitCode> {
  const campaign = await findCampaign(wanted, store);
  if (isRejection(campaign)) {
    printError(`${campaign.reason}\n`);
    return 1;
  }
  const path = resolve(currentFolder, file ?? `${fileNameOf(campaign.name)}.scenewright`);
  if (!isForced && (await stat(path).catch(() => null)) !== null) {
    printError(`${path} is there already; name another file, or write over it with --force.\n`);
    return 1;
  }
  const shown = createProgress('export', { print: printError, isTerminal: width > 0 });
  const options = { includesSeeds: true, onProgress: shown };
  const bytes = await store.archives.exportCampaign(campaign.id, readSystemClock(), options);
  if (isRejection(bytes)) {
    printError(`${campaign.name}: ${bytes.reason}\n`);
    return 1;
  }
  // Written under another name first, so that an existing file is never incomplete.
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
  print(`${campaign.name}: ${path} (${Math.ceil(bytes.length / 1024)} KiB)\n`);
  return 0;
}

function fileNameOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['campaign'];
  return words.join('-').slice(0, 60);
}

/** `scenewright import`: a campaign, or the content of another program. */
export const importCommand: Command = {
  usage:
    'import <file or folder> [--copy | --persona NAME --id ID --chat FILE --allow-prompts --into FOLDER --json]',
  summary: 'takes in a campaign, a character card, a lorebook, a chat or an Obsidian vault',
  more: `A campaign that export wrote: all of it is taken in, or nothing; --copy beside the one that is here already. With SQLite the server has to be
stopped meanwhile, or an admin imports it through the API: importCampaign.

A card (V1, V2, V3 as JSON, PNG or CHARX), a lorebook, a chat (JSONL) or a folder of Markdown notes becomes a pack beside the others, with a report
of what became of every field. The file comes first.
  --persona NAME     the player's character, for {{user}}
  --id ID            the id of the pack
  --chat FILE        a chat with the character of the card, as history and memories
  --folder NAME=KIND notes of this folder are of this kind (character, location, faction, item, culture, history, technology)
  --allow-prompts    lets instructions to the model that stand in the card reach it
  --into FOLDER      writes the pack there
  --json             prints the report for programs
`,
  flags: ['--copy', ...CONTENT_FLAGS],

  async run(words, surroundings) {
    const { terminal, currentFolder, environment } = surroundings;
    const { print, printError, width } = terminal;
    const [first] = words;
    const isForeign = first !== undefined && (await isForeignContent(resolve(currentFolder, first)));
    if (isForeign) return importContent(words, surroundings);
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
        newDice: () => drawSeed(randomBytes),
      };
      const shown = createProgress('import', { print: printError, isTerminal: width > 0 });
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
