import { BudgetExceeded, BudgetUnenforceable } from '#engine/llm/budget.ts';
import type { UsageTotal } from '#engine/llm/cost.ts';
import { type ModelListing, ModelUnavailable } from '#engine/llm/models.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { InvalidReply, ModelRefused } from '#engine/llm/structured.ts';
import { SCENARIO_CHUNKS, type ScenarioChunk } from './generation/generate-scenario.ts';

/** A scenario was asked for while only the offline storyteller is in use. The message says how to set a language model. */
export class LanguageModelNeeded extends Error {
  override readonly name = 'LanguageModelNeeded';
  readonly retryable = false;

  constructor(models: readonly ModelListing[]) {
    super(`A scenario needs a language model, and none is in use. ${describeCure(models)}`);
  }
}

/** Names a model that has its key already, or else the environment variables that give one. */
function describeCure(models: readonly ModelListing[]): string {
  const keyed = models.filter(({ entry }) => entry.credential !== null);
  const usable = keyed.filter((model) => model.usable).map(({ key }) => key);
  if (usable.length > 0) {
    return `Name one of ${usable.join(', ')} as the model, or set LARGE_MODEL to it and start the server again.`;
  }
  const variables = [...new Set(keyed.map(({ entry }) => entry.credential))];
  return `Set ${variables.join(' or ')} in the environment or in .env, or LARGE_MODEL=local for a model server on this machine, and start the server again.`;
}

/** No scenario came of it, and nothing was saved. */
export type ScenarioFailed = {
  readonly failed:
    | 'MODEL_OUTPUT_INVALID'
    | 'MODEL_REFUSED'
    | 'MODEL_FAILED'
    | 'MODEL_UNAVAILABLE'
    | 'LANGUAGE_MODEL_NEEDED'
    | 'BUDGET_EXCEEDED'
    | 'TIME_LIMIT';
  readonly message: string;
  /** The chunk it failed at; null when it failed at none. */
  readonly chunk: ScenarioChunk | null;
  /** Faults of the last reply. May contain secrets. */
  readonly problems: readonly string[];
  readonly retryable: boolean;
  /** Usage that was paid for despite the failure. */
  readonly usage: UsageTotal;
};

type Circumstances = { readonly signal: AbortSignal; readonly seconds: number; readonly usage: UsageTotal };

/** Converts an expected error into a failure report; returns null for a bug. */
export function toScenarioFailure(
  error: unknown,
  { signal, seconds, usage }: Circumstances,
): ScenarioFailed | null {
  const told = (failed: ScenarioFailed['failed'], message: string, more: Partial<ScenarioFailed> = {}) => ({
    failed,
    message: `${message} Nothing was saved.`,
    chunk: null,
    problems: [],
    retryable: false,
    usage,
    ...more,
  });
  if (signal.aborted) {
    return told('TIME_LIMIT', `The scenario was not done within ${seconds} seconds.`, { retryable: true });
  }
  if (error instanceof InvalidReply) {
    const chunk = chunkOf(error.step);
    const message = `The ${chunk ?? 'reply'} could not be used, and neither could its repair: ${error.problems[0] ?? ''}`;
    return told('MODEL_OUTPUT_INVALID', message.trim(), { chunk, problems: error.problems, retryable: true });
  }
  if (error instanceof ModelRefused) {
    return told('MODEL_REFUSED', error.message, { chunk: chunkOf(error.step) });
  }
  if (error instanceof ProviderError) {
    const { retryable, fault } = error;
    return told('MODEL_FAILED', `The model could not be reached (${fault}).`, { retryable });
  }
  if (error instanceof LanguageModelNeeded) return told('LANGUAGE_MODEL_NEEDED', error.message);
  if (error instanceof ModelUnavailable) return told('MODEL_UNAVAILABLE', error.message);
  if (error instanceof BudgetExceeded || error instanceof BudgetUnenforceable) {
    return told('BUDGET_EXCEEDED', error.message);
  }
  return null;
}

function chunkOf(step: string): ScenarioChunk | null {
  return SCENARIO_CHUNKS.find((chunk) => step === `scenario-${chunk}`) ?? null;
}
