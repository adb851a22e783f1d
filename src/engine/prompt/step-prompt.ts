import type { ModelRequest } from '#engine/llm/provider.ts';
import type { RepairPrompt, WriteRepair } from '#engine/llm/structured.ts';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import { neutralise } from './assembly/neutralise.ts';
import { type ContextWindow, ContextWindowTooSmall, calculatePromptRoom } from './context-window.ts';
import type { PromptId, PromptVariables } from './prompt-ids.ts';
import { type PromptPins, type PromptRegistry, renderPrompt, type Variant } from './registry.ts';

/** The prompts that are sent as they are: small steps, modes and jobs. The narrator's is assembled from many. */
export type StepPromptId = Exclude<
  PromptId,
  'core' | 'narrate' | 'narrate-inline' | 'opening' | `call-${string}`
>;

export type PromptSource = {
  readonly prompts: PromptRegistry;
  readonly pins?: PromptPins;
  readonly variant?: Variant;
  /** Window of the model that is asked; the budget alone counts when absent. */
  readonly window?: ContextWindow;
};

/** The parts of a request that a prompt decides. */
export type StepPrompt = Required<Pick<ModelRequest, 'system' | 'messages' | 'maxTokens' | 'prompts'>>;

/** Line of a system part that ends a prefix. Behind it stands material that seldom changes. Neutralised material cannot have it. */
const KEPT = '<!-- kept -->';

/**
 * Writes the prompt of a step. All values handed in are material, so each is neutralised. Instructions come first and end a
 * prefix that providers may cache, and so does material that seldom changes.
 */
export function writeStepPrompt<Id extends StepPromptId>(
  id: Id,
  variables: PromptVariables<Id>,
  { prompts, pins = {}, variant = 'full' }: PromptSource,
): StepPrompt {
  const prompt = prompts.get(id, pins);
  const { system, user } = renderPrompt(prompt, harmless(variables), variant);
  return {
    system: system
      .split(KEPT)
      .map((text) => ({ text: text.trim(), cacheable: true }))
      .filter(({ text }) => text !== ''),
    messages: [{ role: 'user', text: user }],
    maxTokens: prompt.maxTokens,
    prompts: [{ id, version: prompt.version, hash: prompt.hash }],
  };
}

function harmless<Variables extends Readonly<Record<string, string>>>(variables: Variables): Variables {
  const entries = Object.entries(variables).map(([name, value]) => [name, neutralise(value).trim()]);
  return Object.fromEntries(entries) as Variables; // the same names, every value still a string
}

/** A prompt within its budget, and what had to be left out of it, in the order in which it went. */
export type FittedPrompt = { readonly prompt: StepPrompt; readonly trimmed: readonly string[] };

/** One way to make an input smaller; null when it has nothing left to give. */
export type PromptReduction<Input> = { readonly of: string; readonly apply: (input: Input) => Input | null };

/**
 * Writes a prompt and applies the sacrifices in their order, each as often as it must, until the prompt fits its budget and the
 * model's window. Throws `ContextWindowTooSmall` when it cannot be made to fit the window.
 */
export function reducePrompt<Input>(
  input: Input,
  { budget: most, window }: { readonly budget: number; readonly window?: ContextWindow | undefined },
  write: (input: Input) => StepPrompt,
  sacrifices: readonly PromptReduction<Input>[],
): FittedPrompt {
  let current = input;
  let prompt = write(current);
  const { contextWindow = null, tokenScale = 1 } = window ?? {};
  const room = calculatePromptRoom(contextWindow, prompt.maxTokens, tokenScale);
  const budget = Math.min(most, room ?? most);
  const counts = new Map<string, number>();
  for (const { of, apply } of sacrifices) {
    while (countTokens(prompt) > budget) {
      const smaller = apply(current);
      if (smaller === null) break;
      current = smaller;
      prompt = write(current);
      counts.set(of, (counts.get(of) ?? 0) + 1);
    }
  }
  const tokens = countTokens(prompt);
  if (contextWindow !== null && room !== null && tokens > room)
    throw new ContextWindowTooSmall(contextWindow, prompt.maxTokens, Math.ceil(tokens * tokenScale));
  const over = tokens - budget;
  return {
    prompt,
    trimmed: [
      ...[...counts].map(([of, times]) => `${of}: cut ${times} times`),
      ...(over > 0 ? [`still ${over} tokens over the budget of ${budget}`] : []),
    ],
  };
}

function countTokens({ system, messages }: StepPrompt): number {
  return [...system, ...messages].reduce((sum, { text }) => sum + estimateTokens(text), 0);
}

/** Halves a list from its beginning: the oldest or least important half goes first. */
export function dropFirstHalf<Item>(items: readonly Item[]): Item[] | null {
  return items.length === 0 ? null : items.slice(Math.ceil(items.length / 2));
}

/** Halves a list from its end. */
export function dropLastHalf<Item>(items: readonly Item[]): Item[] | null {
  return items.length === 0 ? null : items.slice(0, Math.floor(items.length / 2));
}

/** Keeps the last half of a text, but at least so many characters; null when that would cut nothing. */
export function keepEnd(text: string, least = 400): string | null {
  const kept = Math.max(least, Math.floor(text.length / 2));
  const end = text.slice(-kept).toWellFormed();
  return end.length + CUT.length >= text.length ? null : `${CUT}${end}`;
}

const CUT = '… ';

/**
 * Writes a prompt that is filled with nothing but texts. Where they do not fit the model's window, the longest of them loses its older
 * half until they do. Throws `ContextWindowTooSmall` when that is not enough.
 */
export function writeFittingPrompt<Id extends StepPromptId>(
  id: Id,
  variables: PromptVariables<Id>,
  shelf: PromptSource,
): StepPrompt {
  const write = (texts: PromptVariables<Id>) => writeStepPrompt(id, texts, shelf);
  const shorten = { of: 'the longest text', apply: halveLongest<PromptVariables<Id>> };
  return reducePrompt(variables, { budget: Infinity, window: shelf.window }, write, [shorten]).prompt;
}

function halveLongest<Variables extends Readonly<Record<string, string>>>(
  variables: Variables,
): Variables | null {
  const [longest] = Object.entries(variables).toSorted(([, one], [, other]) => other.length - one.length);
  const shorter = longest === undefined ? null : keepEnd(longest[1]);
  return longest === undefined || shorter === null ? null : { ...variables, [longest[0]]: shorter };
}

/** Creates the writer of the prompt that shows a model the faults of its structured reply. */
export function createRepairWriter(promptSource: PromptSource): WriteRepair {
  return ({ contract, problems, reply }) => {
    return asRepair(writeStepPrompt('repair', { contract, problems: list(problems), reply }, promptSource));
  };
}

function list(problems: readonly string[]): string {
  return problems.map((problem) => `- ${problem}`).join('\n');
}

function asRepair({ system, messages, prompts }: StepPrompt): RepairPrompt {
  return { system: system[0]?.text ?? '', user: messages[0]?.text ?? '', prompts };
}
