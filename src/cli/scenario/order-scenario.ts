import { z } from 'zod';
import { type Api, ServerRefusedError } from '../play/api.ts';
import type { ScenarioFlags } from './scenario-flags.ts';

const PACKS = /* GraphQL */ `
  query PacksAndRulesets {
    packs { id packId }
    rulesets(first: 100) { nodes { id contentId } }
  }
`;
const Installed = z.object({
  packs: z.array(z.object({ id: z.string(), packId: z.string() })),
  rulesets: z.object({ nodes: z.array(z.object({ id: z.string(), contentId: z.string() })) }),
});

const GENERATE = /* GraphQL */ `
  mutation Generate($input: GenerateScenarioInput!) {
    generateScenario(input: $input) {
      ... on GenerateScenarioPayload {
        entryPoint { entryPointId }
        packId model calls costUsd unpricedCalls
        scenario {
          title summary tone stakes goals time prologue
          cast { name role wants characterId }
          threads { title stakes isOpen }
          clocks { name segments isOpen }
          secrets { holder text triggers }
        }
      }
      ... on Failure { message }
      ... on ScenarioFailed { problems }
    }
  }
`;
const Payload = z.object({
  entryPoint: z.object({ entryPointId: z.string() }),
  packId: z.string(),
  model: z.string(),
  calls: z.number(),
  costUsd: z.number(),
  unpricedCalls: z.number(),
  scenario: z.object({
    title: z.string(),
    summary: z.string(),
    tone: z.string(),
    stakes: z.string(),
    goals: z.array(z.string()),
    time: z.string(),
    prologue: z.string(),
    cast: z.array(
      z.object({ name: z.string(), role: z.string(), wants: z.string(), characterId: z.string().nullable() }),
    ),
    threads: z.array(z.object({ title: z.string(), stakes: z.string(), isOpen: z.boolean() })),
    clocks: z.array(z.object({ name: z.string(), segments: z.number(), isOpen: z.boolean() })),
    secrets: z.array(z.object({ holder: z.string(), text: z.string(), triggers: z.array(z.string()) })),
  }),
});
/** A scenario as the server tells of it. */
export type OrderedScenario = z.infer<typeof Payload>;

const Failed = z.object({ message: z.string(), problems: z.array(z.string()).optional() });
const Answer = z.object({ generateScenario: z.union([Payload, Failed]) });

/** Orders a scenario, or says why there is none. */
export async function orderScenario(
  flags: ScenarioFlags,
  watchedAs: string,
  api: Api,
): Promise<OrderedScenario> {
  const { packs, rulesets } = await api.ask(PACKS, {}, Installed);
  const pack = packs.find(({ packId }) => packId === flags.pack);
  if (pack === undefined) {
    throw new ServerRefusedError(`--pack: there are ${packs.map(({ packId }) => packId).join(', ')}.`);
  }
  const { brief, model } = flags;
  const rulesetId = flags.ruleset === null ? null : rulesetNamed(flags.ruleset, flags.pack, rulesets.nodes);
  const input = { packId: pack.id, rulesetId, brief, model, watchedAs };
  const { generateScenario: answer } = await api.ask(GENERATE, { input }, Answer);
  if ('scenario' in answer) return answer;
  throw new ServerRefusedError([answer.message, ...(answer.problems ?? []).slice(1)].join('\n'));
}

function rulesetNamed(
  wanted: string,
  packId: string,
  all: readonly { readonly id: string; readonly contentId: string }[],
): string {
  const found = all.find(({ contentId }) => contentId === wanted || contentId === `${packId}:${wanted}`);
  if (found !== undefined) return found.id;
  throw new ServerRefusedError(`--ruleset: there are ${all.map(({ contentId }) => contentId).join(', ')}.`);
}
