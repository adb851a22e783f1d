import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import type { Api } from '../play/api-client.ts';
import { withApi } from '../play/api-connection.ts';
import { chooseStory } from '../play/choose-story.ts';
import { type PlayFlags, readPlayFlags } from '../play/play-flags.ts';
import { Table } from '../play/table.ts';
import type { Command, CommandEnvironment, ExitCode } from './command.ts';

/** `scenewright play`: plays a story at the terminal, on a server or on an engine in this process. */
export const playCommand: Command = {
  usage: 'play [--server URL] [--token T] [--continue | --new] [--pack P] [--entry E] [--persona P]',
  summary: 'plays a story here; goes on where you left',
  more: `Without --server the server that runs on the data folder of the settings is used; when none runs, an engine is started in
this process. A server on loopback without accounts needs no token; for others it may also be in SCENEWRIGHT_TOKEN.

  --continue      goes on with the newest campaign without asking
  --campaign ID   goes on with this one
  --new           begins another story; --pack, --entry and --persona answer the menus beforehand

At the table /help lists what can be typed.
`,

  flags: ['--server', '--token', '--continue', '--campaign', '--new', '--pack', '--entry', '--persona'],

  async run(words, surroundings) {
    const { printError } = surroundings.terminal;
    const flags = readPlayFlags(words);
    if (typeof flags === 'string') {
      printError(`${flags}\n`);
      return 2;
    }
    return withApi(flags, surroundings, (api) => playOnServer(api, flags, surroundings));
  },
};

/** Plays on a server until the person leaves. */
export async function playOnServer(
  api: Api,
  flags: PlayFlags,
  { terminal }: CommandEnvironment,
): Promise<ExitCode> {
  const story = await chooseStory(flags, { api, terminal });
  if (story !== null) {
    const table = new Table(story, { api, terminal, newActionId: createTimeOrderedIds(readSystemClock) });
    await table.play(story.turnId);
  }
  terminal.print('\nUntil next time.\n');
  return 0;
}
