import { toHomebrewPack, toPackFiles } from '#engine/content/homebrew-pack.ts';
import { loadLibrary } from '#engine/content/library.ts';
import { readPack } from '#engine/content/read-pack.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { type ChunkProgress, generateScenario } from '#engine/scenario/generation/generate-scenario.ts';
import { collectScenarioLore } from '#engine/scenario/lore/scenario-lore.ts';
import { resolveScenarioSetting } from '#engine/scenario/lore/scenario-setting.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { ask } from './graphql-clients.ts';
import { scriptedScenario } from './scripted-scenario.ts';

const prompts = loadPrompts('prompts');

/** What scenarios for the pack in a folder are made with. */
export async function scenarioStage(folder: string, packId: string, rulesetId: string | null = null) {
  const library = await loadLibrary([folder]);
  const ground = resolveScenarioSetting(library, { packId, worldId: null, rulesetId });
  if (isRejection(ground)) throw new Error(ground.reason);
  const files = toPackFiles(toHomebrewPack(await readPack(folder))).files;
  const beside = [{ origin: packId, files, problems: [] }];
  const make = (wish: { brief?: string; provider?: Provider }) => {
    const steps: ChunkProgress[] = [];
    const made = generateScenario({ brief: '', seed: 'a seed', madeBy: 'A test made it.', ...wish }, ground, {
      provider: wish.provider ?? scriptedScenario().provider,
      promptSource: { prompts },
      beside,
      signal: new AbortController().signal,
      onProgress: (progress) => steps.push(progress),
    });
    return { made, steps };
  };
  return { ground, lore: collectScenarioLore(ground, ''), beside, make };
}

/** What `generateScenario` answers, as the tests ask for it. */
export type Generated = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly path?: readonly string[];
  readonly chunk?: string | null;
  readonly faults?: readonly string[];
  readonly packId?: string;
  readonly costUsd?: number;
  readonly entryPoint?: { readonly id: string; readonly name: string };
  readonly scenario?: { readonly cast: readonly { readonly name: string; readonly statBlock: unknown }[] };
};

export const GENERATE = /* GraphQL */ `
  mutation ($input: GenerateScenarioInput!) {
    generateScenario(input: $input) {
      __typename
      ... on GenerateScenarioPayload {
        packId costUsd entryPoint { id name } scenario { cast { name statBlock } }
      }
      ... on Failure { code message path }
      ... on ScenarioFailed { chunk faults }
    }
  }
`;

export async function generate(url: string, input: object): Promise<Generated> {
  return (await ask<{ generateScenario: Generated }>(url, GENERATE, { input })).generateScenario;
}
