import type { CountTokens } from '#engine/kit/tokens.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import type { AssemblyAudit } from './audit.ts';
import type { PromptPins, PromptRegistry } from './registry.ts';
import type { Segment, Sources } from './segment.ts';

export const DEFAULT_BUDGET = 8000;

/** What a narration is assembled from. */
export type AssembleRequest = {
  readonly input: NarrateInput;
  /** What the authors of rulesets, world, entry point and characters wrote, in any order. */
  readonly segments: readonly Segment[];
  /** The most tokens that system and messages together should take up. */
  readonly budget?: number;
};

/** What an assembly needs beside its material. */
export type AssembleTools = {
  readonly prompts: PromptRegistry;
  readonly pins?: PromptPins;
  readonly countTokens: CountTokens;
};

/** A prompt ready to be sent, and the account of how it was made. */
export type Assembly = {
  /** Everything of a request but its seed and its signal. */
  readonly request: Pick<ModelRequest, 'step' | 'system' | 'messages' | 'input' | 'maxTokens'>;
  readonly sources: Sources;
  readonly audit: AssemblyAudit;
};

/** Assembles a narration: the same input gives the same bytes, and what does not change between turns comes first. */
export type AssembleNarration = (request: AssembleRequest, tools: AssembleTools) => Assembly;
