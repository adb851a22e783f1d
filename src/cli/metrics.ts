import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentWithDotEnv, readConfig } from '#config';
import { eventStretches } from '#engine/replay/event-diagnostics.ts';
import { metricsOf } from '#engine/replay/metrics.ts';
import { eventsReport, metricsReport } from '#engine/replay/metrics-report.ts';
import { figuresOfSession } from '#engine/replay/read-recordings.ts';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';

type Outside = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly open: () => Promise<Pick<Store, 'turns' | 'sessions' | 'close'>>;
};

const USAGE = 'npm run metrics -- <campaign id> [--json]\n';

/** `npm run metrics -- <campaign>`: how well its turns went, and the stretches of lore of each of its sessions. */
export async function metrics(
  words: readonly string[],
  { print, printError, open }: Outside,
): Promise<0 | 1 | 2> {
  const [campaignId, ...flags] = words;
  if (campaignId === undefined || campaignId.startsWith('--') || flags.some((flag) => flag !== '--json')) {
    printError(USAGE);
    return 2;
  }
  const store = await open();
  try {
    const sessions = await store.sessions.ofCampaigns([campaignId]);
    if (sessions.length === 0) {
      printError(`There is no campaign ${campaignId}.\n`);
      return 1;
    }
    const each = await Promise.all(
      sessions.map(async ({ id }) => ({ id, recordings: await figuresOfSession(store, id) })),
    );
    const whole = metricsOf(each.flatMap(({ recordings }) => recordings));
    const events = each.map(({ id, recordings }) => ({ sessionId: id, events: eventStretches(recordings) }));
    if (flags.includes('--json')) print(`${JSON.stringify({ metrics: whole, sessions: events }, null, 2)}\n`);
    else {
      print(`${metricsReport(whole)}\n`);
      for (const session of events)
        print(`\nSession ${session.sessionId}\n${eventsReport(session.events)}\n`);
    }
    return 0;
  } finally {
    await store.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { DATABASE_URL, SCENEWRIGHT_DATA } = readConfig(environmentWithDotEnv(process.cwd()));
  process.exitCode = await metrics(process.argv.slice(2), {
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
    open: () =>
      DATABASE_URL === undefined
        ? openSqliteStore(resolve(SCENEWRIGHT_DATA))
        : openPostgresqlStore(DATABASE_URL),
  });
}
