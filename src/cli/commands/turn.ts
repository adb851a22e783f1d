import { readConfig } from '#config';
import type { TurnRecord } from '#engine/domain/turn.ts';
import { readRecording } from '#engine/replay/recording.ts';
import { writeRecordingReport } from '#engine/replay/text-reports.ts';
import type { Page } from '#engine/store/page.ts';
import type { Store } from '#engine/store/store.ts';
import type { RecordingRecord } from '#engine/store/turns.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { openStoreForReading } from '#server/open-store.ts';
import type { Command, ExitCode } from './command.ts';
import { findCampaign, toPlainId } from './find-campaign.ts';

const AT_ONCE = 100;
const LONGEST = 70;

type ListedTurn = {
  readonly id: string;
  /** The index of the scene it made; null when it made none. */
  readonly sceneIndex: number | null;
  readonly status: string;
  /** Request of the turn in a few words. */
  readonly asked: string;
};

type ListedSession = { readonly sessionId: string; readonly turns: readonly ListedTurn[] };

type Doors = Pick<Store, 'campaigns' | 'sessions' | 'turns' | 'scenes'>;

/** Lists every turn of every session of a campaign, oldest first. */
async function listTurns(campaignId: string, store: Doors): Promise<readonly ListedSession[]> {
  const sessions = await store.sessions.ofCampaigns([campaignId]);
  const listed: ListedSession[] = [];
  for (const { id: sessionId } of sessions) {
    listed.push({ sessionId, turns: await turnsOfSession(sessionId, store) });
  }
  return listed;
}

async function turnsOfSession(sessionId: string, { turns, scenes }: Doors): Promise<readonly ListedTurn[]> {
  const found: ListedTurn[] = [];
  let after: string | null = null;
  for (;;) {
    const request = { limit: AT_ONCE, from: 'start', after, before: null } as const;
    const page: Page<TurnRecord> = await turns.ofSession(sessionId, request);
    const made = await scenes.findMany(page.items.flatMap(({ sceneId }) => sceneId ?? []));
    const indices = new Map(made.map(({ id, index }) => [id, index]));
    found.push(
      ...page.items.map(({ id, status, sceneId, input }) => {
        return { id, status, sceneIndex: indices.get(sceneId ?? '') ?? null, asked: wordsOf(input) };
      }),
    );
    after = page.items.at(-1)?.id ?? null;
    if (!page.hasMore || after === null) return found;
  }
}

/** Returns the player's own words where there are some, else the kind of the turn. */
function wordsOf(input: TurnRecord['input']): string {
  const { kind, text } = Object(input) as { readonly kind?: unknown; readonly text?: unknown };
  const words = typeof text === 'string' && text !== '' ? text : `(${String(kind)})`;
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1)}…`;
}

function formatTurns(sessions: readonly ListedSession[]): string {
  return sessions
    .map(({ sessionId, turns }) => {
      const lines = turns.map(({ id, sceneIndex, status, asked }) => {
        const scene = sceneIndex === null ? '' : String(sceneIndex);
        return `  ${scene.padStart(4)}  ${id}  ${status.padEnd(10)} ${asked}\n`;
      });
      return `Session ${sessionId}\n${lines.join('')}`;
    })
    .join('\n');
}

type Outside = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly open: () => Promise<Pick<Store, 'campaigns' | 'sessions' | 'turns' | 'scenes' | 'close'>>;
};

/** `scenewright turn`: shows the recordings of turns. */
export const turnCommand: Command = {
  usage: 'turn list <campaign> | show <turn> [--json]',
  summary: 'lists the turns of a campaign; shows everything about one',
  more: `A campaign is named by its id, or by the start of it; scenewright export lists them. A turn is named by its id, as list and the API
give it. show tells of each attempt: prompts and their layers, answers, dice, searches, lore, changes, checks, cost and time.
--json gives the recording whole. It works while a server runs.
`,
  flags: ['list', 'show', '--json'],
  run: (words, { terminal: { print, printError }, environment }) =>
    printTurn(words, { print, printError, open: () => openStoreForReading(readConfig({ ...environment })) }),
};

export async function printTurn(
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
  const recordings = await turns.recordings([toPlainId(name, 'Turn')]);
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
  store: Parameters<typeof listTurns>[1],
): Promise<string | Rejection> {
  const campaign = await findCampaign(name, store);
  if (isRejection(campaign)) return campaign;
  const sessions = await listTurns(campaign.id, store);
  return asJson ? `${JSON.stringify(sessions, null, 2)}\n` : formatTurns(sessions);
}

function pageOf({ content, attempt, bytes }: RecordingRecord): string {
  const recording = readRecording(content);
  return recording === null
    ? `Attempt ${attempt} was recorded by another version; --json shows it as it is.\n`
    : writeRecordingReport(recording, bytes);
}
