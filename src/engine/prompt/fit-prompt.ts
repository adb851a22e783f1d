import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { StepPrompt } from './step-prompt.ts';

/** A prompt within its budget, and what had to be left out of it, in the order in which it went. */
export type FittedPrompt = { readonly prompt: StepPrompt; readonly trimmed: readonly string[] };

/** One way to make an input smaller; null when it has nothing left to give. */
export type Sacrifice<Input> = { readonly of: string; readonly apply: (input: Input) => Input | null };

/** Writes a prompt and applies the sacrifices in their order, each as often as it must, until the prompt fits. */
export function fitPrompt<Input>(
  input: Input,
  budget: number,
  write: (input: Input) => StepPrompt,
  sacrifices: readonly Sacrifice<Input>[],
): FittedPrompt {
  let current = input;
  let prompt = write(current);
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
  const over = countTokens(prompt) - budget;
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
