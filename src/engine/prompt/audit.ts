import type { Variant } from './registry.ts';
import type { Scope } from './segment.ts';

/** What one scope takes up in the assembled prompt. */
export type ScopeAudit = {
  readonly scope: Scope;
  readonly segmentIds: readonly string[];
  readonly tokens: number;
  /** What it would have taken up had nothing been cut. */
  readonly tokensBefore: number;
};

/** One thing the assembly did to stay within its budget, in the order in which it was done. */
export type Decision =
  | {
      readonly type: 'essentials-used';
      /** Our own prompts, or what authors wrote. */
      readonly of: 'prompts' | 'segments';
      /** `tight-budget`: what stands leaves too little room for the rest; `over-budget`: cutting the rest was not enough. */
      readonly reason: 'asked-for' | 'tight-budget' | 'over-budget';
    }
  | { readonly type: 'input-trimmed'; readonly fromCharacters: number; readonly toCharacters: number }
  | { readonly type: 'game-state-compressed'; readonly fromTokens: number; readonly toTokens: number }
  | { readonly type: 'lore-dropped'; readonly ids: readonly string[] }
  | { readonly type: 'exchanges-dropped'; readonly count: number; readonly left: number }
  | { readonly type: 'npc-tier-dropped'; readonly tier: number; readonly ids: readonly string[] }
  | { readonly type: 'scope-dropped'; readonly scope: Scope };

/** How a prompt came to be what it is. */
export type AssemblyAudit = {
  /** The scopes that are in the prompt, in their order. */
  readonly order: readonly Scope[];
  readonly scopes: readonly ScopeAudit[];
  readonly budget: number;
  readonly tokens: number;
  readonly tokensBefore: number;
  readonly variant: Variant;
  readonly window: { readonly exchanges: number; readonly of: number };
  readonly decisions: readonly Decision[];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  /** All of it in one sentence. */
  readonly summary: string;
};
