import { fileURLToPath } from 'node:url';
import { environmentWithDotEnv, readConfig } from '#config';
import { isRejection } from '#engine/kit/rejection.ts';
import { replayReport } from '#engine/replay/replay-report.ts';
import type { TurnReplayer } from '#engine/replay/replay-turns.ts';
import { openLogger } from '#start/logger.ts';
import { openReplays } from '#start/open-replays.ts';
import { readWords } from './replay/read-words.ts';

type Outside = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly open: () => Promise<{ readonly replays: TurnReplayer; readonly close: () => Promise<void> }>;
};

const USAGE = `npm run replay -- <session id> --from 1 --to 4
  [--prompt narrate=v2] [--model large=key] [--seed text] [--temperature 0.7] [--packs-now] [--anew] [--json]

Without a change everything recorded is used again, and the turns must come out the same. Leaves with 1 when they do not.
`;

/** `npm run replay -- <session>`: plays turns again, with some things changed, and tells what came out otherwise. */
export async function replay(
  words: readonly string[],
  { print, printError, open }: Outside,
): Promise<0 | 1 | 2> {
  const wish = readWords(words);
  if (isRejection(wish)) {
    printError(`${wish.reason}\n\n${USAGE}`);
    return 2;
  }
  const { asJson, ...request } = wish;
  const { replays, close } = await open();
  try {
    const result = await replays(request);
    if (isRejection(result)) {
      printError(`${result.reason}\n`);
      return 2;
    }
    print(asJson ? `${JSON.stringify(result, null, 2)}\n` : replayReport(result));
    return result.isSame ? 0 : 1;
  } finally {
    await close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const config = readConfig(environmentWithDotEnv(process.cwd()));
  process.exitCode = await replay(process.argv.slice(2), {
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
    open: () => openReplays(config, openLogger('silent')),
  });
}
