import { z } from 'zod';
import { AsideInput } from '#engine/contracts/aside.ts';
import { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { RecordInput } from '#engine/contracts/outcome.ts';
import { ReactInput } from '#engine/contracts/reaction.ts';
import { ReadInput } from '#engine/contracts/reading.ts';
import { ResolveInput } from '#engine/contracts/rulebook-resolution.ts';
import { type ModelRequest, type Provider, ProviderError, type ReplyPart } from '#engine/llm/provider.ts';
import { sleep } from '#engine/llm/retry.ts';
import { answerOffline, commandOffline, ponderOffline } from './steps/asides.ts';
import { narrateOffline } from './steps/narrate.ts';
import { reactOffline, resolveOffline } from './steps/react-and-resolve.ts';
import { readOffline } from './steps/read.ts';
import { recordOffline } from './steps/record.ts';

/** Variables of the prompt, which every job receives. */
const Given = z.record(z.string(), z.string());
const MOST_WORDS = 250;

/** Replies by job. Each shortens the lines it is given and adds no new words. */
const JOBS: Readonly<Record<string, (given: Readonly<Record<string, string>>) => readonly string[]>> = {
  'profile-refresh': ({ name = '', profile = '', events = '' }) => [
    ...sentencesOf(profile).slice(0, 12),
    ...lastLines(events, 8).map((line, at) => (at === 0 ? `Lately, about ${name}: ${line}` : line)),
  ],
  'chapter-summary': ({ chapter = '', summary = '', events = '' }) => [
    `${chapter}.`,
    ...lastLines(events, 10, summary.slice(0, 1000)),
  ],
  'running-summary': ({ persona = '', summary = '', noted = '', events = '', exchanges = '' }) => {
    const [last = ''] = sentencesOf(lastExchange(exchanges));
    const lines = [...new Set([...lastLines(noted, 8), ...lastLines(events, 6)])];
    const since = lines.filter((line) => !summary.includes(line));
    const parts = [...sentencesOf(summary), ...(since.length > 0 ? since : [`${persona}: ${last}`])];
    // The latest parts that stay within the word limit, at least one.
    const isShort = (kept: readonly string[]) => kept.join(' ').split(/\s+/).length <= MOST_WORDS;
    const first = parts.findIndex((_part, at) => isShort(parts.slice(at)));
    return parts.slice(first < 0 ? -1 : first);
  },
  'session-summary': ({ persona = '', events = '', exchanges = '', threads = '' }) => [
    `${persona} played on.`,
    ...lastLines(events, 10, `Last: ${lastExchange(exchanges).slice(0, 300)}`),
    openMatters(threads),
  ],
  recap: ({ summary = '', events = '', threads = '' }) => [
    'Last time:',
    ...lastLines(events, 5, summary.slice(-400)),
    openMatters(threads),
  ],
};

function openMatters(threads: string): string {
  return threads === '' ? '' : `Open: ${threads.split('\n').join('; ')}.`;
}

function lastExchange(exchanges: string): string {
  return exchanges.split('\n\n').at(-1) ?? '';
}

/** The last lines of a text; another text where there are none. */
function lastLines(text: string, most: number, other = ''): readonly string[] {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.length > 0 ? lines.slice(-most) : [other].filter(Boolean);
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter(Boolean);
}

/** Notice for clients to show beside the prose. */
export const OFFLINE_NOTICE =
  'No language model is in use. The offline storyteller tells this story from the texts of the pack, the dice and what you do, and understands simple English commands. New sessions use a language model when the server has a key for one, for example in ANTHROPIC_API_KEY.';

/** Steps whose output the player reads while it is written. */
const READ_ALOUD = ['narrate', 'retell'];
const WORDS_AT_ONCE = 3;

/**
 * Creates the provider used without a language model. Answers each step's contract from the structured input. The same input
 * and seed give the same reply. Prose comes at the given speed; 0 sends it at once.
 */
export function createOfflineProvider(options: { readonly wordsPerSecond: number }): Provider {
  return { id: 'offline/storyteller', stream: (request) => streamReply(request, options.wordsPerSecond) };
}

async function* streamReply(request: ModelRequest, wordsPerSecond: number): AsyncGenerator<ReplyPart> {
  const isPaced = READ_ALOUD.includes(request.step) && wordsPerSecond > 0;
  for (const text of writeReply(request).match(PIECES) ?? []) {
    request.signal.throwIfAborted();
    yield { type: 'text-delta', text };
    if (isPaced) await sleep((1000 * WORDS_AT_ONCE) / wordsPerSecond, request.signal);
  }
  const usage = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };
  yield { type: 'reply-end', reason: 'finished', usage };
}

const PIECES = new RegExp(`(?:\\S+\\s*){1,${WORDS_AT_ONCE}}|\\s+`, 'g');

type Answer = (input: unknown, seed: string) => string;

const Retold = z.object({ prose: z.string() });
/** Fault lines of the form `Sentence 3, “…”: why`. */
const Faulty = z.object({ problems: z.array(z.string()) });

const ANSWERS: Readonly<Record<string, Answer>> = {
  read: (input) => JSON.stringify(readOffline(ReadInput.parse(input))),
  resolve: (input) => JSON.stringify(resolveOffline(ResolveInput.parse(input))),
  react: (input, seed) => JSON.stringify(reactOffline(ReactInput.parse(input), seed)),
  plan: () => '{}',
  narrate: (input, seed) => narrateOffline(NarrateInput.parse(input), seed),
  record: (input) => JSON.stringify(recordOffline(RecordInput.parse(input))),
  judge: () => JSON.stringify({ findings: [] }),
  'mode-dm': (input) => answerOffline(AsideInput.parse(input)),
  'mode-think': (input) => JSON.stringify(ponderOffline(AsideInput.parse(input))),
  'mode-god': () => JSON.stringify(commandOffline()),
  // The same words: new ones cannot be found without a model.
  retell: (input) => Retold.parse(input).prose,
  'check-repair': (input) => JSON.stringify(leaveOut(Faulty.parse(input).problems)),
};

/** Removes faulty sentences; an empty text removes one. */
function leaveOut(problems: readonly string[]) {
  const numbers = problems.flatMap((problem) => /^Sentences? [\d, ]+/.exec(problem)?.[0].match(/\d+/g) ?? []);
  return { sentences: [...new Set(numbers)].map((n) => ({ n: Number(n), text: '' })) };
}

function writeReply({ step, input, seed }: ModelRequest): string {
  const job = JOBS[step];
  if (job !== undefined) return job(Given.parse(input)).filter(Boolean).join(' ').trim();
  const answer = ANSWERS[step];
  if (answer !== undefined) return answer(input, seed);
  const advice = 'set ANTHROPIC_API_KEY or OPENAI_API_KEY and restart the server';
  throw new ProviderError(`step ${step} needs a language model and none is in use: ${advice}`, {
    retryable: false,
  });
}
