import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import type { Json } from '#engine/kit/canonical-json.ts';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import type { ScenarioLore } from '#engine/llm/scenario-inputs.ts';
import {
  ScenarioCast,
  ScenarioClocks,
  ScenarioOutline,
  type ScenarioParts,
  ScenarioScene,
} from '#engine/llm/scenario-replies.ts';
import { runStructured, type StructuredStep } from '#engine/llm/structured.ts';
import { repairWriter } from '#engine/prompt/repair-writers.ts';
import type { PromptShelf, StepPrompt } from '#engine/prompt/step-prompt.ts';
import { draftCheck } from './draft/check-draft.ts';
import { draftPack, entryIdOf } from './draft/draft-pack.ts';
import { type PartsSoFar, withStandIns } from './draft/stand-ins.ts';
import { loreOf } from './lore/lore-of.ts';
import type { ScenarioGround } from './scenario-ground.ts';
import { outlineProblems } from './steps/outline-problems.ts';
import { castProblems, clockProblems, sceneProblems } from './steps/part-problems.ts';
import { castPrompt, clocksPrompt, outlinePrompt, scenePrompt } from './steps/write-prompts.ts';

/** The chunks a scenario is made in, in their order. */
export const SCENARIO_CHUNKS = ['outline', 'cast', 'clocks', 'scene'] as const;
export type ScenarioChunk = (typeof SCENARIO_CHUNKS)[number];

/** How far the making of a scenario has come: a chunk was asked for, found wanting and asked for again, or is done. */
export type ChunkProgress = {
  readonly chunk: ScenarioChunk;
  readonly state: 'asked' | 'repairing' | 'done';
};

export type MakingTools = {
  readonly provider: Provider;
  readonly shelf: PromptShelf;
  /** The files of the packs the scenario stands on. */
  readonly beside: readonly PackFiles[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ChunkProgress) => void;
};

export type ScenarioWish = {
  readonly brief: string;
  /** Varies the calls of providers that take a seed. */
  readonly seed: string;
  /** Names the model that wrote it; stands in the pack. */
  readonly madeBy: string;
};

/** A scenario nobody has saved yet. */
export type MadeScenario = {
  readonly parts: ScenarioParts;
  readonly pack: HomebrewPack;
  /** The entry point, by its id inside the pack. */
  readonly entryId: string;
};

/**
 * Makes a scenario chunk by chunk. Each is held to its form, to the ids and rules of its world and to the pack checker; a chunk
 * that does not hold is shown to the model once with its faults, and then `InvalidReply` is thrown. Nothing is written anywhere.
 */
export async function makeScenario(
  { brief, seed, madeBy }: ScenarioWish,
  ground: ScenarioGround,
  tools: MakingTools,
): Promise<MadeScenario> {
  const { shelf, beside } = tools;
  const lore = loreOf(ground, brief);
  const check = draftCheck(beside);
  const whole = (parts: PartsSoFar) => check(draftPack(withStandIns(parts, lore), ground, madeBy));
  /** What the checker says is only worth hearing when everything that is named exists. */
  const firstOf = (named: readonly string[], rest: () => readonly string[]) =>
    named.length > 0 ? named : rest();
  const asked = <Reply>(
    chunk: ScenarioChunk,
    contract: StructuredStep<Reply>['contract'],
    prompt: StepPrompt,
    problems: (reply: Reply) => readonly string[],
  ) =>
    askFor({ name: `scenario-${chunk}`, contract, checks: [problems] }, chunk, prompt, { lore, seed }, tools);

  const outline = await asked('outline', ScenarioOutline, outlinePrompt(ground, lore, shelf), (reply) =>
    firstOf(outlineProblems(reply, lore), () => whole({ outline: reply })),
  );
  const cast = await asked('cast', ScenarioCast, castPrompt(ground, lore, { outline }, shelf), (reply) =>
    firstOf(castProblems(reply, outline, ground), () => whole({ outline, cast: reply })),
  );
  const clocks = await asked('clocks', ScenarioClocks, clocksPrompt(ground, { outline }, shelf), (reply) =>
    firstOf(clockProblems(reply, outline), () => whole({ outline, cast, clocks: reply })),
  );
  const scene = await asked(
    'scene',
    ScenarioScene,
    scenePrompt(ground, lore, { outline, cast, clocks }, shelf),
    (reply) =>
      firstOf(sceneProblems(reply, outline, ground), () => whole({ outline, cast, clocks, scene: reply })),
  );
  const parts = { outline, cast, clocks, scene };
  return { parts, pack: draftPack(parts, ground, madeBy), entryId: entryIdOf(parts) };
}

async function askFor<Reply>(
  step: StructuredStep<Reply>,
  chunk: ScenarioChunk,
  prompt: StepPrompt,
  { lore, seed }: { readonly lore: ScenarioLore; readonly seed: string },
  { provider, shelf, signal, onProgress }: MakingTools,
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
  const { reply } = await runStructured(step, question, { provider: told, writeRepair: repairWriter(shelf) });
  onProgress({ chunk, state: 'done' });
  return reply;
}
