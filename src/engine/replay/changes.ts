import type { Models } from '#engine/llm/models.ts';
import type { PromptPins, PromptRegistry } from '#engine/prompt/registry.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';

/** Changes for a replay. Without a change all recorded replies are used again and no model is called. */
export type ReplayChanges = {
  /** Versions of prompts to use instead. */
  readonly prompts?: PromptPins;
  /** Models to ask instead of those that were asked. */
  readonly models?: { readonly small?: string; readonly large?: string };
  /** Another seed: other dice. */
  readonly seed?: string;
  readonly temperature?: number;
  /** The packs as they are now, rulesets among them, instead of those the campaign began with. */
  readonly packs?: 'installed';
  /** Asks the models anew although nothing else is changed. */
  readonly asksAgain?: boolean;
};

/** Tells whether nothing is changed. Then everything recorded is used again. */
export function isUnchanged({ asksAgain, ...changes }: ReplayChanges): boolean {
  return asksAgain !== true && Object.values(changes).every((change) => change === undefined);
}

/** Describes the changes for a report, one line each. */
export function describeChanges(changes: ReplayChanges): readonly string[] {
  const { prompts = {}, models = {}, seed, temperature, packs, asksAgain } = changes;
  return [
    ...Object.entries(prompts).map(([id, version]) => `prompt ${id}@v${version}`),
    ...Object.entries(models).map(([tier, key]) => `${tier} model ${key}`),
    ...(seed === undefined ? [] : [`dice by the seed ${seed}`]),
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(packs === undefined ? [] : ['packs and rulesets as they are installed']),
    ...(asksAgain === true ? ['models asked again'] : []),
  ];
}

type Tools = { readonly models: Pick<Models, 'list'>; readonly prompts: Pick<PromptRegistry, 'list'> };
type Wish = ReplayChanges & { readonly budgetUsd?: number };

/** Explains which changes cannot be made, before any turn is played. Returns null when all are possible. */
export function findInvalidChange(changes: Wish, { models, prompts }: Tools): Rejection | null {
  return (
    wrongPrompt(changes, prompts) ??
    wrongModel('smallModel', changes.models?.small, models) ??
    wrongModel('largeModel', changes.models?.large, models) ??
    wrongNumber('temperature', changes.temperature, 2) ??
    wrongNumber('budgetUsd', changes.budgetUsd, Number.MAX_SAFE_INTEGER)
  );
}

function wrongPrompt({ prompts = {} }: Wish, { list }: Tools['prompts']): Rejection | null {
  const known = list();
  for (const [id, version] of Object.entries(prompts)) {
    const versions = known.filter((prompt) => prompt.id === id).map((prompt) => prompt.version);
    if (versions.includes(version)) continue;
    const reason =
      versions.length === 0
        ? `there is no prompt ${id}.`
        : `${id} has no version ${version}; it has ${versions.join(', ')}.`;
    return reject('unusable-change', reason, ['prompts']);
  }
  return null;
}

function wrongModel(field: string, key: string | undefined, { list }: Tools['models']): Rejection | null {
  if (key === undefined) return null;
  const askable = list().filter(({ usable }) => usable);
  if (askable.some((model) => model.key === key)) return null;
  const keys = askable.map((model) => model.key).join(', ');
  return reject('unusable-change', `${key} cannot be asked here; those that can are ${keys}.`, [field]);
}

function wrongNumber(field: string, value: number | undefined, most: number): Rejection | null {
  if (value === undefined || (value >= 0 && value <= most)) return null;
  return reject('unusable-change', `must be a number from 0 to ${most}.`, [field]);
}
