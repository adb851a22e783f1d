import type { NotSaved } from '#engine/content/homebrew.ts';
import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { Library } from '#engine/content/library.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import type { BudgetGuard } from '#engine/llm/budget.ts';
import { sumUsage, type UsageTotal } from '#engine/llm/cost.ts';
import { type ModelCallPolicy, wrapModel } from '#engine/llm/model-call-policy.ts';
import type { Models, OpenModel } from '#engine/llm/models.ts';
import type { CallRecord } from '#engine/llm/recording.ts';
import { RetryBudget, sleep } from '#engine/llm/retry.ts';
import type { ScenarioParts } from '#engine/llm/scenario-contracts.ts';
import type { PromptRegistry } from '#engine/prompt/registry.ts';
import type { Clock } from '#engine/util/clock.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { type ChunkProgress, generateScenario } from './generation/generate-scenario.ts';
import { resolveScenarioSetting, type ScenarioWorld } from './lore/scenario-setting.ts';
import { LanguageModelNeeded, type ScenarioFailed, toScenarioFailure } from './scenario-failure.ts';

export type ScenarioRequest = ScenarioWorld & {
  readonly brief: string;
  /** The key of a model; the large model of new sessions when null. */
  readonly model: string | null;
};

/** A chunk has moved on, or everything is made and being saved. */
export type ScenarioProgress = ChunkProgress | { readonly chunk: 'saving'; readonly state: 'asked' | 'done' };

/** A scenario that can be played now. */
export type SavedScenario = {
  readonly packId: string;
  /** `the_missing_ledger:the_missing_ledger` */
  readonly entryPointId: string;
  readonly parts: ScenarioParts;
  readonly modelKey: string;
  readonly usage: UsageTotal;
};

export type ScenarioGenerator = {
  /** Makes a scenario and saves it, or saves nothing at all. */
  readonly make: (
    request: ScenarioRequest,
    onProgress: (progress: ScenarioProgress) => void,
  ) => Promise<SavedScenario | ScenarioFailed | NotSaved | Rejection>;
};

export type ScenarioDependencies = {
  readonly library: () => Library;
  /** Returns the files of these packs and of all their dependencies. */
  readonly filesOf: (packIds: readonly string[]) => Promise<readonly PackFiles[]>;
  /** Saves a whole pack under its id, or the next one that is free; all of it or nothing. */
  readonly save: (
    pack: HomebrewPack,
  ) => Promise<{ readonly saved: true; readonly packId: string } | NotSaved | Rejection>;
  readonly models: Models;
  readonly modelKey: string;
  readonly prompts: PromptRegistry;
  readonly budgetGuard: () => Promise<BudgetGuard>;
  /** Opens the ledger of one scenario. It records every model call and reports when all are written. */
  readonly ledger: () => {
    readonly enter: (call: CallRecord, releaseReservations: () => Promise<void>) => void;
    readonly written: () => Promise<void>;
  };
  readonly newSeed: () => string;
  readonly clock: Clock;
  /** Time limit for making one scenario, in seconds. */
  readonly seconds: number;
};

const RETRIES = 4;

export function createScenarioGenerator(tools: ScenarioDependencies): ScenarioGenerator {
  return {
    async make(request, onProgress) {
      const ground = resolveScenarioSetting(tools.library(), request);
      if (isRejection(ground)) return ground;
      const seed = tools.newSeed();
      const calls: CallRecord[] = [];
      const ledger = tools.ledger();
      const signal = AbortSignal.timeout(tools.seconds * 1000);
      try {
        const budgetGuard = await tools.budgetGuard();
        const record = (call: CallRecord): void => {
          calls.push(call);
          ledger.enter(call, budgetGuard.takeSettled());
        };
        const model = openLanguageModel(request.model ?? tools.modelKey, tools.models);
        const made = await generateScenario(
          { brief: request.brief, seed, madeBy: `Written by ${model.entry.name}.` },
          ground,
          {
            provider: wrapScenarioModel(model, { seed, record, budgetGuard, clock: tools.clock }),
            promptSource: { prompts: tools.prompts },
            beside: await tools.filesOf(ground.packs.map(({ id }) => id)),
            signal,
            onProgress,
          },
        ).finally(ledger.written);
        onProgress({ chunk: 'saving', state: 'asked' });
        const kept = await tools.save(made.pack);
        if (isRejection(kept) || !kept.saved) return kept;
        onProgress({ chunk: 'saving', state: 'done' });
        return {
          packId: kept.packId,
          entryPointId: `${kept.packId}:${made.entryId}`,
          parts: made.parts,
          modelKey: model.key,
          usage: sumUsage(calls),
        };
      } catch (error) {
        const failure = toScenarioFailure(error, { signal, seconds: tools.seconds, usage: sumUsage(calls) });
        if (failure === null) throw error;
        return failure;
      }
    },
  };
}

function wrapScenarioModel(
  model: OpenModel,
  { seed, ...care }: Pick<ModelCallPolicy, 'record' | 'budgetGuard' | 'clock'> & { readonly seed: string },
) {
  const random = createKeyedRandom(seed, 'scenario-retries');
  return wrapModel(model, { ...care, retries: new RetryBudget(RETRIES), random, sleep });
}

/** Opens a model; throws `LanguageModelNeeded` for the offline storyteller, which cannot write scenarios. */
function openLanguageModel(key: string, models: Models): OpenModel {
  const model = models.open(key);
  if (model.entry.provider === 'offline') throw new LanguageModelNeeded(models.list());
  return model;
}
