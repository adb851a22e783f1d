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
type Write = (given: Readonly<Record<string, string>>) => readonly string[];

const MOST_WORDS = 250;

/** Replies by job. Each shortens the lines it is given and adds no new words. */
const WRITERS: Readonly<Record<string, Write>> = {
  'profile-refresh': ({ name = '', profile = '', events = '' }) => [
    ...sentencesOf(profile).slice(0, 12),
    ...lastLines(events, 8).map((line, at) => (at === 0 ? `Lately, about ${name}: ${line}` : line)),
  ],
  'chapter-summary': ({ chapter = '', summary = '', events = '' }) => [
    `${chapter}.`,
    ...orElse(lastLines(events, 10), summary.slice(0, 1000)),
  ],
  'running-summary': ({ persona = '', summary = '', noted = '', events = '', exchanges = '' }) => {
    const lines = [...new Set([...lastLines(noted, 8), ...lastLines(events, 6)])];
    const [last = ''] = sentencesOf(exchanges.split('\n\n').at(-1) ?? '');
    const since = lines.filter((line) => !summary.includes(line));
    return lastWords([...sentencesOf(summary), ...orElse(since, `${persona}: ${last}`)]);
  },
  'session-summary': ({ persona = '', events = '', exchanges = '', threads = '' }) => [
    `${persona} played on.`,
    ...orElse(lastLines(events, 10), `Last: ${exchanges.split('\n\n').at(-1)?.slice(0, 300) ?? ''}`),
    openMatters(threads),
  ],
  recap: ({ summary = '', events = '', threads = '' }) => [
    'Last time:',
    ...orElse(lastLines(events, 5), summary.slice(-400)),
    openMatters(threads),
  ],
};

const JOBS = Object.fromEntries(
  Object.entries(WRITERS).map(([job, write]) => [
    job,
    (input: unknown) => write(Given.parse(input)).filter(Boolean).join(' ').trim(),
  ]),
);

function orElse(lines: readonly string[], other: string): readonly string[] {
  return lines.length === 0 ? [other] : lines;
}

function openMatters(threads: string): string {
  return threads === '' ? '' : `Open: ${threads.split('\n').join('; ')}.`;
}

function lastLines(text: string, most: number): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(-most);
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter(Boolean);
}

/** Returns the latest parts that stay within the word limit, at least one. */
function lastWords(parts: readonly string[]): readonly string[] {
  const isShort = (kept: readonly string[]) => kept.join(' ').split(/\s+/).length <= MOST_WORDS;
  const first = parts.findIndex((_part, at) => isShort(parts.slice(at)));
  return parts.slice(first < 0 ? -1 : first);
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
  const text = writeReply(request);
  const isPaced = READ_ALOUD.includes(request.step) && wordsPerSecond > 0;
  const pause = isPaced ? (1000 * WORDS_AT_ONCE) / wordsPerSecond : 0;
  for (const piece of text.match(PIECES) ?? []) {
    request.signal.throwIfAborted();
    yield { type: 'text-delta', text: piece };
    if (pause > 0) await sleep(pause, request.signal);
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
  ...JOBS,
};

/** Removes faulty sentences; an empty text removes one. */
function leaveOut(problems: readonly string[]) {
  const numbers = problems.flatMap(
    (problem) => /^Sentences? ([\d, ]+)/.exec(problem)?.[1]?.match(/\d+/g) ?? [],
  );
  return { sentences: [...new Set(numbers)].map((n) => ({ n: Number(n), text: '' })) };
}

function writeReply({ step, input, seed }: ModelRequest): string {
  const answer = ANSWERS[step];
  if (answer === undefined) {
    const advice = 'set ANTHROPIC_API_KEY or OPENAI_API_KEY and restart the server';
    throw new ProviderError(`step ${step} needs a language model and none is in use: ${advice}`, {
      retryable: false,
    });
  }
  return answer(input, seed);
}
