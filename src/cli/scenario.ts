import { z } from 'zod';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import type { Command, ExitCode, Surroundings } from './command.ts';
import type { Api } from './play/api.ts';
import { withApi } from './play/with-api.ts';
import { type OrderedScenario, orderScenario } from './scenario/order-scenario.ts';
import { readScenarioFlags, type ScenarioFlags } from './scenario/scenario-flags.ts';
import { scenarioPage } from './scenario/show-scenario.ts';

/** `scenewright scenario`: makes and saves a story that can be played at once. */
export const scenario: Command = {
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

async function make(api: Api, flags: ScenarioFlags, { terminal }: Surroundings): Promise<ExitCode> {
  const made = flags.asJson
    ? await orderScenario(flags, newName(), api)
    : await watched(api, flags, terminal.print);
  const page = flags.asJson
    ? `${JSON.stringify(made, null, 2)}\n`
    : scenarioPage(made, terminal, flags.showsSecrets);
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
    for await (const { scenarioProgress: step } of api.follow(PROGRESS, { watchedAs }, Step, ending.signal)) {
      print(stepLine(step.chunk, step.state));
    }
    // The order itself tells whoever waits what became of it.
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
