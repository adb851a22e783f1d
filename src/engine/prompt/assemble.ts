import type { Json } from '#engine/kit/canonical-json.ts';
import { type CountTokens, estimateTokens } from '#engine/kit/tokens.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { type Draft, firstDraft } from './assembly/draft.ts';
import { withinBudget } from './assembly/ladder.ts';
import { type Layout, layOut, type Shelf } from './assembly/layout.ts';
import { writeAudit } from './assembly/write-audit.ts';
import type { AssemblyAudit, Decision } from './audit.ts';
import type { PromptPins, PromptRegistry, Variant } from './registry.ts';
import type { Segment, Sources } from './segment.ts';

export const DEFAULT_BUDGET = 8000;

/** A fixed part that takes up more than this share of the budget is said in its essentials from the start. */
const TIGHT = 0.5;

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
  /** How the budget is measured; by default the same for every model, so that a session may change models and keep its prompt. */
  readonly countTokens?: CountTokens;
};

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
  const shelf: Shelf = { prompts: tools.prompts, pins: tools.pins ?? {} };
  const tokensOf = remembered(tools.countTokens ?? estimateTokens);
  const written = rememberedLayouts(shelf);
  const full = firstDraft(input, segments, 'full');
  const before = written(full);
  const reason = essentialsReason(request.variant, before, budget, tokensOf);
  const start: Draft = reason === null ? full : { ...full, variant: 'essentials' };
  const tokens = (draft: Draft) => totalTokens(written(draft), tokensOf);
  const { draft, decisions: cuts } = withinBudget(start, { budget, tokens, tokensOf });
  const decisions: Decision[] = reason === null ? [...cuts] : [{ type: 'essentials-used', reason }, ...cuts];

  const layout = written(draft);
  const { system, messages, maxTokens, prompts } = layout;
  return {
    // Every part of the input is JSON by its own schema.
    request: { step: 'narrate', system, messages, input: input as Json, maxTokens, prompts },
    sources: { prompts, segments: usedSegments(layout, segments) },
    audit: writeAudit({ draft, layout, before, decisions, budget, tokensOf }),
  };
}

/** Writes each draft out once. */
function rememberedLayouts(shelf: Shelf): (draft: Draft) => Layout {
  const known = new WeakMap<Draft, Layout>();
  return (draft) => {
    const layout = known.get(draft) ?? layOut(draft, shelf);
    known.set(draft, layout);
    return layout;
  };
}

function essentialsReason(
  asked: Variant | undefined,
  { scopes }: Layout,
  budget: number,
  tokensOf: CountTokens,
): 'asked-for' | 'tight-budget' | null {
  if (asked === 'essentials') return 'asked-for';
  const fixed = new Set(['core', 'ruleset', 'world', 'entry']);
  const taken = scopes.filter(({ scope }) => fixed.has(scope)).map(({ text }) => tokensOf(text));
  return taken.reduce((sum, tokens) => sum + tokens, 0) > budget * TIGHT ? 'tight-budget' : null;
}

/** Counts each text once: going down the ladder writes the same text out again and again. */
function remembered(countTokens: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return (text) => {
    const tokens = known.get(text) ?? countTokens(text);
    known.set(text, tokens);
    return tokens;
  };
}

function totalTokens({ system, messages }: Layout, tokensOf: CountTokens): number {
  return [...system, ...messages].reduce((total, { text }) => total + tokensOf(text), 0);
}

function usedSegments(layout: Layout, segments: readonly Segment[]): Sources['segments'] {
  const used = new Set(layout.scopes.flatMap(({ ids }) => ids));
  return segments.filter(({ id }) => used.has(id)).map(({ id, version }) => ({ id, version }));
}
