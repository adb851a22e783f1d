import { parseArgs } from 'node:util';
import { readConfig } from '#config';
import type { ReplayChanges } from '#engine/replay/changes.ts';
import type { TurnReplayer } from '#engine/replay/replay-turns.ts';
import { writeReplayReport } from '#engine/replay/text-reports.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { openLogger } from '#server/logger.ts';
import { openReplays } from '#server/open-replays.ts';
import { createProgress } from '../terminal/progress.ts';
import type { Command, ExitCode } from './command.ts';
import { toPlainId } from './find-campaign.ts';

type ReplayFlags = {
  readonly sessionId: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly changes: ReplayChanges;
  readonly budgetUsd?: number;
  readonly asJson: boolean;
};

const REPLAY_OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  prompt: { type: 'string', multiple: true },
  model: { type: 'string', multiple: true },
  seed: { type: 'string' },
  temperature: { type: 'string' },
  budget: { type: 'string' },
  'packs-now': { type: 'boolean' },
  anew: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

type Given = ReturnType<typeof parsed>['values'];

function parsed(words: readonly string[]) {
  return parseArgs({ args: [...words], options: REPLAY_OPTIONS, allowPositionals: true });
}

/** Reads `<session> --from 1 --to 4 --prompt narrate=v2 --model large=key …`. */
export function readReplayFlags(words: readonly string[]): ReplayFlags | Rejection {
  try {
    const { values, positionals } = parsed(words);
    const [sessionId, ...more] = positionals;
    if (sessionId === undefined || more.length > 0) return reject('not-understood', 'name one session.');
    const numbers = [values.from, values.to, values.temperature, values.budget];
    if (
      !numbers.every((text) => text === undefined || (text.trim() !== '' && Number.isFinite(Number(text))))
    ) {
      return reject('not-understood', '--from, --to, --temperature and --budget are numbers.');
    }
    return {
      sessionId,
      from: values.from === undefined ? null : Number(values.from),
      to: values.to === undefined ? null : Number(values.to),
      changes: changesOf(values),
      ...(values.budget === undefined ? {} : { budgetUsd: Number(values.budget) }),
      asJson: values.json === true,
    };
  } catch (error) {
    return reject('not-understood', error instanceof Error ? error.message : String(error));
  }
}

function changesOf(values: Given): ReplayChanges {
  const prompts = pairs(values.prompt ?? [], /^([a-z-]+)=v?(\d+)$/, '--prompt is written narrate=v2.');
  const models = pairs(values.model ?? [], /^(small|large)=(.+)$/, '--model is written large=claude-sonnet.');
  const versions = prompts.map(([id, version]) => [id, Number(version)]);
  return {
    ...(prompts.length === 0 ? {} : { prompts: Object.fromEntries(versions) }),
    ...(models.length === 0 ? {} : { models: Object.fromEntries(models) }),
    ...(values.seed === undefined ? {} : { seed: values.seed }),
    ...(values.temperature === undefined ? {} : { temperature: Number(values.temperature) }),
    ...(values['packs-now'] === true ? ({ packs: 'installed' } as const) : {}),
    ...(values.anew === true ? { asksAgain: true } : {}),
  };
}

function pairs(texts: readonly string[], shape: RegExp, complaint: string): [string, string][] {
  return texts.map((text) => {
    const [, name, value] = shape.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new Error(`${complaint} ${text} is not.`);
    return [name, value];
  });
}

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
  flags: Object.keys(REPLAY_OPTIONS).map((name) => `--${name}`),
  run: (words, { terminal: { print, printError, width }, environment }) =>
    runReplay(words, {
      print,
      printError,
      isTerminal: width > 0,
      open: () => openReplays(readConfig({ ...environment }), openLogger('silent')),
    }),
};

export async function runReplay(
  words: readonly string[],
  { print, printError, isTerminal, open }: Outside,
): Promise<ExitCode> {
  const wish = readReplayFlags(words);
  if (isRejection(wish)) {
    printError(`${wish.reason}\n\nscenewright ${replayCommand.usage}\n`);
    return 2;
  }
  const { asJson, sessionId: name, ...request } = wish;
  const { replays, close } = await open();
  try {
    const onTurn = createProgress('replay', { print: printError, isTerminal });
    const result = await replays({ ...request, sessionId: toPlainId(name, 'Session'), onTurn });
    if (isRejection(result)) {
      printError(`${[...(result.path ?? []), result.reason].join(': ')}\n`);
      return 2;
    }
    print(asJson ? `${JSON.stringify(result, null, 2)}\n` : writeReplayReport(result));
    return result.isSame ? 0 : 1;
  } finally {
    await close();
  }
}
