import type { Decision } from '../audit.ts';
import { MOST_EXCHANGES } from '../conversation-window.ts';
import { type Draft, sentExchanges } from './draft.ts';
import { type EssentialsOf, inEssentials } from './essentials.ts';

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

/**
 * The rungs in their order. Core and ruleset are on none of them. What a lasting rung takes away breaks the cache behind
 * it, so it takes away what will do until the window is cut again, and not a little more every turn.
 */
const RUNGS: readonly { readonly rung: Rung; readonly lasting?: true }[] = [
  { rung: trimInput },
  { rung: compressState },
  { rung: dropLorePull, lasting: true },
  { rung: dropOldestExchanges, lasting: true },
  { rung: useEssentials('prompts') },
  { rung: useEssentials('segments') },
  { rung: dropLowestTier },
  { rung: dropScope('npc', 1) },
  { rung: dropScope('world', FAR_OVER) },
  { rung: dropScope('entry', FAR_OVER) },
];

/** Goes down the ladder, and on each rung only as far as it must. */
export function withinBudget(
  draft: Draft,
  scale: Scale,
): { readonly draft: Draft; readonly decisions: readonly Decision[] } {
  let current = draft;
  const decisions: Decision[] = [];
  const growth = growthLeft(draft, scale);
  for (const { rung, lasting } of RUNGS) {
    if (scale.tokens(current) <= scale.budget) break;
    const aim = lasting ? scale.budget - growth : scale.budget;
    while (scale.tokens(current) > aim) {
      const step = rung(current, scale);
      if (step === null) break;
      current = step.draft;
      decisions.push(step.decision);
    }
  }
  return { draft: current, decisions: merged(decisions) };
}

/** How many tokens the conversation will gain in the next few turns before its window is cut, if it goes on as it did. */
function growthLeft(draft: Draft, { tokensOf }: Scale): number {
  const sent = sentExchanges(draft);
  if (sent.length === 0) return 0;
  const said = sent.reduce((sum, { player, narration }) => sum + tokensOf(player) + tokensOf(narration), 0);
  return Math.round(
    (said / sent.length) * Math.min(EXCHANGE_STEP, Math.max(0, MOST_EXCHANGES - sent.length)),
  );
}

function trimInput(draft: Draft, { budget, tokens, tokensOf }: Scale): ReturnType<Rung> {
  const { playerText } = draft;
  const words = playerText.endsWith(CUT_MARK) ? playerText.slice(0, -CUT_MARK.length) : playerText;
  if (words.length <= LEAST_INPUT) return null;
  const over = tokens(draft) - budget;
  const perToken = words.length / Math.max(1, tokensOf(words));
  const kept = Math.max(LEAST_INPUT, Math.floor(words.length - over * perToken - CUT_MARK.length));
  const text = `${words.slice(0, kept).trimEnd()}${CUT_MARK}`;
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

/** The oldest pull goes, and with it those pulled for the same few exchanges: what is left then stays for a few turns. */
function dropLorePull(draft: Draft): ReturnType<Rung> {
  const oldest = draft.lore.find(({ kind }) => kind === 'pull');
  if (oldest === undefined) return null;
  const end = nextStep(oldest.exchange ?? 0);
  const goes = (entry: (typeof draft.lore)[number]) =>
    entry === oldest || (entry.kind === 'pull' && entry.exchange !== undefined && entry.exchange < end);
  const ids = draft.lore.filter(goes).map(({ id }) => id);
  const lore = draft.lore.filter((entry) => !goes(entry));
  return { draft: { ...draft, lore }, decision: { type: 'lore-dropped', ids } };
}

function dropOldestExchanges(draft: Draft): ReturnType<Rung> {
  const { input, exchangesFrom } = draft;
  const total = input.conversationStart + input.conversation.length;
  const from = Math.min(nextStep(exchangesFrom), total - LEAST_EXCHANGES);
  if (from <= exchangesFrom) return null;
  const smaller = { ...draft, exchangesFrom: from };
  const left = sentExchanges(smaller).length;
  return { draft: smaller, decision: { type: 'exchanges-dropped', count: from - exchangesFrom, left } };
}

function nextStep(exchange: number): number {
  return (Math.floor(exchange / EXCHANGE_STEP) + 1) * EXCHANGE_STEP;
}

function useEssentials(of: EssentialsOf): Rung {
  return (draft) => {
    const shorter = inEssentials(draft, of);
    if (shorter === draft) return null;
    return { draft: shorter, decision: { type: 'essentials-used', of, reason: 'over-budget' } };
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

/** What was done on one rung in several goes is told of as one decision. */
function merged(decisions: readonly Decision[]): Decision[] {
  const result: Decision[] = [];
  for (const decision of decisions) {
    const last = result.at(-1);
    const both = last === undefined ? null : together(last, decision);
    if (both === null) result.push(decision);
    else result[result.length - 1] = both;
  }
  return result;
}

function together(before: Decision, after: Decision): Decision | null {
  if (before.type === 'input-trimmed' && after.type === 'input-trimmed') {
    return { ...after, fromCharacters: before.fromCharacters };
  }
  if (before.type === 'lore-dropped' && after.type === 'lore-dropped') {
    return { ...after, ids: [...before.ids, ...after.ids] };
  }
  if (before.type === 'exchanges-dropped' && after.type === 'exchanges-dropped') {
    return { ...after, count: before.count + after.count };
  }
  return null;
}
