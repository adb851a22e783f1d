import type { Decision } from '../audit.ts';
import { type Draft, sentExchanges } from './draft.ts';

/** What a rung may look at to decide how far to go. */
export type Scale = {
  readonly budget: number;
  readonly tokens: (draft: Draft) => number;
  readonly tokensOf: (text: string) => number;
};

/** One way to make a draft smaller: a smaller draft and what was done, or null when it has nothing left to give. */
type Rung = (draft: Draft, scale: Scale) => { readonly draft: Draft; readonly decision: Decision } | null;

/** The player's words are never cut below this. */
const LEAST_INPUT = 400;
const LEAST_EXCHANGES = 2;
/** Exchanges go in steps, so that the start of the conversation stands still for a few turns. */
const EXCHANGE_STEP = 4;
/** World and entry are only dropped above this share of the budget. */
const FAR_OVER = 1.5;

const CUT_MARK = ' […]';

/** The rungs in their order. Core and ruleset are on none of them. */
const RUNGS: readonly Rung[] = [
  trimInput,
  compressState,
  dropLorePull,
  dropOldestExchanges,
  useEssentials,
  dropLowestTier,
  dropScope('npc', 1),
  dropScope('world', FAR_OVER),
  dropScope('entry', FAR_OVER),
];

/** Goes down the ladder, and on each rung only as far as it must. */
export function withinBudget(
  draft: Draft,
  scale: Scale,
): { readonly draft: Draft; readonly decisions: readonly Decision[] } {
  let current = draft;
  const decisions: Decision[] = [];
  for (const rung of RUNGS) {
    while (scale.tokens(current) > scale.budget) {
      const step = rung(current, scale);
      if (step === null) break;
      current = step.draft;
      decisions.push(step.decision);
    }
  }
  return { draft: current, decisions: merged(decisions) };
}

function trimInput(draft: Draft, { budget, tokens, tokensOf }: Scale): ReturnType<Rung> {
  const { playerText } = draft;
  if (playerText.length <= LEAST_INPUT || playerText.endsWith(CUT_MARK)) return null;
  const over = tokens(draft) - budget;
  const perToken = playerText.length / Math.max(1, tokensOf(playerText));
  const kept = Math.max(LEAST_INPUT, Math.floor(playerText.length - over * perToken - CUT_MARK.length));
  const text = `${playerText.slice(0, kept).trimEnd()}${CUT_MARK}`;
  return {
    draft: { ...draft, playerText: text },
    decision: { type: 'input-trimmed', fromCharacters: playerText.length, toCharacters: text.length },
  };
}

function compressState(draft: Draft, { tokens }: Scale): ReturnType<Rung> {
  if (draft.stateCompressed) return null;
  const compressed = { ...draft, stateCompressed: true };
  const fromTokens = tokens(draft);
  const toTokens = tokens(compressed);
  return { draft: compressed, decision: { type: 'game-state-compressed', fromTokens, toTokens } };
}

function dropLorePull(draft: Draft): ReturnType<Rung> {
  const oldest = draft.lore.find(({ kind }) => kind === 'pull');
  if (oldest === undefined) return null;
  const lore = draft.lore.filter((entry) => entry !== oldest);
  return { draft: { ...draft, lore }, decision: { type: 'lore-dropped', ids: [oldest.id] } };
}

function dropOldestExchanges(draft: Draft): ReturnType<Rung> {
  const { input, exchangesFrom } = draft;
  const total = input.conversationStart + input.conversation.length;
  const next = (Math.floor(exchangesFrom / EXCHANGE_STEP) + 1) * EXCHANGE_STEP;
  const from = Math.min(next, total - LEAST_EXCHANGES);
  if (from <= exchangesFrom) return null;
  const smaller = { ...draft, exchangesFrom: from };
  const left = sentExchanges(smaller).length;
  return { draft: smaller, decision: { type: 'exchanges-dropped', count: from - exchangesFrom, left } };
}

function useEssentials(draft: Draft): ReturnType<Rung> {
  if (draft.variant === 'essentials') return null;
  return {
    draft: { ...draft, variant: 'essentials' },
    decision: { type: 'essentials-used', reason: 'over-budget' },
  };
}

function dropLowestTier(draft: Draft): ReturnType<Rung> {
  const tier = Math.max(0, ...draft.cast.map((member) => member.tier));
  if (tier <= 1) return null;
  const ids = draft.cast.filter((member) => member.tier === tier).map(({ id }) => id);
  const cast = draft.cast.filter((member) => member.tier < tier);
  return { draft: { ...draft, cast }, decision: { type: 'npc-tier-dropped', tier, ids } };
}

function dropScope(scope: 'npc' | 'world' | 'entry', share: number): Rung {
  return (draft, { budget, tokens }) => {
    const there =
      scope === 'npc' ? draft.cast.length > 0 : draft.segments.some((each) => each.scope === scope);
    if (!there || draft.dropped.has(scope) || tokens(draft) <= budget * share) return null;
    const dropped = new Set([...draft.dropped, scope]);
    return { draft: { ...draft, dropped }, decision: { type: 'scope-dropped', scope } };
  };
}

/** Records and exchanges that went one after the other are told of as one decision. */
function merged(decisions: readonly Decision[]): Decision[] {
  const result: Decision[] = [];
  for (const decision of decisions) {
    const last = result.at(-1);
    if (decision.type === 'lore-dropped' && last?.type === 'lore-dropped') {
      result[result.length - 1] = { ...last, ids: [...last.ids, ...decision.ids] };
    } else if (decision.type === 'exchanges-dropped' && last?.type === 'exchanges-dropped') {
      result[result.length - 1] = { ...decision, count: last.count + decision.count };
    } else result.push(decision);
  }
  return result;
}
