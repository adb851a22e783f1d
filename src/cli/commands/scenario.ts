import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Api, checkServerAddress, ServerRefusedError } from '#client/graphql-api.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { withApi } from '../play/api-connection.ts';
import { wrapText } from '../play/render.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Command, CommandEnvironment, ExitCode } from './command.ts';

type ScenarioFlags = {
  readonly server: string | null;
  readonly token: string | null;
  readonly pack: string;
  readonly ruleset: string | null;
  readonly brief: string;
  readonly model: string | null;
  readonly showsSecrets: boolean;
  readonly asJson: boolean;
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  server: text,
  token: text,
  pack: text,
  ruleset: text,
  brief: text,
  model: text,
  secrets: flag,
  json: flag,
};

const NOTHING_SAID = { server: null, token: null, ruleset: null, brief: '', model: null };

/** Parses the words behind `scenario`. Returns a sentence about the error when they are wrong. */
function readScenarioFlags(words: readonly string[]): ScenarioFlags | string {
  try {
    const { values } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: false });
    const { secrets: showsSecrets = false, json: asJson = false, pack, ...given } = values;
    if (pack === undefined) return '--pack: say for which pack, for example --pack mystika';
    const fault = checkServerAddress(given.server);
    if (fault !== null) return fault;
    return { ...NOTHING_SAID, ...given, pack, showsSecrets, asJson };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

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
      ... on ScenarioFailed { faults }
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
/** Scenario in the answer of the server. */
type OrderedScenario = z.infer<typeof Payload>;

const Failed = z.object({ message: z.string(), faults: z.array(z.string()).optional() });
const Answer = z.object({ generateScenario: z.union([Payload, Failed]) });

/** Orders a scenario, or says why there is none. */
async function orderScenario(flags: ScenarioFlags, watchedAs: string, api: Api): Promise<OrderedScenario> {
  const { packs, rulesets } = await api.authoring.ask(PACKS, {}, Installed);
  const pack = packs.find(({ packId }) => packId === flags.pack);
  if (pack === undefined) {
    throw new ServerRefusedError(`--pack: there are ${packs.map(({ packId }) => packId).join(', ')}.`);
  }
  const { brief, model } = flags;
  const rulesetId = flags.ruleset === null ? null : rulesetNamed(flags.ruleset, flags.pack, rulesets.nodes);
  const input = { packId: pack.id, rulesetId, brief, model, watchedAs };
  const { generateScenario: answer } = await api.authoring.ask(GENERATE, { input }, Answer);
  if ('scenario' in answer) return answer;
  throw new ServerRefusedError([answer.message, ...(answer.faults ?? []).slice(1)].join('\n'));
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

/**
 * Formats the scenario and the command that plays it. Includes secrets only on request: a player who reads them cannot discover
 * them in play.
 */
function formatScenario(
  { scenario, entryPoint, packId, ...made }: OrderedScenario,
  { width, style }: Pick<Terminal, 'width' | 'style'>,
  showsSecrets: boolean,
): string {
  const { title, summary, stakes, tone, time, goals, prologue, cast, threads, clocks, secrets } = scenario;
  const [persona, ...others] = cast;
  const list = (lines: readonly string[]) => lines.map((line) => wrapText(`  ${line}`, width)).join('\n');
  const section = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${style('bold', name)}\n${list(lines)}`];
  const parts = [
    `${style('bold', title)}  (${time}; ${tone})`,
    wrapText(summary, width),
    wrapText(`At stake: ${stakes}`, width),
    ...section('You are', persona === undefined ? [] : [`${persona.name}, ${persona.role}`]),
    ...section('You want', goals),
    ...section(
      'With you',
      others.map(({ name, role }) => `${name}, ${role}`),
    ),
    ...section('What moves', [
      ...threads
        .filter(({ isOpen }) => isOpen)
        .map(({ title: thread, stakes: hangs }) => `${thread}: ${hangs}`),
      ...clocks.filter(({ isOpen }) => isOpen).map(({ name, segments }) => `${name} (${segments} steps)`),
    ]),
    `${style('bold', 'It begins')}\n${wrapText(prologue, width)}`,
    ...(showsSecrets
      ? section(
          'Secrets',
          secrets.map(({ holder, text, triggers }) => `${holder}: ${text} (${triggers.join('; ')})`),
        )
      : []),
    madeHow(made),
    `Play it:  scenewright play --pack ${packId} --entry ${entryPoint.entryPointId}`,
  ];
  return `\n${parts.join('\n\n')}\n`;
}

type Made = Pick<OrderedScenario, 'model' | 'costUsd' | 'unpricedCalls'>;

function madeHow({ model, costUsd, unpricedCalls }: Made): string {
  const unknown = unpricedCalls === 0 ? '' : `, and ${unpricedCalls} calls of unknown price`;
  return `Made by ${model} for $${costUsd.toFixed(4)}${unknown}.`;
}

/** `scenewright scenario`: makes and saves a story that can be played at once. */
export const scenarioCommand: Command = {
  usage:
    'scenario --pack P [--brief "…"] [--ruleset R] [--model M] [--secrets] [--json] [--server URL] [--token T]',
  summary: 'makes a story of your own for the world of a pack',
  more: `It is made in four chunks (outline, cast, clocks, scene), each checked and if need be repaired, and saved as a homebrew pack; if
one of them fails, nothing is saved. It needs a language model: set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or
DEEPSEEK_API_KEY, or LARGE_MODEL=local for a model server on this machine. --secrets shows what a player should find out in play.
`,

  run: async (words, surroundings) => {
    const flags = readScenarioFlags(words);
    if (typeof flags === 'string') {
      surroundings.terminal.printError(`${flags}\n`);
      return 2;
    }
    const { asJson, server, token } = flags;
    const quiet = { ...surroundings.terminal, print: () => {} };
    const around = asJson ? { ...surroundings, terminal: quiet } : surroundings;
    return withApi({ server, token }, around, (api) => make(api, flags, surroundings));
  },
};

async function make(api: Api, flags: ScenarioFlags, { terminal }: CommandEnvironment): Promise<ExitCode> {
  const made = flags.asJson
    ? await orderScenario(flags, newName(), api)
    : await watched(api, flags, terminal.print);
  const page = flags.asJson
    ? `${JSON.stringify(made, null, 2)}\n`
    : formatScenario(made, terminal, flags.showsSecrets);
  terminal.print(page);
  return 0;
}

const newName = createTimeOrderedIds(readSystemClock);

const PROGRESS = /* GraphQL */ `
  subscription Progress($watchedAs: String!) {
    scenarioProgress(watchedAs: $watchedAs) { chunk state }
  }
`;
const Step = z.object({ scenarioProgress: z.object({ chunk: z.string(), state: z.string() }) });

/** Orders a scenario and prints a line for every step of it. */
async function watched(
  api: Api,
  flags: ScenarioFlags,
  print: (text: string) => void,
): Promise<OrderedScenario> {
  const watchedAs = newName();
  const ending = new AbortController();
  const watching = (async () => {
    for await (const { scenarioProgress: step } of api.authoring.follow(
      PROGRESS,
      { watchedAs },
      Step,
      ending.signal,
    )) {
      print(stepLine(step.chunk, step.state));
    }
    // Errors of the stream are ignored: the answer to the order reports the outcome.
  })().catch(() => {});
  try {
    const made = await orderScenario(flags, watchedAs, api);
    await watching;
    return made;
  } finally {
    ending.abort();
  }
}

const DOING: Readonly<Record<string, string>> = { ASKED: '…', REPAIRING: 'mending …', DONE: 'done' };

function stepLine(chunk: string, state: string): string {
  return `${chunk.toLowerCase().padEnd(8)} ${DOING[state] ?? state}\n`;
}
