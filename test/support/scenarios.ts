import { packFiles } from '#engine/content/export-pack.ts';
import { homebrewFrom } from '#engine/content/homebrew-pack.ts';
import { loadLibrary } from '#engine/content/library.ts';
import { readPack } from '#engine/content/read-pack.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import { offlineStoryteller } from '#engine/llm/offline-storyteller.ts';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { type ChunkProgress, makeScenario } from '#engine/scenario/make-scenario.ts';
import { scenarioGround } from '#engine/scenario/scenario-ground.ts';
import { ask } from './graphql-clients.ts';

const offline = offlineStoryteller({ wordsPerSecond: 0 });
const USAGE = { inputTokens: 10, outputTokens: 10, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** Changes what the offline storyteller answers to a step: the first answer, or every one of them. */
export type Spoil = {
  readonly step: string;
  readonly spoil: (reply: Record<string, unknown>) => unknown;
  readonly always?: boolean;
};

/** A model that gives bad answers to one step and hears what is wrong with them. Everything else is answered offline. */
export function clumsyProvider({ step, spoil, always = false }: Spoil) {
  const asked: ModelRequest[] = [];
  const provider: Provider = {
    id: 'clumsy/test',
    async *stream(request) {
      asked.push(request);
      const isSpoilt = request.step === step && (always || request.purpose === 'ask');
      let text = '';
      for await (const part of offline.stream(request)) text += part.type === 'text-delta' ? part.text : '';
      const said = isSpoilt ? spoil(JSON.parse(text)) : JSON.parse(text);
      yield { type: 'text-delta', text: typeof said === 'string' ? said : JSON.stringify(said) };
      yield { type: 'reply-end', reason: 'finished', usage: USAGE };
    },
  };
  return { provider, asked };
}

const prompts = loadPrompts('prompts');

/** What scenarios for the pack in a folder are made with. */
export async function scenarioStage(folder: string, packId: string, rulesetId: string | null = null) {
  const library = await loadLibrary([folder]);
  const ground = scenarioGround(library, { packId, worldId: null, rulesetId });
  if (isRejection(ground)) throw new Error(ground.reason);
  const files = packFiles(homebrewFrom(await readPack(folder)));
  const beside = [{ origin: packId, files, problems: [] }];
  const make = (wish: { seed: string; brief?: string; provider?: Provider }) => {
    const steps: ChunkProgress[] = [];
    const made = makeScenario({ brief: '', madeBy: 'A test made it.', ...wish }, ground, {
      provider: wish.provider ?? offline,
      shelf: { prompts },
      beside,
      signal: new AbortController().signal,
      onProgress: (progress) => steps.push(progress),
    });
    return { made, steps };
  };
  return { ground, beside, make };
}

/** What `generateScenario` answers, as the tests ask for it. */
export type Generated = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly path?: readonly string[];
  readonly chunk?: string | null;
  readonly problems?: readonly string[];
  readonly packId?: string;
  readonly seed?: string;
  readonly isOffline?: boolean;
  readonly costUsd?: number;
  readonly entryPoint?: { readonly id: string; readonly name: string };
  readonly scenario?: { readonly cast: readonly { readonly name: string; readonly statBlock: unknown }[] };
};

export const GENERATE = /* GraphQL */ `
  mutation ($input: GenerateScenarioInput!) {
    generateScenario(input: $input) {
      __typename
      ... on GenerateScenarioPayload {
        packId seed isOffline costUsd entryPoint { id name } scenario { cast { name statBlock } }
      }
      ... on Failure { code message path }
      ... on ScenarioFailed { chunk problems }
    }
  }
`;

export async function generate(url: string, input: object): Promise<Generated> {
  return (await ask<{ generateScenario: Generated }>(url, GENERATE, { input })).generateScenario;
}
