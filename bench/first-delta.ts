import Anthropic from '@anthropic-ai/sdk';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { Secret } from '#engine/kit/secret.ts';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { openModels } from '#engine/llm/models.ts';
import { streamNarration } from '#engine/llm/narration.ts';
import { Account, Purse } from '#engine/llm/purse.ts';
import { RetryBudget } from '#engine/llm/retry.ts';
import { caredFor } from '#engine/llm/turn-models.ts';
import { assembleNarration } from '#engine/prompt/assemble.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { API_KEY, localEntry } from '../test/support/wire/a-request.ts';
import { startAnthropicServer } from '../test/support/wire/anthropic-server.ts';
import type { Behaviour } from '../test/support/wire/behaviour.ts';
import { longCampaign } from '../test/support/wire/long-campaign.ts';
import { scriptedProvider } from '../test/support/wire/scripted-provider.ts';
import { neoSeattleMenu } from './cost/neo-seattle-menu.ts';

const FIRST_TOKEN_MS = 200;
const ROUNDS = 42;
const WARM_UP = 6;
const GOAL = 1.05;

const REPLY: Behaviour = {
  kind: 'reply',
  pieces: ['The lamp ', 'goes out.', '\n\n```json\n{}\n```'],
  firstDelayMs: FIRST_TOKEN_MS,
};

/** How long it takes to the first words: the prompt's assembly and all that stands between a turn and a model, against the bare SDK with a prompt at hand. */
export async function run(): Promise<void> {
  const server = await startAnthropicServer({ behaviour: REPLY });
  const entry = localEntry('claude-sonnet', server.url);
  const campaign = longCampaign(50, await neoSeattleMenu());
  const turn = campaign.turns.at(-1);
  if (turn === undefined) throw new Error('there is no turn to tell');
  const material = { input: turn.input, segments: campaign.segments };
  const prompts = loadPrompts('prompts');
  const models = openModels({
    catalogue: new Map([...loadCatalogue(), ['claude-sonnet', entry]]),
    credential: () => new Secret(API_KEY),
    offline: scriptedProvider(),
    clock: () => new Date(),
  });
  const client = new Anthropic({ apiKey: API_KEY, baseURL: server.url, maxRetries: 0, logLevel: 'off' });
  const { request } = assembleNarration(material, { prompts });
  const bare = {
    model: entry.model,
    max_tokens: request.maxTokens,
    stream: true as const,
    system: request.system.map(({ text }) => ({ type: 'text' as const, text })),
    messages: request.messages.map(({ role, text }) => ({ role, content: text })),
  };

  const askBare = async () => {
    for await (const event of await client.messages.create(bare)) {
      if (event.type === 'content_block_delta') return;
    }
  };
  // What changes from turn to turn changes here too, so that nothing but what stands can be remembered.
  const nextPrompt = (round: number) =>
    assembleNarration(
      { ...material, input: { ...turn.input, playerText: `I wait, and count to ${round}.` } },
      { prompts },
    );
  const askOurs = async ({ request }: Pick<ReturnType<typeof nextPrompt>, 'request'>) => {
    const provider = caredFor(models.open('claude-sonnet'), {
      purse: new Purse([new Account('turn', 1)]),
      retries: new RetryBudget(3),
      record: () => {},
      random: keyedRandom('bench', 'jitter'),
      sleep: async () => {},
      clock: () => new Date(),
    });
    const question = { ...request, seed: 's', signal: new AbortController().signal };
    const parts = streamNarration(provider, { ...question, step: 'narrate' }, { tableDue: false });
    for await (const part of parts) if (part.type === 'prose-delta') return;
  };

  const contestants = {
    bare: askBare,
    stack: () => askOurs({ request }),
    whole: (round: number) => askOurs(nextPrompt(round)),
  };
  const times = { bare: [] as number[], stack: [] as number[], whole: [] as number[] };
  const names = ['bare', 'stack', 'whole'] as const;
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    // Everybody is first, second and last equally often.
    for (const [at] of names.entries()) {
      const who = names[(at + round) % names.length] ?? 'bare';
      const started = performance.now();
      await contestants[who](round);
      if (round >= WARM_UP) times[who].push(performance.now() - started);
    }
  }
  await server.close();
  const assembly = Array.from({ length: ROUNDS }, (_, round) => timed(() => nextPrompt(1000 + round)));
  report(times, median(assembly));
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

type Times = Readonly<Record<'bare' | 'stack' | 'whole', readonly number[]>>;

function report(times: Times, assembly: number): void {
  const [bare, stack, whole] = [median(times.bare), median(times.stack), median(times.whole)];
  console.log(`first words after ${FIRST_TOKEN_MS} ms on the server, median of ${ROUNDS} calls each`);
  console.log(`bare SDK               ${bare.toFixed(1)} ms`);
  console.log(`our stack              ${stack.toFixed(1)} ms`);
  console.log(
    `assembly and our stack ${whole.toFixed(1)} ms (assembling turn 50 alone: ${assembly.toFixed(1)} ms)`,
  );
  for (const [what, ratio] of [
    ['our stack', stack / bare],
    ['with assembly', whole / bare],
  ] as const) {
    console.log(
      `${ratio <= GOAL ? 'met   ' : 'MISSED'} ${what}: ratio ${ratio.toFixed(3)} (at most ${GOAL})`,
    );
    if (ratio > GOAL) process.exitCode = 1;
  }
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
