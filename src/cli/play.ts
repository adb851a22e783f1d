import { systemClock } from '#engine/kit/clock.ts';
import { timeOrderedIds } from '#engine/kit/new-id.ts';
import type { Command, ExitCode, Surroundings } from './command.ts';
import type { Api } from './play/api.ts';
import { chooseStory } from './play/choose-story.ts';
import { type PlayFlags, readPlayFlags } from './play/play-flags.ts';
import { Table } from './play/table.ts';
import { withApi } from './play/with-api.ts';

/** `scenewright play`: a story at the terminal, on a server or on an engine of one's own. */
export const play: Command = {
  usage: 'play [--server URL] [--token T] [--continue | --new] [--pack P] [--entry E] [--persona P]',
  summary: 'plays a story here; goes on where you left',
  more: `Without --server an engine is started in this process, on the data folder of the settings. While a server uses that
folder, play on the server: --server http://127.0.0.1:4000. The token may also be in SCENEWRIGHT_TOKEN.

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
    return withApi(flags, surroundings, (api) => playAt(api, flags, surroundings));
  },
};

/** Plays on a server until the person leaves. */
export async function playAt(api: Api, flags: PlayFlags, { terminal }: Surroundings): Promise<ExitCode> {
  const story = await chooseStory(flags, { api, terminal });
  if (story !== null) {
    const table = new Table(story, { api, terminal, newActionId: timeOrderedIds(systemClock) });
    await table.play(story.turnId);
  }
  terminal.print('\nUntil next time.\n');
  return 0;
}
