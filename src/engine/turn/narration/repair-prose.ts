import { z } from 'zod';
import type { Provider } from '#engine/llm/provider.ts';
import { runStructured } from '#engine/llm/structured.ts';
import { writeProseRepairPrompt } from '#engine/prompt/prose-check-prompts.ts';
import { createRepairWriter, type PromptSource } from '#engine/prompt/step-prompt.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import { type Finding, isHarmful } from './decide-on-findings.ts';
import { checkProse, type PreparedFacts } from './exact-checks.ts';
import { findSentenceStarts } from './split-text.ts';

/** Reply of the model that repairs prose: sentences by their numbers from 1; an empty text removes the sentence. */
export const RepairReply = z.object({
  sentences: z
    .array(z.object({ n: z.int().min(1).max(1000), text: z.string().max(4000).default('') }))
    .max(100)
    .default([]),
});
export type RepairReply = z.infer<typeof RepairReply>;

export type RepairedProse = {
  readonly prose: string;
  /** Numbers, in the prose as it was, of sentences that were changed or removed. Outcome items that name them are taken back. */
  readonly changed: readonly number[];
  /** Exact findings of the new prose. */
  readonly left: readonly Finding[];
};

/** Returns the numbers, from 1, of the sentences a finding quotes. A finding of the whole quotes none. */
export function findFaultySentences(sentences: readonly string[], { quote }: Finding): readonly number[] {
  if (quote === '') return [];
  const prose = sentences.join('');
  const starts = findSentenceStarts(sentences);
  const faulty: number[] = [];
  let at = 0;
  for (let from = prose.indexOf(quote); from !== -1; from = prose.indexOf(quote, from + quote.length)) {
    while ((starts[at + 1] ?? prose.length) <= from) at += 1;
    for (; at < sentences.length && (starts[at] ?? 0) < from + quote.length; at += 1) {
      if (faulty.at(-1) !== at + 1) faulty.push(at + 1);
    }
    // The last sentence of this quotation may hold the next as well.
    at -= 1;
  }
  return faulty;
}

/** Writes each finding as a line for the repairing model: `Sentence 3, “…”: why`. */
export function describeFindings(
  sentences: readonly string[],
  findings: readonly Finding[],
): readonly string[] {
  return findings.map((finding) => {
    const numbers = findFaultySentences(sentences, finding);
    if (numbers.length === 0) return `The whole passage: ${finding.explanation}`;
    const where = `${numbers.length === 1 ? 'Sentence' : 'Sentences'} ${numbers.join(', ')}`;
    return `${where}, “${finding.quote.trim()}”: ${finding.explanation}`;
  });
}

/**
 * Puts a model's new sentences into the prose and checks the result. Only faulty sentences may change: the
 * others were found sound. Where a finding is one of the whole, every sentence may, and one more may follow the last.
 */
export function applyRepair(
  prose: string,
  findings: readonly Finding[],
  reply: RepairReply,
  facts: PreparedFacts,
): RepairedProse {
  const sentences = splitSentences(prose);
  const mayChange = findChangeable(sentences, findings);
  const texts = new Map(reply.sentences.flatMap(({ n, text }) => (mayChange(n) ? [[n, text.trim()]] : [])));
  return replaceSentences(sentences, texts, facts);
}

function findChangeable(sentences: readonly string[], findings: readonly Finding[]): (n: number) => boolean {
  const faulty = findings.map((finding) => findFaultySentences(sentences, finding));
  if (faulty.some(({ length }) => length === 0)) return (n) => n <= sentences.length + 1;
  const named = new Set(faulty.flat());
  return (n) => named.has(n);
}

function replaceSentences(
  sentences: readonly string[],
  texts: ReadonlyMap<number, string>,
  facts: PreparedFacts,
): RepairedProse {
  const changed: number[] = [];
  let prose = '';
  for (const [at, sentence] of sentences.entries()) {
    const text = texts.get(at + 1);
    const written = sentence.trim();
    if (text === undefined || text === written) {
      prose += sentence;
      continue;
    }
    changed.push(at + 1);
    const space = sentence.slice(sentence.trimEnd().length);
    // A removed sentence leaves the end of its paragraph behind.
    if (text !== '') prose += sentence.slice(0, sentence.length - sentence.trimStart().length) + text + space;
    else if (space.includes('\n')) prose = prose.trimEnd() + space;
  }
  const added = texts.get(sentences.length + 1) ?? '';
  if (added !== '') prose = `${prose.trimEnd()} ${added}`;
  prose = prose.trim();
  return { prose, changed, left: checkProse(prose, facts) };
}

/** Rounds of removing before the engine tells the turn itself. */
const MOST_ROUNDS = 4;

/**
 * Removes sentences that tell secrets or cross boundaries, when no model could repair them. When no sentence with words is left, the
 * engine's own plain text is told instead. The plain text is not checked: the engine wrote it.
 */
export function removeFaultySentences(
  prose: string,
  findings: readonly Finding[],
  { facts, plainText }: { readonly facts: PreparedFacts; readonly plainText: string },
): RepairedProse {
  const original = splitSentences(prose);
  const kept = original.map((sentence, at) => ({ sentence, n: at + 1 }));
  const all = original.map((_, at) => at + 1);
  const tellPlainly = (): RepairedProse => ({ prose: plainText, changed: all, left: [] });
  let left = findings.filter(isHarmful);
  let removed: ReadonlySet<number> = new Set();
  for (let round = 0; round < MOST_ROUNDS && left.length > 0; round += 1) {
    const standing = kept.filter(({ n }) => !removed.has(n));
    const texts = standing.map(({ sentence }) => sentence);
    const faulty = left.map((finding) => findFaultySentences(texts, finding));
    // A harmful finding that cannot be placed may stand anywhere.
    if (faulty.some(({ length }) => length === 0)) return tellPlainly();
    const numbers = new Set(faulty.flat());
    removed = new Set([...removed, ...standing.flatMap(({ n }, at) => (numbers.has(at + 1) ? [n] : []))]);
    const rest = kept.filter(({ n }) => !removed.has(n)).map(({ sentence }) => sentence);
    left = checkProse(rest.join(''), facts).filter(isHarmful);
  }
  if (left.length > 0 || removed.size === original.length) return tellPlainly();
  return replaceSentences(original, new Map([...removed].map((n) => [n, ''])), facts);
}

/** Asks a model for new sentences; null when it could not be reached, refused or answered nothing usable. */
export type AskForRepair = (request: {
  readonly sentences: readonly string[];
  readonly problems: readonly string[];
}) => Promise<RepairReply | null>;

/**
 * Has a model replace faulty sentences, once. When nothing came of it, the prose stands as it was, with its findings left; the
 * caller decides on those.
 */
export async function repairProse(
  prose: string,
  findings: readonly Finding[],
  facts: PreparedFacts,
  ask: AskForRepair,
): Promise<RepairedProse> {
  const sentences = splitSentences(prose);
  const reply = await ask({ sentences, problems: describeFindings(sentences, findings) });
  const unrepaired: RepairedProse = { prose, changed: [], left: findings };
  if (reply === null) return unrepaired;
  const repaired = applyRepair(prose, findings, reply, facts);
  // A model that removed everything has repaired nothing.
  if (repaired.prose === '' || repaired.changed.length === 0) return unrepaired;
  return { ...repaired, left: [...repaired.left, ...unchanged(findings, repaired.prose)] };
}

/** Returns a judge's findings that were not repaired: their words still stand in the prose. */
function unchanged(findings: readonly Finding[], prose: string): readonly Finding[] {
  return findings.filter(({ source, quote }) => source === 'judge' && quote !== '' && prose.includes(quote));
}

type RepairSources = {
  readonly model: Provider;
  readonly promptSource: PromptSource;
  readonly seed: string;
  readonly signal: AbortSignal;
  /** Name of the player's character. */
  readonly persona: string;
  /** True facts, as sentences without secrets. */
  readonly facts: readonly string[];
  /** Receives the reason when no repair came, for the recording. */
  readonly onFailure: (reason: string) => void;
};

/** Creates the question for new sentences. A repair that fails gives null: the prose stays as it was and the policy decides. */
export function createAskForRepair(sources: RepairSources): AskForRepair {
  const { model, promptSource, seed, signal, persona, facts, onFailure } = sources;
  return async ({ sentences, problems }) => {
    const input = { sentences: [...sentences], problems: [...problems], persona, facts: [...facts] };
    try {
      const { reply } = await runStructured(
        { name: 'check-repair', contract: RepairReply, dropInvalidItems: true },
        { ...writeProseRepairPrompt(input, promptSource), input, seed, signal },
        { provider: model, writeRepair: createRepairWriter(promptSource) },
      );
      return reply;
    } catch (error) {
      signal.throwIfAborted();
      onFailure(error instanceof Error ? error.message : String(error));
      return null;
    }
  };
}
