import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { assertNever } from '#engine/util/assert-never.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { type CountTokens, estimateTokens } from '#engine/util/estimate-tokens.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import type { ScopeText } from './assembly/cache-scope.ts';
import {
  countExchanges,
  createDraft,
  type Draft,
  type InlineOutcome,
  listSentExchanges,
  SHORTENABLE_PROMPTS,
} from './assembly/draft.ts';
import { type LastingLine, settleForPlace } from './assembly/lasting-lines.ts';
import { createLayoutWriter, type LayoutWriter, type PromptLayout } from './assembly/layout.ts';
import { listShortenable, reduceToBudget } from './assembly/reduce-to-budget.ts';
import { tellStory } from './assembly/tell-story.ts';
import { createEndTest } from './assembly/write-state.ts';
import type { AssemblyAudit, Decision, ScopeAudit } from './audit.ts';
import { ContextWindowTooSmall, calculateBudget, calculatePromptRoom } from './context-window.ts';
import type { PromptPins, PromptRegistry, Variant } from './registry.ts';
import { PROMPT_SCOPES, type Segment, type SegmentSources } from './segment.ts';

type Account = {
  readonly draft: Draft;
  readonly layout: PromptLayout;
  /** The same prompt with nothing cut. */
  readonly before: PromptLayout;
  readonly decisions: readonly Decision[];
  readonly budget: number;
  readonly tokensOf: CountTokens;
};

/** Says how a prompt was put together and what was cut. */
function writeAudit({ draft, layout, before, decisions, budget, tokensOf }: Account): AssemblyAudit {
  const [tokens, tokensBefore] = [countTokens(layout, tokensOf), countTokens(before, tokensOf)];
  return {
    order: layout.scopes.map(({ scope }) => scope),
    scopes: auditScopes(layout, before, tokensOf),
    context: describeContext(draft),
    budget,
    tokens,
    tokensBefore,
    variant: decisions.some(({ type }) => type === 'essentials-used') ? 'essentials' : 'full',
    window: { exchanges: listSentExchanges(draft).length, of: countExchanges(draft.input) },
    decisions,
    trimmedLore: listTrimmedLore(decisions),
    notes: listNotes(draft),
    warnings: listWarnings(decisions, tokens, budget),
    summary: summarise(tokens, budget, decisions),
  };
}

/** Counts the tokens of system and messages together. */
function countTokens({ system, messages }: PromptLayout, tokensOf: CountTokens): number {
  return [...system, ...messages].reduce((sum, { text }) => sum + tokensOf(text), 0);
}

function describeContext({ input, segments }: Draft): AssemblyAudit['context'] {
  const listRefs = (scope: 'world' | 'entry') =>
    segments.filter((segment) => segment.scope === scope).map(({ refId }) => refId);
  return { isFirstTurn: input.opening !== null, worldIds: listRefs('world'), entryIds: listRefs('entry') };
}

function auditScopes(
  layout: PromptLayout,
  before: PromptLayout,
  tokensOf: CountTokens,
): readonly ScopeAudit[] {
  return PROMPT_SCOPES.flatMap((scope) => {
    const now = layout.scopes.find((each) => each.scope === scope);
    const then = before.scopes.find((each) => each.scope === scope);
    if (now === undefined && then === undefined) return [];
    const [tokens, tokensBefore] = [countScope(now, tokensOf), countScope(then, tokensOf)];
    return [{ scope, segmentIds: now?.ids ?? [], tokens, tokensBefore }];
  });
}

function countScope(scope: ScopeText | undefined, tokensOf: CountTokens): number {
  const pieces = scope?.pieces ?? [scope?.text ?? ''];
  return pieces.reduce((sum, text) => sum + tokensOf(text), 0);
}

function listTrimmedLore(decisions: readonly Decision[]): readonly string[] {
  return decisions.flatMap((decision) => {
    if (decision.type === 'lore-dropped') return decision.ids;
    return decision.type === 'biographies-dropped' ? decision.loreIds : [];
  });
}

function listNotes({ input, inline }: Draft): readonly string[] {
  return [
    input.opening === null
      ? 'entry_start is left out: this is not the first turn.'
      : 'entry_start is in: this is the first turn.',
    ...(input.secrets === null ? [] : ['The narrator is the whole game master and is given the secrets.']),
    ...(inline === null ? [] : ['The narrator writes the outcome itself and is given ids and operations.']),
  ];
}

function listWarnings(decisions: readonly Decision[], tokens: number, budget: number): readonly string[] {
  const warnings = decisions.flatMap((decision) => {
    if (decision.type === 'essentials-used' && decision.reason === 'over-budget') {
      return [`${decision.id} is said in its essentials: the prompt was over budget.`];
    }
    if (decision.type !== 'scope-dropped') return [];
    if (decision.scope === 'npc') {
      return ['Nobody present is described any more: the prompt was still over budget.'];
    }
    return [`${decision.scope} was dropped because the prompt was far above its budget.`];
  });
  if (tokens <= budget) return warnings;
  return [...warnings, `The prompt is ${tokens - budget} tokens over its budget; what is left is never cut.`];
}

function summarise(tokens: number, budget: number, decisions: readonly Decision[]): string {
  const size = `${tokens} of ${budget} tokens`;
  if (decisions.length === 0) return `${size}, nothing cut.`;
  return `${size}; ${decisions.map(describeDecision).join('; ')}.`;
}

function describeDecision(decision: Decision): string {
  switch (decision.type) {
    case 'absent-ties-dropped':
      return `${decision.count} ties of absent people dropped`;
    case 'history-dropped':
      return `${decision.count} events older than the campaign dropped`;
    case 'biographies-dropped':
      return `absent people dropped: ${[...decision.ids, ...decision.loreIds].join(', ')}`;
    case 'lore-dropped':
      return `lore dropped: ${decision.ids.join(', ')}`;
    case 'exchanges-dropped':
      return `${decision.count} oldest exchanges dropped, ${decision.left} left`;
    case 'input-trimmed':
      return `input trimmed from ${decision.fromCharacters} to ${decision.toCharacters} characters`;
    case 'game-state-compressed':
      return `game state compressed by ${decision.fromTokens - decision.toTokens} tokens`;
    case 'npc-tier-dropped':
      return `characters of tier ${decision.tier} dropped: ${decision.ids.join(', ')}`;
    case 'essentials-used':
      return `${decision.id} in its essentials (${decision.reason})`;
    case 'scope-dropped':
      return `${decision.scope} dropped`;
    default:
      return assertNever(decision);
  }
}

/** Default budget of the narrator's prompt, in tokens. */
export const DEFAULT_BUDGET = 20_000;

/**
 * Lines as they were settled before, and which of them to settle as they are now: all, only those that depend on the place, or
 * none.
 */
export type LastingChoice = {
  readonly before: readonly LastingLine[];
  readonly anew: 'all' | 'place' | 'none';
};

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
  /**
   * Lines that seldom change and stand in cached blocks. Absent, all of them stand in the last message.
   */
  readonly lasting?: LastingChoice;
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
  /** Settled lines, to be handed over again in the next turn. */
  readonly lasting: readonly LastingLine[];
};

/**
 * Assembles a narration within its budget. The same input gives the same bytes; what does not change between turns comes first, and
 * every cut is in the audit. Throws `ContextWindowTooSmall` when core, ruleset and this turn do not fit the model's window.
 */
export function assembleNarration(request: AssembleRequest, tools: AssembleTools): Assembly {
  const { input, segments, contextWindow = null, tokenScale = 1, inline = null } = request;
  const writer = createLayoutWriter({ prompts: tools.prompts, pins: tools.pins ?? {} });
  const write = memoizeByObject(writer.write);
  const bare = createDraft(input, segments, inline);
  const lasting = settleLines(request.lasting ?? NOTHING_SETTLED, bare, writer);
  const full = { ...bare, lasting };
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
    lasting,
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

const NOTHING_SETTLED: LastingChoice = { before: [], anew: 'none' };

function settleLines(
  { before, anew }: LastingChoice,
  draft: Draft,
  { listLasting }: LayoutWriter,
): readonly LastingLine[] {
  if (anew === 'none') return before;
  const present = listLasting(draft);
  return anew === 'all' ? present : settleForPlace(before, present, createEndTest(draft.input.packet));
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
