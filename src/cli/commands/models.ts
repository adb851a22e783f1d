import { readConfig } from '#config';
import type { ListedPrices } from '#engine/llm/catalogue.ts';
import { type ModelListing, type ModelRegistry, ModelUnavailable } from '#engine/llm/models.ts';
import { testModel } from '#engine/llm/test-model.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { chooseModels } from '#server/choose-models.ts';
import type { Command, ExitCode } from './command.ts';

const TEST_MILLISECONDS = 300_000;

type Output = { readonly print: (text: string) => void; readonly printError: (text: string) => void };

/** `scenewright models`: lists the models, tests one, and recommends which to use. */
export const modelsCommand: Command = {
  usage: 'models [--all] [--json] [--test KEY]',
  summary: 'lists the models that can be used here, tests one, and recommends',
  more: `Looks for models of Ollama, LM Studio, llama.cpp, vLLM and KoboldCpp on this machine. --all also lists models without a key.
--test makes one small call and tells how fast the model answers; a test of a paid model costs a fraction of a cent.
`,
  flags: ['--all', '--json', '--test'],

  async run(words, { terminal, environment }) {
    const tested = words.includes('--test') ? words[words.indexOf('--test') + 1] : null;
    const wrong = words.find((word) => word !== tested && !['--all', '--json', '--test'].includes(word));
    if (wrong !== undefined || tested === undefined) {
      terminal.printError(`scenewright ${modelsCommand.usage}\n`);
      return 2;
    }
    const chosen = await chooseModels(readConfig({ ...environment }), readSystemClock);
    if (tested !== null) return printTest(chosen.models, tested, terminal);
    const listed = chosen.models.list().filter(({ usable }) => usable || words.includes('--all'));
    if (words.includes('--json')) terminal.print(`${JSON.stringify(listed, null, 2)}\n`);
    else terminal.print(describeModels(listed, chosen.models, chosen.keys));
    return 0;
  },
};

async function printTest(
  models: ModelRegistry,
  key: string,
  { print, printError }: Output,
): Promise<ExitCode> {
  try {
    const model = models.open(key);
    print(`Asking ${model.entry.name} …\n`);
    const result = await testModel(model, () => performance.now(), AbortSignal.timeout(TEST_MILLISECONDS));
    if (!result.answered) {
      printError(`${result.reason}\n`);
      return 1;
    }
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
    print(
      [
        `First word after ${seconds(result.firstTokenMs)}, ${Math.round(result.tokensPerSecond)} tokens a second.`,
        result.isJsonValid
          ? 'It keeps the form it is asked for.'
          : 'It did not keep the form it was asked for: its turns will need repairs.',
        `Expect about ${seconds(result.expectedFirstWordMs)} to the first word of a narration.`,
        '',
      ].join('\n'),
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    printError(`${error.message}\n`);
    return 1;
  }
}

function describeModels(
  listed: readonly ModelListing[],
  models: ModelRegistry,
  inUse: { readonly small: string; readonly large: string },
): string {
  const width = Math.max(...listed.map(({ key }) => key.length));
  const rows = listed.map((listing) => `${listing.key.padEnd(width)}  ${describeModel(listing)}`);
  const local = models.recommended();
  return [
    ...rows,
    '',
    `New sessions use ${inUse.small} to read and record and ${inUse.large} to narrate.`,
    ...(local === null
      ? ['No model server was found on this machine.']
      : [
          `Of the models on this machine ${local.key} is recommended: SMALL_MODEL=${local.key} LARGE_MODEL=${local.key}`,
        ]),
    '',
  ].join('\n');
}

function describeModel({ entry, usable, keyFault }: ModelListing): string {
  const window = entry.contextWindow === null ? 'window unknown' : `${entry.contextWindow} tokens`;
  const fault =
    keyFault ?? (usable ? null : entry.credential === null ? 'does not answer' : `needs ${entry.credential}`);
  return [entry.name, window, describePrice(entry.prices), ...(fault === null ? [] : [fault])].join(', ');
}

function describePrice(prices: ListedPrices | 'free' | 'unknown'): string {
  if (prices === 'free') return 'free';
  if (prices === 'unknown') return 'price unknown';
  return `$${prices.input} in, $${prices.output} out for a million tokens`;
}
