import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { readConfig } from '#config';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import type { Command } from './command.ts';

/** A word and how to get its command: loaded when it is called for, so that help is there at once. */
export type ListedCommand = { readonly summary: string; readonly load: () => Promise<Command> };

const packs: Omit<Command, 'summary'> = {
  usage: 'packs check | new | list | card | lorebook | schemas | operations',
  flags: ['check', 'new', 'list', 'card', 'lorebook', 'schemas', 'operations', '--json'],
  more: 'scenewright packs help lists what each of them takes. check, list and operations know --json.\n',
  async run(words, { terminal: { print, printError }, currentFolder, environment }) {
    const { findPacksFolder, runPacks: run } = await import('../packs.ts');
    return run(words, { print, printError, packsFolder: findPacksFolder(environment), currentFolder });
  },
};

const tokens: Omit<Command, 'summary'> = {
  usage: 'tokens create | list | revoke',
  flags: ['create', 'list', 'revoke', '--viewer', '--roles', '--campaign', '--days', '--name'],
  more: 'scenewright tokens help lists what each of them takes.\n',
  async run(words, { terminal: { print, printError }, environment }) {
    const { runTokens: run } = await import('../tokens.ts');
    const { openPostgresqlStore } = await import('#engine/store/open-store.ts');
    const { openSqliteTokenService } = await import('#engine/store/open-store.ts');
    const { DATABASE_URL, SCENEWRIGHT_DATA } = readConfig({ ...environment });
    const open = () =>
      DATABASE_URL === undefined
        ? openSqliteTokenService(resolve(SCENEWRIGHT_DATA))
        : openPostgresqlStore(DATABASE_URL);
    const newId = createTimeOrderedIds(readSystemClock);
    return run(words, { print, printError, open, clock: readSystemClock, newId, randomBytes });
  },
};

const reindex: Omit<Command, 'summary'> = {
  usage: 'reindex [pack…]',
  async run(words, { terminal: { print, width }, environment }) {
    const { reindex: run } = await import('../reindex.ts');
    return run(words, readConfig({ ...environment }), { print, isTerminal: width > 0 });
  },
};

const listed = (summary: string, load: () => Promise<Omit<Command, 'summary'>>): ListedCommand => ({
  summary,
  load: async () => ({ ...(await load()), summary }),
});

/** Everything `scenewright` knows to do, in the order help lists it. */
export const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  play: listed(
    'plays a story here; goes on where you left',
    async () => (await import('./play.ts')).playCommand,
  ),
  scenario: listed(
    'makes a story of your own for the world of a pack',
    async () => (await import('./scenario.ts')).scenarioCommand,
  ),
  models: listed(
    'lists the models that can be used here, tests one, and recommends',
    async () => (await import('./models.ts')).modelsCommand,
  ),
  mcp: listed(
    'lets an MCP client play, by standard input and output',
    async () => (await import('./mcp.ts')).mcpCommand,
  ),
  export: listed(
    'writes a campaign, or its story to read, into one file; without a campaign it lists them',
    async () => (await import('./campaign-files.ts')).exportCommand,
  ),
  import: listed(
    'takes in a campaign, a character card, a lorebook, a chat or a vault',
    async () => (await import('./campaign-files.ts')).importCommand,
  ),
  turn: listed(
    'lists the turns of a campaign; shows everything about one',
    async () => (await import('./turn.ts')).turnCommand,
  ),
  replay: listed(
    'plays turns again, with something changed, and tells what came out otherwise',
    async () => (await import('./replay.ts')).replayCommand,
  ),
  metrics: listed(
    'counts how well the turns of a campaign went',
    async () => (await import('./metrics.ts')).metricsCommand,
  ),
  packs: listed('checks, makes and lists packs', async () => packs),
  reindex: listed(
    'makes the lore of the packs named anew; with none named, of all, and what was played',
    async () => reindex,
  ),
  tokens: listed('says who may use a server', async () => tokens),
  completion: listed('writes what a shell needs to complete what you type', async () =>
    (await import('./completion.ts')).createCompletionScript(COMMANDS),
  ),
};
