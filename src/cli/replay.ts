import { readConfig } from '#config';
import { replayReport } from '#engine/replay/replay-report.ts';
import type { TurnReplayer } from '#engine/replay/replay-turns.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openLogger } from '#start/logger.ts';
import { openReplays } from '#start/open-replays.ts';
import type { Command, ExitCode } from './command.ts';
import { plainId } from './named.ts';
import { progressOf } from './progress.ts';
import { OPTIONS, readWords } from './replay/read-words.ts';

type Outside = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly isTerminal: boolean;
  readonly open: () => Promise<{ readonly replays: TurnReplayer; readonly close: () => Promise<void> }>;
};

/** `scenewright replay`: plays turns again, with some things changed, and tells what came out otherwise. */
export const replayCommand: Command = {
  usage: 'replay <session> [--from 1] [--to 4] [changes] [--budget 0.50] [--json]',
  summary: 'plays turns again, with something changed, and tells what came out otherwise',
  more: `Sessions are listed by scenewright turn list. Without --from and --to all turns of the session are played again. Without a change
everything recorded is used again and nobody is asked; the turns must come out the same. Changes:

  --prompt narrate=v2   another version of a prompt
  --model large=key     another model, small or large
  --seed text           other dice
  --temperature 0.7     for models that take one
  --packs-now           the packs and rulesets as they are installed now
  --anew                asks the models again although nothing else is changed

Models that are asked cost what they cost, at most what --budget says in US dollars. Nothing but that cost is written, and a
server may run meanwhile. It exits with 0 when every turn came out the same, 1 when one did not, and 2 when it could not be played again.
`,
  flags: Object.keys(OPTIONS).map((name) => `--${name}`),
  run: (words, { terminal: { print, printError, width }, environment }) =>
    replay(words, {
      print,
      printError,
      isTerminal: width > 0,
      open: () => openReplays(readConfig({ ...environment }), openLogger('silent')),
    }),
};

export async function replay(
  words: readonly string[],
  { print, printError, isTerminal, open }: Outside,
): Promise<ExitCode> {
  const wish = readWords(words);
  if (isRejection(wish)) {
    printError(`${wish.reason}\n\nscenewright ${replayCommand.usage}\n`);
    return 2;
  }
  const { asJson, sessionId: name, ...request } = wish;
  const { replays, close } = await open();
  try {
    const onTurn = progressOf('replay', { print: printError, isTerminal });
    const result = await replays({ ...request, sessionId: plainId(name, 'Session'), onTurn });
    if (isRejection(result)) {
      printError(`${[...(result.path ?? []), result.reason].join(': ')}\n`);
      return 2;
    }
    print(asJson ? `${JSON.stringify(result, null, 2)}\n` : replayReport(result));
    return result.isSame ? 0 : 1;
  } finally {
    await close();
  }
}
