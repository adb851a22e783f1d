import { assertNever } from '#engine/util/assert-never.ts';
import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import type { AssemblyAudit, Decision, ScopeAudit } from '../audit.ts';
import { PROMPT_SCOPES } from '../segment.ts';
import type { ScopeText } from './cache-scope.ts';
import { countExchanges, type Draft, listSentExchanges } from './draft.ts';
import type { PromptLayout } from './layout.ts';

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
export function writeAudit({ draft, layout, before, decisions, budget, tokensOf }: Account): AssemblyAudit {
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
export function countTokens({ system, messages }: PromptLayout, tokensOf: CountTokens): number {
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
