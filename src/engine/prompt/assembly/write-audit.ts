import { assertNever } from '#engine/kit/assert-never.ts';
import type { CountTokens } from '#engine/kit/tokens.ts';
import type { AssemblyAudit, Decision, ScopeAudit } from '../audit.ts';
import { SCOPES } from '../segment.ts';
import { type Draft, loreToldWithPeople, sentExchanges } from './draft.ts';
import type { Layout } from './layout.ts';
import type { ScopeText } from './scope-text.ts';
import { storyBefore } from './story-before.ts';

type Account = {
  readonly draft: Draft;
  readonly layout: Layout;
  /** The same prompt with nothing cut. */
  readonly before: Layout;
  readonly decisions: readonly Decision[];
  readonly budget: number;
  readonly tokensOf: CountTokens;
};

/** Says how a prompt came to be what it is. */
export function writeAudit({ draft, layout, before, decisions, budget, tokensOf }: Account): AssemblyAudit {
  const scopes = scopeAudits(layout, before, tokensOf);
  const order = layout.scopes.map(({ scope }) => scope);
  const tokens = total(layout, tokensOf);
  const tokensBefore = total(before, tokensOf);
  const exchanges = sentExchanges(draft).length;
  const of = draft.input.conversationStart + draft.input.conversation.length;
  return {
    order,
    scopes,
    budget,
    tokens,
    tokensBefore,
    variant: draft.variant,
    window: { exchanges, of },
    decisions,
    notes: notesOf(draft),
    warnings: warningsOf(decisions, tokens, budget),
    summary: summaryOf(tokens, budget, decisions),
  };
}

function scopeAudits(layout: Layout, before: Layout, tokensOf: CountTokens): ScopeAudit[] {
  return SCOPES.flatMap((scope) => {
    const now = layout.scopes.find((each) => each.scope === scope);
    const then = before.scopes.find((each) => each.scope === scope);
    if (now === undefined && then === undefined) return [];
    return [
      {
        scope,
        segmentIds: now?.ids ?? [],
        tokens: scopeTokens(now, tokensOf),
        tokensBefore: scopeTokens(then, tokensOf),
      },
    ];
  });
}

function scopeTokens(scope: ScopeText | undefined, tokensOf: CountTokens): number {
  const pieces = scope?.pieces ?? [scope?.text ?? ''];
  return pieces.reduce((sum, text) => sum + tokensOf(text), 0);
}

function total({ system, messages }: Layout, tokensOf: CountTokens): number {
  return [...system, ...messages].reduce((sum, { text }) => sum + tokensOf(text), 0);
}

function notesOf(draft: Draft): string[] {
  const { input } = draft;
  const { summary } = input.packet;
  const told = loreToldWithPeople(input.packet).map(({ id }) => id);
  return [
    input.opening === null
      ? 'entry_start is left out: this is not the first turn.'
      : 'entry_start is in: this is the first turn.',
    ...(input.secrets === null ? [] : ['The narrator is the whole game master and is given what is hidden.']),
    ...(storyBefore(draft) === summary.trim()
      ? []
      : ['Only that part of the running summary is sent which the conversation does not tell.']),
    ...(told.length === 0
      ? []
      : [`Told with the people it is about, and not again as lore: ${told.join(', ')}.`]),
  ];
}

function warningsOf(decisions: readonly Decision[], tokens: number, budget: number): string[] {
  const warnings = decisions.flatMap((decision) => {
    if (decision.type !== 'scope-dropped') return [];
    if (decision.scope === 'npc')
      return ['Nobody present is described any more: the prompt was still over budget.'];
    return [`${decision.scope} was dropped because the prompt was above 150 % of its budget.`];
  });
  if (tokens <= budget) return warnings;
  return [...warnings, `The prompt is ${tokens - budget} tokens over its budget; what is left is never cut.`];
}

function summaryOf(tokens: number, budget: number, decisions: readonly Decision[]): string {
  const size = `${tokens} of ${budget} tokens`;
  if (decisions.length === 0) return `${size}, nothing cut.`;
  return `${size}; ${decisions.map(describe).join('; ')}.`;
}

function describe(decision: Decision): string {
  switch (decision.type) {
    case 'essentials-used':
      return `${decision.of} in their essentials (${decision.reason})`;
    case 'input-trimmed':
      return `input trimmed from ${decision.fromCharacters} to ${decision.toCharacters} characters`;
    case 'game-state-compressed':
      return `game state compressed by ${decision.fromTokens - decision.toTokens} tokens`;
    case 'lore-dropped':
      return `lore dropped: ${decision.ids.join(', ')}`;
    case 'exchanges-dropped':
      return `${decision.count} oldest exchanges dropped, ${decision.left} left`;
    case 'npc-tier-dropped':
      return `characters of tier ${decision.tier} dropped: ${decision.ids.join(', ')}`;
    case 'scope-dropped':
      return `${decision.scope} dropped`;
    default:
      return assertNever(decision);
  }
}
