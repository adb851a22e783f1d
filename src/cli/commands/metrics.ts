import { readConfig } from '#config';
import { listEventRanges } from '#engine/replay/event-diagnostics.ts';
import { calculateMetrics, readSessionRecordings } from '#engine/replay/metrics.ts';
import { writeEventsReport, writeMetricsReport } from '#engine/replay/text-reports.ts';
import type { Store } from '#engine/store/store.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openStoreForReading } from '#server/open-store.ts';
import type { Command, ExitCode } from './command.ts';
import { findCampaign } from './find-campaign.ts';

type Outside = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly open: () => Promise<Pick<Store, 'campaigns' | 'turns' | 'sessions' | 'close'>>;
};

/** `scenewright metrics`: prints how well the turns of a campaign went, and the lore ranges of each session. */
export const metricsCommand: Command = {
  usage: 'metrics <campaign> [--json]',
  summary: 'counts how well the turns of a campaign went',
  more: `A campaign is named by its id, or by the start of it; scenewright export lists them. It works while a server runs.
`,
  flags: ['--json'],
  run: (words, { terminal: { print, printError }, environment }) =>
    printMetrics(words, {
      print,
      printError,
      open: () => openStoreForReading(readConfig({ ...environment })),
    }),
};

export async function printMetrics(
  words: readonly string[],
  { print, printError, open }: Outside,
): Promise<ExitCode> {
  const [name, ...flags] = words;
  if (name === undefined || name.startsWith('--') || flags.some((flag) => flag !== '--json')) {
    printError(`scenewright ${metricsCommand.usage}\n`);
    return 2;
  }
  const store = await open();
  try {
    const campaign = await findCampaign(name, store);
    if (isRejection(campaign)) {
      printError(`${campaign.reason}\n`);
      return 1;
    }
    const counted = await countedIn(campaign.id, store);
    print(flags.includes('--json') ? `${JSON.stringify(counted, null, 2)}\n` : reportOf(counted));
    return 0;
  } finally {
    await store.close();
  }
}

async function countedIn(campaignId: string, store: Pick<Store, 'turns' | 'sessions'>) {
  const all = [];
  const sessions = [];
  for (const { id: sessionId } of await store.sessions.ofCampaigns([campaignId])) {
    const recordings = await readSessionRecordings(store, sessionId);
    all.push(...recordings);
    sessions.push({ sessionId, events: listEventRanges(recordings) });
  }
  return { metrics: calculateMetrics(all), sessions };
}

function reportOf({ metrics: whole, sessions }: Awaited<ReturnType<typeof countedIn>>): string {
  const ranges = sessions
    .filter(({ events }) => events.length > 0)
    .map(({ sessionId, events }) => `\nLore of session ${sessionId}\n${writeEventsReport(events)}\n`);
  return `${writeMetricsReport(whole)}\n${ranges.join('')}`;
}
