import type { Variant } from './registry.ts';
import type { PromptScope } from './segment.ts';

/** The size of one scope in the assembled prompt. */
export type ScopeAudit = {
  readonly scope: PromptScope;
  readonly segmentIds: readonly string[];
  readonly tokens: number;
  /** Its size with nothing cut. */
  readonly tokensBefore: number;
};

/** One cut made to stay within the budget. Decisions are listed in the order in which they were made. */
export type Decision =
  | { readonly type: 'absent-ties-dropped'; readonly count: number }
  | { readonly type: 'history-dropped'; readonly count: number }
  | {
      readonly type: 'biographies-dropped';
      /** People who have left and are no longer described. */
      readonly ids: readonly string[];
      /** Lore passages about people who are not here. */
      readonly loreIds: readonly string[];
    }
  | { readonly type: 'lore-dropped'; readonly ids: readonly string[] }
  | { readonly type: 'exchanges-dropped'; readonly count: number; readonly left: number }
  | { readonly type: 'input-trimmed'; readonly fromCharacters: number; readonly toCharacters: number }
  | { readonly type: 'game-state-compressed'; readonly fromTokens: number; readonly toTokens: number }
  | { readonly type: 'npc-tier-dropped'; readonly tier: number; readonly ids: readonly string[] }
  | {
      readonly type: 'essentials-used';
      /** Our own prompts, or text written by authors. */
      readonly of: 'prompts' | 'segments';
      /** The prompt or segment that is said in its essentials. */
      readonly id: string;
      readonly reason: 'asked-for' | 'over-budget';
    }
  | { readonly type: 'scope-dropped'; readonly scope: PromptScope };

/** Report on how a prompt was assembled, with its cuts. */
export type AssemblyAudit = {
  /** The scopes that are in the prompt, in their order. */
  readonly order: readonly PromptScope[];
  readonly scopes: readonly ScopeAudit[];
  /** The turn it was assembled for. */
  readonly context: {
    readonly isFirstTurn: boolean;
    readonly worldIds: readonly string[];
    readonly entryIds: readonly string[];
  };
  /** The budget that was kept: the setting, or less where the model's window is smaller. */
  readonly budget: number;
  readonly tokens: number;
  readonly tokensBefore: number;
  /** `essentials` when anything is said in its essentials. */
  readonly variant: Variant;
  readonly window: { readonly exchanges: number; readonly of: number };
  readonly decisions: readonly Decision[];
  /** Ids of lore that is not in the prompt because it was cut. It does not count as loaded for the next Reading. */
  readonly trimmedLore: readonly string[];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  /** All of it in one sentence. */
  readonly summary: string;
};
