import { rename, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readConfig } from '#config';
import { systemClock } from '#engine/kit/clock.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { openPostgresqlStore } from '#engine/store/open-store.ts';
import { openSqliteTokens, type TokenDesk } from '#engine/store/open-tokens.ts';
import type { Command, ExitCode, Surroundings } from './command.ts';

const MOST_LISTED = 100;

/** `scenewright export`: a campaign as one file. */
export const exportCommand: Command = {
  usage: 'export [campaign [file]] [--json] [--force]',
  summary: 'writes a campaign into one file; without a campaign it lists them',
  more: `A campaign is named by its id, or by the start of it. The file holds everything that was played and the packs as they were; no
tokens and no invitations. It works while a server runs. --force writes over a file; --json lists campaigns for programs.
`,

  async run(words, surroundings) {
    const flags = words.filter((word) => word.startsWith('--'));
    const wrong = flags.find((flag) => flag !== '--json' && flag !== '--force');
    const [campaign, file, ...rest] = words.filter((word) => !word.startsWith('--'));
    if (wrong !== undefined || rest.length > 0) {
      surroundings.terminal.printError(`scenewright ${exportCommand.usage}\n`);
      return 2;
    }
    const desk = await open(surroundings);
    try {
      if (campaign === undefined) return await list(desk, flags.includes('--json'), surroundings);
      return await write(
        { campaign, file: file ?? null, isForced: flags.includes('--force') },
        desk,
        surroundings,
      );
    } finally {
      await desk.close();
    }
  },
};

function open({ environment }: Surroundings): Promise<TokenDesk> {
  const { DATABASE_URL, SCENEWRIGHT_DATA } = readConfig({ ...environment });
  return DATABASE_URL === undefined
    ? openSqliteTokens(resolve(SCENEWRIGHT_DATA))
    : openPostgresqlStore(DATABASE_URL);
}

async function campaignsOf({ campaigns }: TokenDesk): Promise<readonly CampaignRecord[]> {
  const { items } = await campaigns.page({ limit: MOST_LISTED, from: 'start', after: null, before: null });
  return items;
}

async function list(
  desk: TokenDesk,
  asJson: boolean,
  { terminal: { print } }: Surroundings,
): Promise<ExitCode> {
  const rows = (await campaignsOf(desk)).map(({ id, name, entryPointId, createdAt }) => {
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
  desk: TokenDesk,
  { terminal: { print, printError }, currentFolder }: Surroundings,
): Promise<ExitCode> {
  const found = (await campaignsOf(desk)).filter(({ id }) => id.startsWith(wanted));
  const campaign = found.length === 1 ? found[0] : await desk.campaigns.find(wanted);
  if (campaign == null) {
    const which = found.length === 0 ? 'no campaign' : 'more than one campaign';
    printError(`There is ${which} ${wanted}. scenewright export lists them.\n`);
    return 1;
  }
  const path = resolve(currentFolder, file ?? `${fileNameOf(campaign.name)}.scenewright`);
  if (!isForced && (await stat(path).catch(() => null)) !== null) {
    printError(`${path} is there already; name another file, or write over it with --force.\n`);
    return 1;
  }
  const bytes = await desk.archives.exportCampaign(campaign.id, systemClock());
  if (isRejection(bytes)) {
    printError(`${campaign.name}: ${bytes.reason}\n`);
    return 1;
  }
  // Put in place whole: a file that is there is never half of one.
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
  print(`${campaign.name}: ${path} (${Math.ceil(bytes.length / 1024)} KiB)\n`);
  return 0;
}

function fileNameOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['campaign'];
  return words.join('-').slice(0, 60);
}
