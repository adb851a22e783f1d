import { readConfig } from '#config';
import { readRecording } from '#engine/replay/recording.ts';
import { reportOf } from '#engine/replay/report-of.ts';
import type { Store } from '#engine/store/store.ts';
import type { RecordingRecord } from '#engine/store/turns.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { openReading } from '#start/open-reading.ts';
import type { Command, ExitCode } from './command.ts';
import { campaignNamed, plainId } from './named.ts';
import { linesOfTurns, turnsOf } from './turn/list.ts';

type Outside = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly open: () => Promise<Pick<Store, 'campaigns' | 'sessions' | 'turns' | 'scenes' | 'close'>>;
};

/** `scenewright turn`: what was recorded of turns. */
export const turnCommand: Command = {
  usage: 'turn list <campaign> | show <turn> [--json]',
  summary: 'lists the turns of a campaign; shows everything about one',
  more: `A campaign is named by its id, or by the start of it; scenewright export lists them. A turn is named by its id, as list and the API
give it. show tells of each attempt: prompts and their layers, answers, dice, searches, lore, changes, checks, cost and time.
--json gives the recording whole. It works while a server runs.
`,
  flags: ['list', 'show', '--json'],
  run: (words, { terminal: { print, printError }, environment }) =>
    turn(words, { print, printError, open: () => openReading(readConfig({ ...environment })) }),
};

export async function turn(
  words: readonly string[],
  { print, printError, open }: Outside,
): Promise<ExitCode> {
  const [command, name, ...flags] = words;
  const isKnown = command === 'show' || command === 'list';
  if (!isKnown || name === undefined || flags.some((flag) => flag !== '--json')) {
    printError(`scenewright ${turnCommand.usage}\n`);
    return 2;
  }
  const asJson = flags.includes('--json');
  const store = await open();
  try {
    const text = command === 'show' ? await shown(name, asJson, store) : await listed(name, asJson, store);
    if (isRejection(text)) {
      printError(`${text.reason}\n`);
      return 1;
    }
    print(text);
    return 0;
  } finally {
    await store.close();
  }
}

async function shown(
  name: string,
  asJson: boolean,
  { turns }: Pick<Store, 'turns'>,
): Promise<string | Rejection> {
  const recordings = await turns.recordings([plainId(name, 'Turn')]);
  if (recordings.length === 0) {
    return reject('unknown-turn', `Nothing is recorded of a turn ${name}.`);
  }
  if (!asJson) return recordings.map(pageOf).join('\n');
  const contents = recordings.map(({ content }) => content);
  return `${JSON.stringify(contents, null, 2)}\n`;
}

async function listed(
  name: string,
  asJson: boolean,
  store: Parameters<typeof turnsOf>[1],
): Promise<string | Rejection> {
  const campaign = await campaignNamed(name, store);
  if (isRejection(campaign)) return campaign;
  const sessions = await turnsOf(campaign.id, store);
  return asJson ? `${JSON.stringify(sessions, null, 2)}\n` : linesOfTurns(sessions);
}

function pageOf({ content, attempt, bytes }: RecordingRecord): string {
  const recording = readRecording(content);
  return recording === null
    ? `Attempt ${attempt} was recorded by another version; --json shows it as it is.\n`
    : reportOf(recording, bytes);
}
