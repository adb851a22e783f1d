import type { ModelRequest } from '#engine/llm/provider.ts';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';

/** Share of a model's window that may be planned with: the estimate of tokens is a few percent off. */
const SAFE_SHARE = 0.95;

/** Reports that the model's context window cannot hold the parts that must never be cut. */
export class ContextWindowTooSmall extends Error {
  override readonly name = 'ContextWindowTooSmall';
  readonly retryable = false;
  readonly contextWindow: number;

  constructor(contextWindow: number, replyTokens: number, needed: number | null) {
    const takes = needed === null ? '' : `the rules and this turn take about ${needed} tokens and `;
    super(
      `The model's window of ${contextWindow} tokens is too small for this story: ${takes}a reply takes up to ${replyTokens}. ` +
        'Choose a model with a larger window, or correct its contextWindow in the file that SCENEWRIGHT_MODELS names.',
    );
    this.contextWindow = contextWindow;
  }
}

/** A model's context window in its own tokens, and its tokens for one of ours. */
export type ContextWindow = { readonly contextWindow: number | null; readonly tokenScale: number };

/**
 * Returns the budget of a prompt: the setting, but never more than the model's window without the reply. `tokenScale` is the number of
 * the model's tokens for one of ours. Throws `ContextWindowTooSmall` when the reply alone fills the window.
 */
export function calculateBudget(
  setting: number,
  contextWindow: number | null,
  replyTokens: number,
  tokenScale = 1,
): number {
  const room = calculatePromptRoom(contextWindow, replyTokens, tokenScale);
  return room === null ? setting : Math.min(setting, room);
}

/** Returns the tokens a window leaves for the prompt, in our count; null for a window that is not known. */
export function calculatePromptRoom(
  contextWindow: number | null,
  replyTokens: number,
  tokenScale = 1,
): number | null {
  if (contextWindow === null) return null;
  const room = Math.floor((contextWindow * SAFE_SHARE - replyTokens) / tokenScale);
  if (room <= 0) throw new ContextWindowTooSmall(contextWindow, replyTokens, null);
  return room;
}

/** Creates a test of whether a request and its reply fit a window; without one everything does. */
export function createWindowTest(
  window: ContextWindow | undefined,
): (request: Pick<ModelRequest, 'system' | 'messages' | 'maxTokens'>) => boolean {
  const { contextWindow = null, tokenScale = 1 } = window ?? {};
  return ({ system, messages, maxTokens }) => {
    if (contextWindow === null) return true;
    const tokens = [...system, ...messages].reduce((total, { text }) => total + estimateTokens(text), 0);
    return tokens * tokenScale + maxTokens <= contextWindow * SAFE_SHARE;
  };
}
