import { parseArgs } from 'node:util';
import type { Changes } from '#engine/replay/changes.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';

export type ReplayWords = {
  readonly sessionId: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly changes: Changes;
  readonly budgetUsd?: number;
  readonly asJson: boolean;
};

export const OPTIONS = {
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
  return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
}

/** Reads `<session> --from 1 --to 4 --prompt narrate=v2 --model large=key …`. */
export function readWords(words: readonly string[]): ReplayWords | Rejection {
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

function changesOf(values: Given): Changes {
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
