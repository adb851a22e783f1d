import type { Json } from '#engine/kit/canonical-json.ts';
import { oncePer } from '#engine/kit/once-per.ts';
import { estimateTokens } from '#engine/kit/tokens.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { type Draft, firstDraft } from './assembly/draft.ts';
import { inEssentials, roomyDraft } from './assembly/essentials.ts';
import { withinBudget } from './assembly/ladder.ts';
import { type Layout, layoutWriter } from './assembly/layout.ts';
import { writeAudit } from './assembly/write-audit.ts';
import type { AssemblyAudit, Decision } from './audit.ts';
import type { PromptPins, PromptRegistry, Variant } from './registry.ts';
import type { Segment, Sources } from './segment.ts';

export const DEFAULT_BUDGET = 8000;

/** What a narration is assembled from. */
export type AssembleRequest = {
  readonly input: NarrateInput;
  /** What the authors of rulesets, world, entry point and characters wrote; within a scope in the order to be kept. */
  readonly segments: readonly Segment[];
  /** The most tokens that system and messages together should take up. */
  readonly budget?: number;
  /** Asks for the essentials whatever the budget. */
  readonly variant?: Variant;
};

/** What an assembly needs beside its material. */
export type AssembleTools = {
  readonly prompts: PromptRegistry;
  readonly pins?: PromptPins;
};

/** How the budget is measured: the same for every model, so that a session may change models and keep its prompt. */
const tokensOf = estimateTokens;

/** A prompt ready to be sent, and the account of how it was made. */
export type Assembly = {
  /** Everything of a request but its seed and its signal. */
  readonly request: Pick<ModelRequest, 'step' | 'system' | 'messages' | 'input' | 'maxTokens'> & {
    readonly prompts: NonNullable<ModelRequest['prompts']>;
  };
  readonly sources: Sources;
  readonly audit: AssemblyAudit;
};

/**
 * Assembles a narration within its budget. The same input gives the same bytes; what does not change between turns comes
 * first, and whatever had to be cut is in the audit.
 */
export function assembleNarration(request: AssembleRequest, tools: AssembleTools): Assembly {
  const { input, segments, budget = DEFAULT_BUDGET } = request;
  // The ladder looks at a draft many times; each is written out and counted once.
  const written = oncePer(layoutWriter({ prompts: tools.prompts, pins: tools.pins ?? {} }));
  const full = firstDraft(input, segments);
  const tokens = oncePer((draft: Draft) => totalTokens(written(draft)));
  const scale = { budget, tokensOf, written, tokens };
  const start = request.variant === 'essentials' ? asAsked(full) : roomyDraft(full, scale);
  const { draft, decisions: cuts } = withinBudget(start.draft, scale);
  const decisions: Decision[] = [...start.decisions, ...cuts];

  const layout = written(draft);
  const { system, messages, maxTokens, prompts } = layout;
  return {
    // Every part of the input is JSON by its own schema.
    request: { step: 'narrate', system, messages, input: input as Json, maxTokens, prompts },
    sources: { prompts, segments: usedSegments(layout, segments) },
    audit: writeAudit({ draft, layout, before: written(full), decisions, budget, tokensOf }),
  };
}

function asAsked(full: Draft): { readonly draft: Draft; readonly decisions: readonly Decision[] } {
  const decision = { type: 'essentials-used', reason: 'asked-for' } as const;
  return {
    draft: inEssentials(inEssentials(full, 'prompts'), 'segments'),
    decisions: [
      { ...decision, of: 'prompts' },
      { ...decision, of: 'segments' },
    ],
  };
}

function totalTokens({ system, messages }: Layout): number {
  return [...system, ...messages].reduce((total, { text }) => total + tokensOf(text), 0);
}

function usedSegments(layout: Layout, segments: readonly Segment[]): Sources['segments'] {
  const used = new Set(layout.scopes.flatMap(({ ids }) => ids));
  return segments.filter(({ id }) => used.has(id)).map(({ id, version }) => ({ id, version }));
}
