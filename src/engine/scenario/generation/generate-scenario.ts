import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import {
  ScenarioCast,
  ScenarioClocks,
  type ScenarioLore,
  ScenarioOutline,
  type ScenarioParts,
  ScenarioScene,
} from '#engine/llm/scenario-contracts.ts';
import { runStructured, type StructuredStep } from '#engine/llm/structured.ts';
import { createRepairWriter, type PromptSource, type StepPrompt } from '#engine/prompt/step-prompt.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { createDraftCheck, type PartsSoFar, withPlaceholders } from '../draft/check-draft.ts';
import { buildDraftPack, deriveEntryId } from '../draft/draft-pack.ts';
import { collectScenarioLore } from '../lore/scenario-lore.ts';
import type { ScenarioSetting } from '../lore/scenario-setting.ts';
import { checkCast, checkClocks, checkOutline, checkScene } from './chunk-problems.ts';
import { writeCastPrompt, writeClocksPrompt, writeOutlinePrompt, writeScenePrompt } from './chunk-prompts.ts';

/** The chunks a scenario is made in, in their order. */
export const SCENARIO_CHUNKS = ['outline', 'cast', 'clocks', 'scene'] as const;
export type ScenarioChunk = (typeof SCENARIO_CHUNKS)[number];

/** Progress of a scenario: a chunk was requested, was rejected and requested again, or is done. */
export type ChunkProgress = {
  readonly chunk: ScenarioChunk;
  readonly state: 'asked' | 'repairing' | 'done';
};

export type GenerationDependencies = {
  readonly provider: Provider;
  readonly shelf: PromptSource;
  /** The files of the packs the scenario stands on. */
  readonly beside: readonly PackFiles[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ChunkProgress) => void;
};

export type GenerationRequest = {
  readonly brief: string;
  /** Varies the calls of providers that take a seed. */
  readonly seed: string;
  /** Names the model that wrote it; stands in the pack. */
  readonly madeBy: string;
};

/** A generated scenario before it is saved. */
export type UnsavedScenario = {
  readonly parts: ScenarioParts;
  readonly pack: HomebrewPack;
  /** The entry point, by its id inside the pack. */
  readonly entryId: string;
};

/**
 * Generates a scenario chunk by chunk. Checks each against its schema, the ids and rules of its world, and the pack
 * checker. Returns a faulty chunk to the model once with its faults; throws `InvalidReply` if it fails again. Writes
 * nothing.
 */
export async function generateScenario(
  { brief, seed, madeBy }: GenerationRequest,
  ground: ScenarioSetting,
  tools: GenerationDependencies,
): Promise<UnsavedScenario> {
  const { shelf, beside } = tools;
  const lore = collectScenarioLore(ground, brief);
  const check = createDraftCheck(beside);
  const whole = (parts: PartsSoFar) => check(buildDraftPack(withPlaceholders(parts, lore), ground, madeBy));
  /** Runs the pack checker only when everything that is named exists; its findings are useless before that. */
  const firstOf = (named: readonly string[], rest: () => readonly string[]) =>
    named.length > 0 ? named : rest();
  const asked = <Reply>(
    chunk: ScenarioChunk,
    contract: StructuredStep<Reply>['contract'],
    prompt: StepPrompt,
    problems: (reply: Reply) => readonly string[],
  ) =>
    askFor({ name: `scenario-${chunk}`, contract, checks: [problems] }, chunk, prompt, { lore, seed }, tools);

  const outline = await asked('outline', ScenarioOutline, writeOutlinePrompt(ground, lore, shelf), (reply) =>
    firstOf(checkOutline(reply, lore), () => whole({ outline: reply })),
  );
  const cast = await asked('cast', ScenarioCast, writeCastPrompt(ground, lore, { outline }, shelf), (reply) =>
    firstOf(checkCast(reply, outline, ground), () => whole({ outline, cast: reply })),
  );
  const clocks = await asked(
    'clocks',
    ScenarioClocks,
    writeClocksPrompt(ground, { outline }, shelf),
    (reply) => firstOf(checkClocks(reply, outline), () => whole({ outline, cast, clocks: reply })),
  );
  const scene = await asked(
    'scene',
    ScenarioScene,
    writeScenePrompt(ground, lore, { outline, cast, clocks }, shelf),
    (reply) =>
      firstOf(checkScene(reply, outline, ground), () => whole({ outline, cast, clocks, scene: reply })),
  );
  const parts = { outline, cast, clocks, scene };
  return { parts, pack: buildDraftPack(parts, ground, madeBy), entryId: deriveEntryId(parts) };
}

async function askFor<Reply>(
  step: StructuredStep<Reply>,
  chunk: ScenarioChunk,
  prompt: StepPrompt,
  { lore, seed }: { readonly lore: ScenarioLore; readonly seed: string },
  { provider, shelf, signal, onProgress }: GenerationDependencies,
): Promise<Reply> {
  const told: Provider = {
    ...provider,
    stream: (request: ModelRequest) => {
      onProgress({ chunk, state: request.purpose === 'ask' ? 'asked' : 'repairing' });
      return provider.stream(request);
    },
  };
  // What the lore says came from packs, which are JSON.
  const input = { lore } as unknown as Json;
  const question = { ...prompt, input, seed: `${seed}:${chunk}`, signal };
  const { reply } = await runStructured(step, question, {
    provider: told,
    writeRepair: createRepairWriter(shelf),
  });
  onProgress({ chunk, state: 'done' });
  return reply;
}
