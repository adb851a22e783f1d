import { rename, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readConfig } from '#config';
import type { Store } from '#engine/store/store.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openReading } from '#start/open-reading.ts';
import type { Command, ExitCode, Surroundings } from './command.ts';
import { campaignNamed, campaignsOf } from './named.ts';
import { progressOf } from './progress.ts';

type Desk = Pick<Store, 'campaigns' | 'archives'>;

/** `scenewright export`: a campaign as one file. */
export const exportCommand: Command = {
  usage: 'export [campaign [file]] [--json] [--force]',
  summary: 'writes a campaign into one file; without a campaign it lists them',
  more: `A campaign is named by its id, or by the start of it. The file holds everything that was played and the packs as they were; no
tokens and no invitations. It works while a server runs. --force writes over a file; --json lists campaigns for programs.
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
    const desk = await openReading(readConfig({ ...surroundings.environment }));
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

async function list(desk: Desk, asJson: boolean, { terminal: { print } }: Surroundings): Promise<ExitCode> {
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
  desk: Desk,
  { terminal: { print, printError, width }, currentFolder }: Surroundings,
): Promise<ExitCode> {
  const campaign = await campaignNamed(wanted, desk);
  if (isRejection(campaign)) {
    printError(`${campaign.reason}\n`);
    return 1;
  }
  const path = resolve(currentFolder, file ?? `${fileNameOf(campaign.name)}.scenewright`);
  if (!isForced && (await stat(path).catch(() => null)) !== null) {
    printError(`${path} is there already; name another file, or write over it with --force.\n`);
    return 1;
  }
  const shown = progressOf('export', { print: printError, isTerminal: width > 0 });
  const bytes = await desk.archives.exportCampaign(campaign.id, readSystemClock(), shown);
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
