import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { createDraft, type Draft, type InlineOutcome, SHORTENABLE_PROMPTS } from './assembly/draft.ts';
import { createLayoutWriter, type PromptLayout } from './assembly/layout.ts';
import { listShortenable, reduceToBudget } from './assembly/reduce-to-budget.ts';
import { tellStory } from './assembly/tell-story.ts';
import { countTokens, writeAudit } from './assembly/write-audit.ts';
import type { AssemblyAudit, Decision } from './audit.ts';
import type { PromptPins, PromptRegistry, Variant } from './registry.ts';
import type { Segment, SegmentSources } from './segment.ts';

/** Default budget of the narrator's prompt, in tokens. */
export const DEFAULT_BUDGET = 20_000;

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
function calculatePromptRoom(
  contextWindow: number | null,
  replyTokens: number,
  tokenScale = 1,
): number | null {
  if (contextWindow === null) return null;
  const room = Math.floor((contextWindow * SAFE_SHARE - replyTokens) / tokenScale);
  if (room <= 0) throw new ContextWindowTooSmall(contextWindow, replyTokens, null);
  return room;
}

/** The material of a narration. */
export type AssembleRequest = {
  readonly input: NarrateInput;
  /** Texts by the authors of rulesets, world, entry point and characters; within a scope in the order to be kept. */
  readonly segments: readonly Segment[];
  /** The most tokens that system and messages together should take up. Default 20,000. */
  readonly budget?: number;
  /** The model's window in its own tokens; null or absent when it is not known. */
  readonly contextWindow?: number | null;
  /** The model's tokens for one of ours (`ModelEntry.tokenScale`). Default 1. */
  readonly tokenScale?: number;
  /** `essentials` asks for short texts under any budget. */
  readonly variant?: Variant;
  /** Given when the narrator writes the outcome itself (`outcome: inline`). */
  readonly inline?: InlineOutcome | null;
};

export type AssembleTools = {
  readonly prompts: PromptRegistry;
  readonly pins?: PromptPins;
};

/** The budget is measured the same for every model, so that a session may change models and keep its prompt. */
const tokensOf = estimateTokens;

/** A prompt ready to be sent, and the account of how it was made. */
export type Assembly = {
  /** Everything of a request but its seed and its signal. */
  readonly request: Pick<ModelRequest, 'step' | 'system' | 'messages' | 'input' | 'maxTokens'> & {
    readonly prompts: NonNullable<ModelRequest['prompts']>;
  };
  readonly sources: SegmentSources;
  readonly audit: AssemblyAudit;
};

/**
 * Assembles a narration within its budget. The same input gives the same bytes; what does not change between turns comes first, and
 * every cut is in the audit. Throws `ContextWindowTooSmall` when core, ruleset and this turn do not fit the model's window.
 */
export function assembleNarration(request: AssembleRequest, tools: AssembleTools): Assembly {
  const { input, segments, contextWindow = null, tokenScale = 1, inline = null } = request;
  const write = memoizeByObject(createLayoutWriter({ prompts: tools.prompts, pins: tools.pins ?? {} }));
  const full = createDraft(input, segments, inline);
  const { maxTokens } = write(full);
  const room = calculatePromptRoom(contextWindow, maxTokens, tokenScale);
  const budget = calculateBudget(request.budget ?? DEFAULT_BUDGET, contextWindow, maxTokens, tokenScale);

  const start = request.variant === 'essentials' ? shortenAll(full) : { draft: full, decisions: [] };
  const { draft, decisions } = reduceToBudget(start.draft, {
    budget,
    tokensOf,
    tokens: memoizeByObject((one: Draft) => countTokens(write(one), tokensOf)),
    isHard: budget === room,
    countHistory: (one) => tellStory(one, '').history.length,
  });
  const layout = write(draft);
  const tokens = countTokens(layout, tokensOf);
  if (contextWindow !== null && room !== null && tokens > room) {
    throw new ContextWindowTooSmall(contextWindow, maxTokens, Math.ceil(tokens * tokenScale));
  }
  return {
    request: {
      step: 'narrate',
      system: layout.system,
      messages: layout.messages,
      // Every part of the input is JSON by its own schema.
      input: input as Json,
      maxTokens,
      prompts: layout.prompts,
    },
    sources: { prompts: layout.prompts, segments: listUsedSegments(layout, segments) },
    audit: writeAudit({
      draft,
      layout,
      before: write(full),
      decisions: [...start.decisions, ...decisions],
      budget,
      tokensOf,
    }),
  };
}

function shortenAll(full: Draft): { readonly draft: Draft; readonly decisions: readonly Decision[] } {
  const segments = listShortenable(full);
  const asked = { type: 'essentials-used', reason: 'asked-for' } as const;
  return {
    draft: {
      ...full,
      briefPrompts: new Set(SHORTENABLE_PROMPTS),
      briefSegments: new Set(segments.map(({ id }) => id)),
    },
    decisions: [
      ...SHORTENABLE_PROMPTS.map((id) => ({ ...asked, of: 'prompts' as const, id })),
      ...segments.map(({ id }) => ({ ...asked, of: 'segments' as const, id })),
    ],
  };
}

function listUsedSegments(layout: PromptLayout, segments: readonly Segment[]): SegmentSources['segments'] {
  const used = new Set(layout.scopes.flatMap(({ ids }) => ids));
  return segments.filter(({ id }) => used.has(id)).map(({ id, version }) => ({ id, version }));
}
